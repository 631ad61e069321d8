//! Draws the gaming table with all that a scenario places on it, for `rulebook sum`: as text
//! (`--map`) or as a picture (`--svg`).

use super::{
    bound_scenario::BoundScenario,
    record::RecordIx,
    value::{Area, ScenarioValue, format_number},
    vocabulary::ValueType,
};
use crate::text::Span;

/// A troop, command or terrain feature on the table: its name, area, side and kind.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedItem {
    /// The name of the item.
    pub label: String,
    /// Where the item is.
    pub area: Area,
    /// The index of the item's side in the order of the file, from 0; none if it has no side.
    pub side: Option<usize>,
    /// The name of the item's record kind: `feature`.
    pub kind: String,
}

/// The gaming table of a scenario seen from above: its area and all items with a place on it; draws
/// them as text or as SVG.
///
/// The origin is at the lower left.
#[derive(Clone, Debug, PartialEq)]
pub struct DeploymentDiagram {
    /// The area of the table: as written, else one that includes all items.
    pub table: Area,
    /// Everything on the table, in the order of the file.
    pub items: Vec<PlacedItem>,
}

/// The width of the text, in characters.
const COLUMNS: usize = 72;

/// The character for places where items overlap.
const SEVERAL: char = '#';

/// The colours of sides; people with red-green colour blindness can distinguish them, too.
const COLOURS: &[&str] = &["#0072b2", "#d55e00", "#009e73", "#cc79a7"];

impl DeploymentDiagram {
    /// Returns the diagram of a scenario; none if nothing in it has a place.
    pub fn new(bound: &BoundScenario) -> Option<Self> {
        let vocabulary = &bound.rules.vocabulary;
        let scenario = &bound.scenario;
        let place = |at: RecordIx| {
            let record = scenario.record(at);
            record.values.iter().find_map(|(property, value)| {
                match (
                    &vocabulary
                        .kind(record.kind)
                        .properties
                        .get(property)?
                        .value_type,
                    &value.value,
                ) {
                    (ValueType::Place, ScenarioValue::Area(area)) => Some((*area, value.span)),
                    _ => None,
                }
            })
        };
        let sides: Vec<u32> = scenario
            .records
            .iter()
            .enumerate()
            .filter(|(at, record)| *at > 0 && record.parent.0 == 0 && record.level > 0)
            .map(|(at, _)| at as u32)
            .collect();
        let mut items = Vec::new();
        for at in (1..scenario.records.len() as u32).map(RecordIx) {
            let Some((area, written)) = place(at) else {
                continue;
            };
            let record = scenario.record(at);
            // the words in front of the place are the label, unless a name fits better
            let before = Span::new(
                record.span.start(),
                written.start().max(record.span.start()),
            )
            .of(&bound.text);
            let before = before
                .trim()
                .trim_start_matches('#')
                .trim_end_matches("at")
                .trim()
                .trim_end_matches([',', ':']);
            let name = record.name.as_ref().map(|name| name.value.to_string());
            let label = name
                .filter(|_| before.is_empty() || record.level > 0)
                .unwrap_or_else(|| before.to_owned());
            let label = if label.is_empty() {
                vocabulary.kind(record.kind).name.to_string()
            } else {
                label
            };
            let side = scenario
                .ancestors(at)
                .find_map(|around| sides.iter().position(|side| *side == around.0));
            items.push(PlacedItem {
                label,
                area,
                side,
                kind: vocabulary.kind(record.kind).name.to_string(),
            });
        }
        let first = items.first()?.area;
        let all = items
            .iter()
            .map(|item| item.area)
            .fold(first, |all, area| Area {
                left: all.left.min(area.left),
                front: all.front.min(area.front),
                right: all.right.max(area.right),
                back: all.back.max(area.back),
            });
        let written = place(RecordIx(0)).map(|(area, _)| area);
        Some(Self {
            table: written.unwrap_or(Area {
                left: all.left.min(0.0),
                front: all.front.min(0.0),
                ..all
            }),
            items,
        })
    }

    fn width(&self) -> f64 {
        (self.table.right - self.table.left).max(1e-6)
    }

