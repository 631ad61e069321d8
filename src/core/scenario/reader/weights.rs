//! The weights by which the reader of lists compares readings of a line, in one place.

/// A number is the known cost of one.
pub(super) const KNOWN_EACH: f64 = 3.0;
/// A number is the known cost of all of them.
pub(super) const KNOWN_TOTAL: f64 = 5.0;
/// A number is the product of the count and another number of the line.
pub(super) const PRODUCT: f64 = 3.0;
/// A number is the known equivalents of all of them.
pub(super) const KNOWN_EE: f64 = 2.0;
/// A number has a label that fits its role.
pub(super) const LABEL: f64 = 2.0;
/// A cost of all of them that is in brackets, as a sum so far may be.
pub(super) const IN_BRACKETS: f64 = -0.2;
/// A number has a label that contradicts its role.
pub(super) const OTHER_LABEL: f64 = -4.0;
/// A number has no role.
pub(super) const LEFT_OVER: f64 = -1.6;
/// A number without a label that a known cost contradicts.
pub(super) const NOT_KNOWN: f64 = -0.8;
/// A number without a label where no cost is known.
pub(super) const PLAIN_AMOUNT: f64 = 0.5;
/// The count is directly in front of the troops.
pub(super) const COUNT_BEFORE: f64 = 1.5;
/// The count is the first number of the entry, further in front of the troops.
pub(super) const COUNT_FIRST: f64 = 0.8;
/// The count is behind the troops.
pub(super) const COUNT_BEHIND: f64 = 0.4;
/// The count has a sign for times next to it.
pub(super) const COUNT_TIMES: f64 = 1.0;
/// The count is on the side where other lines of the text have it.
pub(super) const COUNT_HABIT: f64 = 1.2;
/// There is no count, and a leader, who is one.
pub(super) const ONE_LEADER: f64 = 0.6;
/// There is no count, and no leader.
pub(super) const NO_COUNT: f64 = -4.8;
/// The count is two numbers multiplied: `2x6`.
pub(super) const COUNT_PRODUCT: f64 = 0.5;
/// A drill that only the cost shows.
pub(super) const IMPLIED_DRILL: f64 = -0.2;
/// A drill that only the cost shows, and that most troops have.
pub(super) const USUAL_DRILL: f64 = -0.1;
/// A rank that only the cost shows.
pub(super) const IMPLIED_RANK: f64 = -1.2;
/// A cost that is that of another number of leaders in the army.
pub(super) const OTHER_LEADERS: f64 = -0.1;
/// An entry begins at the border of a cell, a semicolon or the end of a sentence.
pub(super) const STRONG_BORDER: f64 = 1.5;
/// An entry begins behind a comma, a joining sign or a conjunction.
pub(super) const BORDER: f64 = 1.0;
/// An entry begins at a number.
pub(super) const AT_NUMBER: f64 = 0.4;
/// An entry begins in the middle of a phrase.
pub(super) const NO_BORDER: f64 = -0.6;
/// A number has a label that fits its role, and a known cost contradicts it.
pub(super) const LABEL_UNFIT: f64 = 0.2;
/// The count is the number of the row, and there is another number.
pub(super) const INDEX: f64 = -3.5;
/// What is behind several troops is the only cost of the row.
pub(super) const ONLY_COST: f64 = 8.0;
/// An entry begins behind the word for its drill.
pub(super) const CUT_DRILL: f64 = -12.0;
/// A number without a label this many times greater or smaller than the known cost is none.
pub(super) const FAR: f64 = 4.0;
/// The score of an entry below which it is doubtful in talk.
pub(super) const DOUBTFUL: f64 = 1.5;
/// The name of a part in a column of its own.
pub(super) const HEADING: f64 = 3.0;
/// A heading begins with the key of a name.
pub(super) const HEADING_NAME: f64 = 6.0;
/// A heading has the word for a part or a section.
pub(super) const HEADING_KIND: f64 = 2.0;
/// A heading has the word for an army.
pub(super) const HEADING_SIDE: f64 = 0.5;
/// A heading has the rank of a leader.
pub(super) const HEADING_RANK: f64 = 1.5;
/// Markup makes a row a heading.
pub(super) const HEADING_MARKED: f64 = 2.0;
/// A heading ends with a colon.
pub(super) const HEADING_COLON: f64 = 1.2;
/// A blank line is above a heading.
pub(super) const HEADING_APART: f64 = 0.7;
/// Somebody speaks in a heading, or it ends like a sentence.
pub(super) const HEADING_TALK: f64 = -1.0;
/// A heading has many words.
pub(super) const HEADING_LONG: f64 = -0.8;
/// The least score of a heading that is a row.
pub(super) const HEADING_LEAST: f64 = 0.6;
/// The least score of a heading that is a row of more than five words.
pub(super) const HEADING_SENTENCE: f64 = 0.9;
/// The least score of a heading in front of troops in their row.
pub(super) const HEADING_IN_ROW: f64 = 1.5;
/// An entry with no reading.
pub(super) const UNREAD: f64 = -9.0;
/// The count has a label that says so, next to that of a fitting label.
pub(super) const COUNT_LABEL: f64 = 1.0;
/// The count is in a column of costs.
pub(super) const IN_AMOUNT: f64 = -2.0;
/// The count is in a column of something else.
pub(super) const IN_OTHER: f64 = -1.5;
/// A cost is in a column of something else.
pub(super) const OTHER_COLUMN: f64 = -1.0;
/// The number of a row, or a year, has no role.
pub(super) const LEFT_INDEX: f64 = -0.2;
/// A number of troops that cost nothing has no role.
pub(super) const LEFT_FREE: f64 = -0.3;
/// A number that is far from the known costs has no role.
pub(super) const LEFT_FAR: f64 = -0.5;
/// A number with a label of its own has no role.
pub(super) const LEFT_LABELLED: f64 = -3.0;
/// An entry begins behind a sign that rarely divides.
pub(super) const WEAK_BORDER: f64 = 0.2;
/// An entry begins within brackets.
pub(super) const IN_DEPTH: f64 = -1.0;
/// What is behind several troops begins with their only cost, without a sign.
pub(super) const COST_BEHIND: f64 = 3.0;
/// What is behind the troops begins with the sign of a sum.
pub(super) const SIGN_BEHIND: f64 = 0.6;
/// A number is behind the troops and none of them.
pub(super) const TAIL_NUMBER: f64 = -0.5;
/// The words in front of the first entry end with a colon.
pub(super) const HEAD_COLON: f64 = 0.5;
/// How much the border behind the words in front of the first entry counts.
pub(super) const HEAD_BORDER: f64 = 0.3;
/// A number is in front of the first entry and none of it.
pub(super) const HEAD_NUMBER: f64 = -0.9;
/// A rank is in front of the first entry and not its own.
pub(super) const HEAD_RANK: f64 = -1.5;
/// A drill is in front of the first entry and not its own.
pub(super) const HEAD_DRILL: f64 = -1.0;
