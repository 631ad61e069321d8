//! The vocabulary of generated clauses.

/// The words of sentences.
pub(super) const WORDS: &[&str] = &[
    "a", "across", "advance", "after", "against", "along", "an", "and", "any", "archers", "armour",
    "army", "as", "at", "away", "banner", "baron", "base", "battle", "before", "behind", "beside",
    "beyond", "block", "boat", "both", "bowmen", "bridge", "broken", "brook", "burden", "by",
    "camp", "can", "captain", "carts", "castle", "cavalry", "charge", "chariots", "cliff",
    "column", "command", "contact", "count", "cover", "crest", "dice", "ditch", "downhill", "each",
    "edge", "element", "enemy", "engine", "facing", "far", "field", "first", "flank", "foot",
    "ford", "forest", "friendly", "from", "front", "gap", "garrison", "gate", "general", "group",
    "guard", "halt", "heavy", "hedge", "hill", "holds", "horse", "if", "in", "infantry", "into",
    "isolated", "joins", "keeps", "knights", "ladder", "lake", "lance", "last", "leader", "leaves",
    "left", "less", "levy", "light", "line", "loses", "march", "marsh", "may", "militia", "moat",
    "more", "mounted", "move", "must", "near", "never", "next", "no", "not", "of", "on", "one",
    "only", "open", "or", "other", "out", "over", "own", "pace", "palisade", "pass", "pikes",
    "player", "pursue", "rank", "rear", "recoil", "reserve", "retreat", "ridge", "right", "river",
    "road", "rough", "scouts", "shaken", "shields", "shoot", "side", "siege", "single", "slope",
    "slow", "spears", "square", "stands", "steep", "stream", "support", "terrain", "than", "the",
    "their", "then", "this", "those", "through", "to", "tower", "troops", "turn", "two", "uphill",
    "valley", "village", "wagons", "wall", "warriors", "water", "wheel", "when", "while", "width",
    "within", "without", "wood", "yield",
];

/// The column labels of tables.
pub(super) const COLUMNS: [&str; 4] = ["S", "O", "I", "F"];

/// The row labels of tables.
pub(super) const ROWS: [&str; 5] = ["Knights", "Cavalry", "Spears", "Bowmen", "Militia"];
