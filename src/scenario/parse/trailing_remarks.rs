//! Leaves out the comments and remarks behind the troops of a line:
//! `12 Wb(O)  # maybe 8 next time?`.

use super::{parser::ScenarioParser, statement_line::count_numbers};
use crate::{scenario::token::ScenarioToken, text::Span};

impl ScenarioParser<'_> {
    /// Returns a line with troops without a comment behind them: `# maybe 8 next time?`.
    pub(super) fn without_comment(&self, span: Span) -> Span {
        /// This sign is also between the parts of an army.
        const PARTS: &str = " // ";
        const MARKS: [&str; 4] = [" # ", PARTS, " <- ", " <-- "];
        let words = span.of(self.text);
        let comment = |mark: &&str| {
            // `8 Bw(O) 32 = 96 // Georgios Sub-gen 1 Irr Cm(O) 16`
            let is_part = |at: &usize| {
                let behind = Span::new(span.start() + at + mark.len(), span.end());
                *mark == PARTS && self.names_general(&self.tokens(behind))
            };
            let mut places = words.match_indices(*mark).map(|(at, _)| at);
            places.find(|at| !is_part(at))
        };
        let at = MARKS.iter().filter_map(comment).min();
        let at = at.or_else(|| self.remark_apart(span));
        let kept =
            at.map(|at| Span::new(span.start(), span.start() + words[..at].trim_end().len()));
        kept.filter(|kept| !self.is_strict() && self.is_troop_line(*kept))
            .unwrap_or(span)
    }

    /// Returns the byte of a line at which a remark begins that stands apart from troops and what they
    /// cost: `1 Reg Cv(O) C-in-C, 23     OK - two generals, so 15 each`.
    fn remark_apart(&self, span: Span) -> Option<usize> {
        const MIN_WORDS: usize = 3;
        let words = span.of(self.text);
        words.match_indices("   ").find_map(|(at, _)| {
            let left = self.tokens(Span::new(span.start(), span.start() + at));
            let right = self.tokens(Span::new(span.start() + at, span.end()));
            // `Irr Cv O   7   Arab nobles, incl. C-in-C   7   59` begins with the number of elements
            let is_costed = left.last().is_some_and(ScenarioToken::is_number)
                && (count_numbers(&left) > 1 || self.names_general(&left))
                && self.names_troops(&left);
            // `   + 8 Hd(O) (8)` goes on with troops
            let adds = right.first()?.is_sign("+");
            let lead = right.iter().position(ScenarioToken::is_number);
            let lead = lead.filter(|lead| *lead > 0 && !adds)?;
            let plain = right[..lead].iter().filter(|token| token.is_word());
            // `(painted in 2016)`, `bought 20 in 2014`; `Gauls    40` is a column
            let gap = right[lead - 1].span.end()..right[lead].span.start();
            let is_within = gap.len() < 2 && lead + 1 < right.len();
            let is_remark = plain.count() >= MIN_WORDS || is_within;
            (is_costed && is_remark).then_some(at)
        })
    }
}
