//! The sheet of paper: its size, what stands at its head and foot, and the first lines that say what is on it.

use crate::{
    analysis::{Query, Volume},
    export::html::{Page, css},
};
use maud::{Markup, html};

/// The size of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 148 by 210 mm.
    A5,
}

/// Whose words stand on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wording {
    /// This project's alone.
    Restated,
    /// Those of the user's library where it holds them: the copy is for its owner.
    Printed,
}

impl Paper {
    fn class(self) -> &'static str {
        match self {
            Self::A4 => "a4",
            Self::A5 => "a5",
        }
    }

    /// Size and margins, for `@page`.
    fn measures(self) -> &'static str {
        match self {
            Self::A4 => "size: A4; margin: 19mm 17mm 18mm 17mm",
            Self::A5 => "size: A5; margin: 15mm 11mm 14mm 11mm",
        }
    }
}

impl Wording {
    /// What stands at the foot of every sheet.
    pub(super) fn foot(self) -> &'static str {
        match self {
            Self::Restated => "restated, not official · … as printed, not held",
            Self::Printed => "printed words where held: this copy is for its owner · … not held",
        }
    }

    /// The same at more length.
    pub(super) fn notice(self) -> &'static str {
        match self {
            Self::Restated => {
                "The words are restated by this project: they are not those of the rulebook, and not official. \
                 An ellipsis (…) stands for words that are in the booklet and not held here."
            }
            Self::Printed => {
                "This copy has printed words out of its owner's own library. They belong to their authors: this copy is for its owner, and not to be \
                 passed on. Words with “print” behind them are the printed ones; all others are restated by this project, and not official. An ellipsis (…) stands for words that are not held here."
            }
        }
    }
}

/// What all pages of one export say at head and foot.
pub(super) struct Sheet<'a> {
    /// What it is, in a few words: `amendments`.
    pub(super) what: &'a str,
    /// The question that it answers.
    pub(super) query: &'a Query,
    /// On what paper.
    pub(super) paper: Paper,
    /// In whose words.
    pub(super) wording: Wording,
    /// The style of this kind of page, besides that of all.
    pub(super) style: &'a str,
}

impl Sheet<'_> {
    /// The page as a file.
    pub(super) fn draw(&self, body: &Markup) -> String {
        let name = self.name();
        let title = format!("{name}: {}", self.what);
        let view = format!("profile {}, as of {}", self.query.profile, self.query.as_of);
        let head = format!(
            "@page {{ {}; @top-left {{ content: {} }} @top-right {{ content: {} }} @bottom-left {{ content: {} }} @bottom-right {{ content: counter(page) \" / \" counter(pages) }} }}",
            self.paper.measures(),
            css(&title),
            css(&view),
            css(self.wording.foot())
        );
        let style = format!("{head}\n{}\n{}", include_str!("sheet.css"), self.style);
        let body = html! {
            body class=(self.paper.class()) { (body) }
        };
        Page {
            title: &title,
            style: &style,
            script: None,
            body,
        }
        .draw()
    }

    /// `DBM 3.4`
    pub(super) fn name(&self) -> String {
        format!(
            "{} {}",
            self.query.ruleset.to_uppercase(),
            self.query.edition
        )
    }

    /// The first lines: what this is, what it counts, and how it is to be read.
    pub(super) fn opening(
        &self,
        title: &str,
        heading: &str,
        notices: &[String],
        documents: &[Volume],
        reading: &Markup,
    ) -> Markup {
        html! {
            header {
                p.ruleset { (title) }
                h1 { (heading) }
                p.view { "Edition " b { (self.query.edition) } ", profile " b { (self.query.profile) } ", as known on " b { (self.query.as_of) } "." }
                @for notice in notices { p.notice { (notice) } }
                p.wording { (self.wording.notice()) }
                (reading)
                @if !documents.is_empty() {
                    p.documents {
                        b { "What counts: " }
                        @for (at, document) in documents.iter().enumerate() {
                            @if at > 0 { "; " }
                            (document.title)
                            @if let Some(day) = &document.published { " (" (day) ")" }
                        }
                        "."
                    }
                }
            }
        }
    }
}