    fn depth(&self) -> f64 {
        (self.table.back - self.table.front).max(1e-6)
    }

    /// Draws the table with a letter for each item, and a legend.
    pub fn to_text(&self) -> String {
        // a character is about twice as high as it is wide
        let rows = ((self.depth() / self.width()) * COLUMNS as f64 / 2.0)
            .round()
            .clamp(4.0, 60.0) as usize;
        let mut grid = vec![vec![' '; COLUMNS]; rows];
        let column = |x: f64| {
            ((x - self.table.left) / self.width() * COLUMNS as f64).clamp(0.0, COLUMNS as f64)
        };
        let row =
            |y: f64| ((y - self.table.front) / self.depth() * rows as f64).clamp(0.0, rows as f64);
        let mut legend = String::new();
        for (at, item) in self.items.iter().enumerate() {
            let letter = letter(at);
            let (from, to) = (
                column(item.area.left).floor() as usize,
                (column(item.area.right).ceil() as usize)
                    .max(column(item.area.left).floor() as usize + 1),
            );
            let (low, high) = (
                row(item.area.front).floor() as usize,
                (row(item.area.back).ceil() as usize)
                    .max(row(item.area.front).floor() as usize + 1),
            );
            for line in grid
                .iter_mut()
                .take(high.min(rows))
                .skip(low.min(rows.saturating_sub(1)))
            {
                for cell in line
                    .iter_mut()
                    .take(to.min(COLUMNS))
                    .skip(from.min(COLUMNS - 1))
                {
                    *cell = if *cell == ' ' { letter } else { SEVERAL };
                }
            }
            legend += &format!(
                "{letter}  {} {}\n",
                item.label,
                ScenarioValue::Area(item.area).display(&Default::default())
            );
        }
        if grid.iter().flatten().any(|cell| *cell == SEVERAL) {
            legend += &format!("{SEVERAL}  more than one of them\n");
        }
        let edge = format!("+{}+\n", "-".repeat(COLUMNS));
        let body: String = grid
            .iter()
            .rev()
            .map(|line| format!("|{}|\n", line.iter().collect::<String>()))
            .collect();
        format!("{edge}{body}{edge}{legend}")
    }

    /// Draws the table as an SVG document.
    pub fn to_svg(&self) -> String {
        let scale = 900.0 / self.width();
        let (width, height) = (900.0, (self.depth() * scale).clamp(60.0, 2000.0));
        let x = |value: f64| (value - self.table.left) * scale;
        let y = |value: f64| height - (value - self.table.front) * scale;
        let mut body = String::new();
        for item in &self.items {
            let area = item.area;
            let colour = item
                .side
                .map_or("#666666", |side| COLOURS[side % COLOURS.len()]);
            let fill = if item.kind == "feature" { 0.15 } else { 0.45 };
            let (w, h) = (
                ((area.right - area.left) * scale).max(6.0),
                ((area.back - area.front) * scale).max(6.0),
            );
            let (left, top) = (x(area.left), y(area.back));
            body += &format!(
                "  <g><title>{label}, {place}</title><rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" fill=\"{colour}\" fill-opacity=\"{fill}\" stroke=\"{colour}\"/><text x=\"{tx:.1}\" y=\"{ty:.1}\">{label}</text></g>\n",
                label = escape_xml(&item.label),
                place = escape_xml(&ScenarioValue::Area(area).display(&Default::default())),
                tx = left + 4.0,
                ty = top + 14.0,
            );
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-8 -8 {} {}\" font-family=\"sans-serif\" font-size=\"12\" role=\"img\" aria-label=\"deployment on a table of {} by {}\">\n  <rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#f7f5ee\" stroke=\"#333333\"/>\n{body}</svg>\n",
            width + 16.0,
            height.round() + 16.0,
            format_number(self.width()),
            format_number(self.depth()),
        )
    }
}

fn letter(at: usize) -> char {
    let letters = ('a'..='z').chain('A'..='Z').chain('0'..='9');
    letters.clone().nth(at % letters.count()).unwrap_or('*')
}

fn escape_xml(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
