//! `PrintLayout`: renders the common parts of HTML to print: paper, header, footer, introduction.

use crate::{
    analysis::{PrintHead, ViewDescription},
    export::html::{HtmlPage, css_string},
    model::{PartialDate, Ruleset},
};
use maud::{Markup, html};

/// The size of the paper: A4, A5 or US Letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PaperSize {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 148 by 210 mm.
    A5,
    /// 8.5 by 11 inches.
    Letter,
}

/// Whether a page to print contains printed wording, and whether the rest restates print; selects
/// its footer and notice, not the wording itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordingNotice {
    /// Whether it contains the printed wording of the user's library where available: the copy is
    /// for its owner.
    pub printed: bool,
    /// Whether words that are not printed restate print.
    pub restated: bool,
}

impl PaperSize {
    fn class(self) -> &'static str {
        match self {
            Self::A4 => "a4",
            Self::A5 => "a5",
            Self::Letter => "letter",
        }
    }

    /// Returns size and margins for `@page`.
    fn page_rule(self) -> &'static str {
        match self {
            Self::A4 => "size: A4; margin: 19mm 17mm 18mm 17mm",
            Self::A5 => "size: A5; margin: 15mm 11mm 14mm 11mm",
            Self::Letter => "size: letter; margin: 17mm 18mm 16mm 18mm",
        }
    }
}

impl WordingNotice {
    /// Returns the notice of a ruleset.
    pub fn new(ruleset: &Ruleset, printed: bool) -> Self {
        Self {
            printed,
            restated: ruleset.has_restatements(),
        }
    }

    /// Returns the footer of every page.
    pub(super) fn footer(self) -> &'static str {
        match (self.printed, self.restated) {
            (true, _) => {
                "printed wording where available: for its owner alone · … text not included"
            }
            (false, true) => "restated, not official · … text not included",
            (false, false) => "… text not included",
        }
    }

    /// Returns the footer of a slip.
    pub(super) fn slip_footer(self) -> &'static str {
        match (self.printed, self.restated) {
            (true, _) => "for the owner of the booklet only",
            (false, true) => "restated, not official; … text not included",
            (false, false) => "… text not included",
        }
    }

    /// Returns the notice about the wording.
    pub(super) fn notice(self) -> String {
        let mut out = String::new();
        if self.printed {
            out += "This copy contains printed words from its owner's library. They belong to their authors: this copy is for its owner alone; do not \
                    pass it on. Words followed by “print” are the printed ones";
            out += if self.restated {
                "; all others are restated by this project, and not official. "
            } else {
                ". "
            };
        } else if self.restated {
            out += "The words are restated by this project: they are not those of the rulebook, and not official. ";
        }
        let of = if self.printed || !self.restated {
            ""
        } else {
            " of the booklet"
        };
        out + &format!("An ellipsis (…) marks words{of} that are not included here.")
    }
}

/// The frame of HTML to print: subject, query, paper, wording notice and style sheet; renders
/// header, footer and introduction.
pub(super) struct PrintLayout<'a> {
    /// The subject in a few words: `amendments`.
    pub(super) what: &'a str,
    /// The query that it answers.
    pub(super) query: &'a ViewDescription,
    pub(super) paper: PaperSize,
    pub(super) wording: WordingNotice,
    /// The style sheet of this kind of page, in addition to the common one.
    pub(super) style: &'a str,
}

impl PrintLayout<'_> {
    /// Renders `body` as one HTML file with the style sheets, header and footer.
    pub(super) fn render(&self, body: &Markup) -> String {
        let name = self.name();
        let title = format!("{name}: {}", self.what);
        let view = format!("profile {}, as of {}", self.query.profile, self.query.day());
        let head = format!(
            "@page {{ {}; @top-left {{ content: {} }} @top-right {{ content: {} }} @bottom-left {{ content: {} }} @bottom-right {{ content: counter(page) \" / \" counter(pages) }} }}",
            self.paper.page_rule(),
            css_string(&title),
            css_string(&view),
            css_string(self.wording.footer())
        );
        let style = format!("{head}\n{}\n{}", include_str!("sheet.css"), self.style);
        let body = html! {
            body class=(self.paper.class()) { (body) }
        };
        HtmlPage {
            title: &title,
            style: &style,
            script: None,
            policy: "",
            body,
        }
        .render()
    }

    /// Returns `DBM 3.4`.
    pub(super) fn name(&self) -> String {
        format!(
            "{} {}",
            self.query.ruleset.to_uppercase(),
            self.query.edition
        )
    }

    /// Renders the introduction: what the page is, which documents count, and how to read it.
    pub(super) fn opening(&self, head: &PrintHead, heading: &str, reading: &Markup) -> Markup {
        html! {
            header {
                p.ruleset { (head.title) }
                h1 { (heading) }
                p.view { "Edition " b { (self.query.edition) } ", profile " b { (self.query.profile) } ", as known on " b { (self.query.day()) } "." }
                @for notice in &head.notices { p.notice { (notice) } }
                p.wording { (self.wording.notice()) }
                (reading)
                @if !head.documents.is_empty() {
                    p.documents {
                        b { "Documents applied: " }
                        @for (at, document) in head.documents.iter().enumerate() {
                            @if at > 0 { "; " }
                            (document.title)
                            @if let Some(day) = &document.published { " (" (PartialDate::words_of_iso(day)) ")" }
                        }
                        "."
                    }
                }
            }
        }
    }
}
