//! PDF files made by a test, without a typesetter.

/// A line of text at a place, counted from the lower left corner of the page.
pub(super) struct PlacedText<'t> {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) size: f32,
    pub(super) text: &'t str,
}

/// The number of the object that contains the pages.
const PAGES: usize = 2;
/// The number of the object of the font.
const FONT: usize = 3;

/// The objects of a PDF file; the first three are the catalogue, the list of the pages, and a font.
pub(super) struct PdfFile {
    objects: Vec<Vec<u8>>,
    pages: Vec<usize>,
    /// What else the trailer contains.
    pub(super) trailer: String,
}

impl PdfFile {
    pub(super) fn new() -> Self {
        let font =
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";
        Self {
            objects: vec![
                format!("<< /Type /Catalog /Pages {PAGES} 0 R >>").into_bytes(),
                Vec::new(),
                font.into(),
            ],
            pages: Vec::new(),
            trailer: String::new(),
        }
    }

    /// Adds an object and returns its number.
    pub(super) fn add(&mut self, object: impl Into<Vec<u8>>) -> usize {
        self.objects.push(object.into());
        self.objects.len()
    }

    /// Adds a stream with what its dictionary has besides its length.
    pub(super) fn add_stream(&mut self, entries: &str, content: &[u8]) -> usize {
        let mut object =
            format!("<< /Length {} {entries} >>\nstream\n", content.len()).into_bytes();
        object.extend_from_slice(content);
        object.extend_from_slice(b"\nendstream");
        self.add(object)
    }

    /// Adds a page of 400 by 600 points that draws a stream; `resources` is what it can use besides the font `/F`.
    pub(super) fn add_page(&mut self, content: usize, resources: &str) {
        let page = self.add(format!(
            "<< /Type /Page /Parent {PAGES} 0 R /MediaBox [0 0 400 600] /Contents {content} 0 R \
             /Resources << /Font << /F {FONT} 0 R >> {resources} >> >>"
        ));
        self.pages.push(page);
    }

    /// Adds a page with these lines.
    pub(super) fn add_text(&mut self, lines: &[PlacedText<'_>]) {
        let mut content = Vec::new();
        for PlacedText { x, y, size, text } in lines {
            content.extend_from_slice(format!("BT /F {size} Tf {x} {y} Td (").as_bytes());
            // the sign of a list item in WinAnsi
            content.extend(text.chars().map(|c| if c == '•' { 0x95 } else { c as u8 }));
            content.extend_from_slice(b") Tj ET\n");
        }
        let content = self.add_stream("", &content);
        self.add_page(content, "");
    }

    /// Returns the file with `kids` as the list of its pages.
    pub(super) fn bytes_with_pages(mut self, kids: &str, count: usize) -> Vec<u8> {
        self.objects[PAGES - 1] =
            format!("<< /Type /Pages /Kids [{kids}] /Count {count} >>").into_bytes();
        let mut out = b"%PDF-1.7\n".to_vec();
        let mut offsets = Vec::new();
        for (at, object) in self.objects.iter().enumerate() {
            offsets.push(out.len());
            out.extend_from_slice(format!("{} 0 obj\n", at + 1).as_bytes());
            out.extend_from_slice(object);
            out.extend_from_slice(b"\nendobj\n");
        }
        let (start, size) = (out.len(), self.objects.len() + 1);
        out.extend_from_slice(format!("xref\n0 {size}\n0000000000 65535 f \n").as_bytes());
        for offset in offsets {
            out.extend_from_slice(format!("{offset:010} 00000 n \n").as_bytes());
        }
        let trailer = &self.trailer;
        out.extend_from_slice(
            format!("trailer\n<< /Size {size} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF")
                .as_bytes(),
        );
        out
    }

    pub(super) fn bytes(self) -> Vec<u8> {
        let kids: Vec<String> = self
            .pages
            .iter()
            .map(|page| format!("{page} 0 R"))
            .collect();
        let count = kids.len();
        self.bytes_with_pages(&kids.join(" "), count)
    }
}
