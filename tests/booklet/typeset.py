#!/usr/bin/env python3
"""Typesets the fictional booklets `booklet.md` and `fair.md` and the sheet `sheet.md` in several layouts, with Chromium and qpdf.

    tests/booklet/typeset.py [OUTPUT-FOLDER]

The text is invented; only the headings and the units are those of the rules. The PDF files are stored, so that the tests need no Chromium.
"""
import html, pathlib, re, subprocess, sys, tempfile

HERE = pathlib.Path(__file__).parent
PLAIN = "body { font: 10pt/1.3 'Liberation Serif', serif } p { margin: 0 0 6pt; text-align: justify } h2 { font-size: 13pt; margin: 10pt 0 4pt } " \
        "ul { margin: 0 0 6pt; padding-left: 16pt } li { text-align: justify } table { border-collapse: collapse; margin: 6pt 0 } td, th { padding: 1pt 8pt; text-align: left } " \
        ".note { font-size: 7.5pt; position: relative } .caption { font-style: italic; font-size: 9pt } h2, h3 { break-after: avoid } "
LAYOUTS = {
    "one-column": "@page { size: A5; margin: 18mm 15mm } td, th { border: 0.5pt solid }",
    "two-columns": "@page { size: A4; margin: 20mm 15mm } .text { columns: 2; column-gap: 8mm } html { hyphens: auto } "
                   "p + p { text-indent: 10pt; } p { margin: 0 } body { font-size: 9.5pt; font-family: 'Liberation Sans', sans-serif } h2 { font-size: 11pt; text-transform: uppercase }",
    # small pages without running heads; headings only in bold, no room between paragraphs
    "damaged": "@page { size: 95mm 150mm; margin: 9mm } p { margin: 0; text-align: left } h2 { font-size: 10pt; margin: 2pt 0 } ul { margin: 0 }",
}


def inline(text):
    text = html.escape(text, quote=False)
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text)


def page_of(line):
    page = re.search(r"page=(\w+)", line)
    return page and page[1]


def items(lines, depth=0):
    out = "<ul>"
    while lines:
        indent = len(lines[0]) - len(lines[0].lstrip())
        if indent < depth:
            break
        if indent > depth:
            out = out.removesuffix("</li>") + items(lines, indent) + "</li>"
            continue
        text = lines.pop(0).strip()[2:]
        while lines and not lines[0].lstrip().startswith("- "):
            text += " " + lines.pop(0).strip()
        out += f"<li>{inline(text)}</li>"
    return out + "</ul>"


def body(source, style):
    out, page, pages = "", None, []
    for part in re.split(r"\n\s*\n", source):
        lines = part.strip().splitlines()
        if not lines:
            continue
        if lines[0].startswith("#"):
            own = page_of(lines[0])
            if own and own != page and "size: 95mm" not in style:
                out += ("</div>" if page else "") + f'<div class="text" style="page: p{own}">'
                page, _ = own, pages.append(own)
            elif not page:
                out += '<div class="text">'
                page = own or "0"
            words = re.sub(r"\s*\{.*\}", "", lines[0].lstrip("# "))
            out += f"<h2>{inline(words)}</h2>"
        elif lines[0].startswith("|"):
            rows = [[inline(cell.strip()) for cell in line.strip("| ").split("|")] for line in lines if "---" not in line]
            out += "<table>" + "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows) + "</table>"
        elif lines[0].lstrip().startswith("- "):
            out += items(list(lines))
        else:
            out += f"<p>{inline(' '.join(lines))}</p>"
    font = re.findall(r"(?:font|font-family): (?:[\d.pt/]+ )?('[^']+')", PLAIN + style)[-1]
    heads = "".join(
        f'@page p{own} {{ @top-center {{ content: "The Otter and the Lamp"; font: 8pt {font} }} @bottom-center {{ content: "{own}"; font: 9pt {font} }} }} ' for own in pages
    )
    return f"<html lang=en><meta charset=utf-8><style>{PLAIN}{style}{heads}</style>{out}</div></html>"


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    files = [("booklet.md", name, name) for name in LAYOUTS]
    files += [("sheet.md", f"sheet-{name}", name) for name in ["one-column", "two-columns"]]
    files += [("fair.md", f"fair-{name}", name) for name in ["two-columns", "damaged"]]
    for source, name, layout in files:
        source, style = (HERE / source).read_text(), LAYOUTS[layout]
        with tempfile.TemporaryDirectory() as work:
            page = pathlib.Path(work) / "page.html"
            page.write_text(body(source, style))
            target = folder / f"{name}.pdf"
            subprocess.run(
                ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-pdf-tagging", "--no-pdf-header-footer", f"--print-to-pdf={work}/page.pdf", str(page)],
                check=True, stderr=subprocess.DEVNULL,
            )
            subprocess.run(["qpdf", "--object-streams=generate", "--recompress-flate", "--compression-level=9", f"{work}/page.pdf", str(target)], check=True)


main()
