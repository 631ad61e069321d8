//! Inputs of any size, by the kind of file that they are.

/// Makes a text of about this many bytes.
pub(super) type Generator = fn(usize) -> String;

/// The kinds of text, each with its readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// What follows the first heading of a base text.
    Base,
    /// The instructions of an amendment sheet.
    Amendments,
    /// The front matter of a rules file or scenario.
    Front,
    /// What follows the front matter of a scenario.
    Scenario,
    /// A query or an address.
    Query,
    /// A printed sheet.
    Sheet,
    /// A rule of play.
    Check,
    /// A subject index.
    Subjects,
    /// `ruleset.toml`, after the documents.
    Ruleset,
    /// `scenario.toml`.
    Vocabulary,
    /// `thesaurus.toml`.
    Thesaurus,
}

/// Repeats `piece` up to `bytes`; `%` in it is a number that counts up.
fn repeat(bytes: usize, piece: &str) -> String {
    let mut out = String::with_capacity(bytes + piece.len());
    let mut number = 0;
    while out.len() < bytes {
        number += 1;
        out += &piece.replace('%', &number.to_string());
    }
    out
}

/// Returns `head`, repetitions of `piece` and `tail`.
fn between(head: &str, bytes: usize, piece: &str, tail: &str) -> String {
    format!("{head}{}{tail}", repeat(bytes, piece))
}

/// Returns lines each of which is deeper than the one before, up to `bytes`.
fn stairs(bytes: usize, lead: &str, step: &str, line: &str) -> String {
    let (mut out, mut indent) = (String::new(), String::new());
    while out.len() < bytes {
        out += &format!("{lead}{indent}{line}\n");
        indent += step;
    }
    out
}

/// All inputs, each with its kind and name.
pub(super) const INPUTS: &[(Kind, &str, Generator)] = &[
    // rules text
    (Kind::Base, "paragraphs", |n| {
        repeat(n, "> Boats pay % coins.\n>\n")
    }),
    (Kind::Base, "paragraphs with ids", |n| {
        repeat(n, "> Boats pay % coins. {#rafts.p%}\n>\n")
    }),
    (Kind::Base, "one paragraph of many lines", |n| {
        repeat(n, "> Boats pay % coins.\n")
    }),
    (Kind::Base, "one long line of sentences", |n| {
        between("> ", n, "Boats pay % coins. ", "\n")
    }),
    (Kind::Base, "one long line without sentences", |n| {
        between("> ", n, "boats and ", "\n")
    }),
    (Kind::Base, "one long word", |n| {
        between("> ", n, "boat", "\n")
    }),
    (Kind::Base, "open links", |n| {
        between("> ", n, "[a](b", "\n")
    }),
    (Kind::Base, "links to unknown ids", |n| {
        between("> ", n, "[a](#b%) ", "\n")
    }),
    (Kind::Base, "links to known ids", |n| {
        between("> ", n, "[a](#rafts) ", "\n")
    }),
    (Kind::Base, "lines of links", |n| {
        repeat(n, "> See [a](#rafts).\n>\n")
    }),
    (Kind::Base, "open brackets", |n| between("> ", n, "[", "\n")),
    (Kind::Base, "closed brackets", |n| {
        between("> ", n, "[a]", "\n")
    }),
    (Kind::Base, "open braces", |n| between("> ", n, "{", "\n")),
    (Kind::Base, "unknown attributes", |n| {
        between("> Boats. {", n, "a%=b ", "}\n")
    }),
    (Kind::Base, "attribute sets", |n| {
        between("> ", n, "{#a%} ", "\n")
    }),
    (Kind::Base, "facts", |n| {
        repeat(n, "> Boats pay [%](fact:boats.f%) coins.\n>\n")
    }),
    (Kind::Base, "facts in one line", |n| {
        between("> ", n, "[%](fact:boats.f%) ", "\n")
    }),
    (Kind::Base, "the same fact", |n| {
        repeat(n, "> Boats pay [6](fact:boats.f) coins.\n>\n")
    }),
    (Kind::Base, "link definitions", |n| repeat(n, "[a%]: b\n")),
    (Kind::Base, "quoted link definitions", |n| {
        repeat(n, "> [a%]: b\n")
    }),
    (Kind::Base, "uses of a link definition", |n| {
        between("[a]: b\n\n> ", n, "[a] ", "\n")
    }),
    (Kind::Base, "headings", |n| {
        repeat(n, "# Boats % {#b%}\n\n> …\n\n")
    }),
    (Kind::Base, "headings without id", |n| {
        repeat(n, "# Boats %\n\n> …\n\n")
    }),
    (Kind::Base, "equal headings", |n| {
        repeat(n, "# Boats {#boats}\n\n> …\n\n")
    }),
    (Kind::Base, "empty headings", |n| repeat(n, "#\n")),
    (Kind::Base, "bullets", |n| {
        repeat(n, "> - Boats pay % coins.\n")
    }),
    (Kind::Base, "bullets with ids", |n| {
        repeat(n, "> - Boats pay % coins. {#rafts.b%}\n")
    }),
    (Kind::Base, "nested bullets", |n| {
        stairs(n, "> ", "  ", "- a")
    }),
    (Kind::Base, "quotes in one line", |n| {
        between("", n, ">", " a\n")
    }),
    (Kind::Base, "nested quotes", |n| {
        stairs(n, "> ", "> ", "a\n")
    }),
    (Kind::Base, "list markers in one line", |n| {
        between("> ", n, "- ", "a\n")
    }),
    (Kind::Base, "empty quoted lines", |n| repeat(n, ">\n")),
    (Kind::Base, "empty lines", |n| {
        between("> a\n", n, "\n", "> b\n")
    }),
    (Kind::Base, "blanks", |n| between("> a", n, " ", "b\n")),
    (Kind::Base, "emphasis", |n| between("> ", n, "*a ", "\n")),
    (Kind::Base, "closed emphasis", |n| {
        between("> ", n, "**a** ", "\n")
    }),
    (Kind::Base, "strikes", |n| {
        between("> ", n, "~~a~~ b ", "\n")
    }),
    (Kind::Base, "code", |n| between("> ", n, "`a ", "\n")),
    (Kind::Base, "backslashes", |n| between("> ", n, "\\*", "\n")),
    (Kind::Base, "tags", |n| between("> ", n, "<b", "\n")),
    (Kind::Base, "comments", |n| {
        between("> ", n, "<!-- a ", "\n")
    }),
    (Kind::Base, "closed comments", |n| {
        repeat(n, "<!-- allow a: b -->\n\n")
    }),
    (Kind::Base, "notes", |n| {
        repeat(n, "Boats are slow, see %.\n\n")
    }),
    (Kind::Base, "deviations", |n| {
        repeat(n, "**Deviation:** the sheet says %.\n\n")
    }),
    (Kind::Base, "long table", |n| {
        between("> | boat | S |\n> |---|---|\n", n, "> | Raft % | % |\n", "")
    }),
    (Kind::Base, "wide table", |n| {
        let cells = n / 24;
        format!(
            "> |{}\n> |{}\n> |{}\n",
            (0..cells).map(|c| format!(" c{c} |")).collect::<String>(),
            "---|".repeat(cells),
            (0..cells).map(|c| format!(" {c} |")).collect::<String>()
        )
    }),
    (Kind::Base, "square table", |n| {
        let side = ((n / 6) as f64).sqrt() as usize + 1;
        let row = |cell: &str| format!("> |{}\n", cell.repeat(side));
        row(" c |") + &row("---|") + &row(" 6 |").repeat(side)
    }),
    (Kind::Base, "terms", |n| {
        repeat(n, "> - **Boat %** A craft. {term=b%}\n")
    }),
    (Kind::Base, "uses of terms", |n| {
        between(
            "> - **Raft** A craft. {term=raft}\n>\n> ",
            n,
            "[rafts](term:raft) ",
            "\n",
        )
    }),
    (Kind::Base, "labels", |n| {
        repeat(n, "> - **+%** If it is laden.\n")
    }),
    (Kind::Base, "lettered items", |n| {
        between("> ", n, "(a) it is laden; ", "\n")
    }),
    (Kind::Base, "gaps", |n| repeat(n, "> …\n>\n")),
    (Kind::Base, "page references", |n| {
        between("> ", n, "see P.% ", "\n")
    }),
    (Kind::Base, "carriage returns", |n| {
        between("> a", n, "\r", "b\n")
    }),
    // instructions
    (Kind::Amendments, "insertions", |n| {
        repeat(n, "## Add paragraph at the end {n=%}\n\n> Boats % pay.\n\n")
    }),
    (Kind::Amendments, "insertions at the start", |n| {
        repeat(
            n,
            "## Add paragraph at the start {n=%}\n\n> Boats % pay.\n\n",
        )
    }),
    (Kind::Amendments, "conflicts", |n| {
        repeat(
            n,
            "## Replace paragraph % {n=%}\n\n> a\n\n## Replace paragraph % {n=x%}\n\n> b\n\n",
        )
    }),
    (Kind::Amendments, "replacements", |n| {
        repeat(n, "## Replace paragraph 1 {n=%}\n\n> Boats % pay.\n\n")
    }),
    (Kind::Amendments, "replacements of missing units", |n| {
        repeat(n, "## Replace paragraph % {n=%}\n\n> Boats pay.\n\n")
    }),
    (Kind::Amendments, "substitutions", |n| {
        repeat(n, "## Replace \"boats %\" with \"rafts %\" {n=%}\n\n")
    }),
    (Kind::Amendments, "values", |n| {
        repeat(
            n,
            "## Set values {n=%}\n\n> | boat | S |\n> |---|---|\n> | Raft | % |\n\n",
        )
    }),
    (Kind::Amendments, "a long address", |n| {
        between("## Replace ", n, "paragraph 1, ", "bullet 1\n\n> a\n")
    }),
    (Kind::Amendments, "a long quote", |n| {
        between("## Replace \"", n, "boats and ", "\" with \"a\"\n")
    }),
    (Kind::Amendments, "many quotes", |n| {
        between(
            "## Replace ",
            n,
            "\"a\" with \"b\" and ",
            "\"c\" with \"d\"\n",
        )
    }),
    (Kind::Amendments, "unknown verbs", |n| {
        repeat(n, "## Frobnicate bullet %\n\n")
    }),
    (Kind::Amendments, "one unknown verb", |n| {
        between("## ", n, "frobnicate ", "\n")
    }),
    (Kind::Amendments, "one word", |n| {
        between("## ", n, "frob", "\n")
    }),
    (Kind::Amendments, "open quotes", |n| {
        between("## Replace ", n, "\"", "\n")
    }),
    (Kind::Amendments, "ranges", |n| {
        between("## Delete bullets ", n, "%, ", "1\n")
    }),
    (Kind::Amendments, "sections", |n| {
        repeat(
            n,
            "# Boats % {#b% page=4}\n\n## Add paragraph at the end {n=%}\n\n> a\n\n",
        )
    }),
    (Kind::Amendments, "unknown sections", |n| {
        repeat(n, "# Boats % {#b%}\n\n## Delete paragraph 1 {n=%}\n\n")
    }),
    // front matter
    (Kind::Front, "keys", |n| repeat(n, "key%: %\n")),
    (Kind::Front, "the same key", |n| repeat(n, "key: %\n")),
    (Kind::Front, "deep", |n| between("key: ", n, "[", "\n")),
    (Kind::Front, "list", |n| between("key: [", n, "a, ", "a]\n")),
    (Kind::Front, "long value", |n| {
        between("key: ", n, "value ", "\n")
    }),
    (Kind::Front, "colons", |n| between("key: ", n, "a: ", "\n")),
    (Kind::Front, "anchors", |n| repeat(n, "a%: &a% b\n")),
    // scenarios
    (Kind::Scenario, "troops", |n| {
        between(
            "# Invader: A\n\n## Command 1: A\n\n",
            n,
            "- % Irr Ax(O) @3: name %\n",
            "",
        )
    }),
    (Kind::Scenario, "commands", |n| {
        between(
            "# Invader: A\n\n",
            n,
            "## Command %: A%\n\n- 8 Irr Ax(O)\n\n",
            "",
        )
    }),
    (Kind::Scenario, "generals with baggage", |n| {
        repeat(n, "Leon %, sub\n1 Reg Cv(O)\n6 Bg\n")
    }),
    (Kind::Scenario, "lines of a paragraph", |n| {
        repeat(n, "the warriors walk on to the hill number % beside a\n")
    }),
    (Kind::Scenario, "numbers below a line", |n| {
        between("Chief, Irr Cv(O)\n", n, "7\n", "")
    }),
    (Kind::Scenario, "sentences behind totals", |n| {
        repeat(
            n,
            "4 Irr Wb(O)\nTotal: %. The warriors stand well behind the 5 Irr Wb(O) here.\n",
        )
    }),
    (Kind::Scenario, "sentences about generals", |n| {
        repeat(
            n,
            "King Harald (C-in-C) has the first command. He is Irr Bd(O).\n",
        )
    }),
    (Kind::Scenario, "corrections", |n| {
        repeat(n, "4 Irr Wb(O)\nsorry, it has to be 5 Irr Wb(O), not 4\n")
    }),
    (Kind::Scenario, "commands of one name", |n| {
        between("# Invader: A\n\n", n, "## Command 1: A\n\n", "")
    }),
    (Kind::Scenario, "empty commands", |n| {
        between("# Invader: A\n\n", n, "## Command %\n", "")
    }),
    (Kind::Scenario, "sides", |n| {
        repeat(n, "# Invader: A%\n\n- 8 Irr Ax(O)\n\n")
    }),
    (Kind::Scenario, "unknown headings", |n| {
        repeat(n, "# Frob %\n\n")
    }),
    (Kind::Scenario, "unknown lines", |n| {
        between("# Invader: A\n\n", n, "- frob %\n", "")
    }),
    (Kind::Scenario, "stray lines", |n| {
        repeat(n, "- 8 Irr Ax(O)\n")
    }),
    (Kind::Scenario, "keys in a line", |n| {
        between("# Terrain\n\n- river ", n, "at: ", "\n")
    }),
    (Kind::Scenario, "keys in a troop line", |n| {
        between("# Invader: A\n\n- 1 Irr Ax(O) ", n, "at: ", "\n")
    }),
    (Kind::Scenario, "numbers before labels", |n| {
        between("# Invader: A\n\n- 1 Irr Ax(O) ", n, "% at: ", "\n")
    }),
    (Kind::Scenario, "keys with values in a line", |n| {
        between("# Invader: A\n\n- 1 Irr Ax(O) ", n, "min: % ", "\n")
    }),
    (Kind::Scenario, "words in a line", |n| {
        between("# Invader: A\n\n- 1 Irr Ax(O) ", n, "frob ", "\n")
    }),
    (Kind::Scenario, "known words in a line", |n| {
        between("# Invader: A\n\n- 1 ", n, "Irr ", "\n")
    }),
    (Kind::Scenario, "numbers in a line", |n| {
        between("# Invader: A\n\n- ", n, "% ", "\n")
    }),
    (Kind::Scenario, "one word", |n| {
        between("# Invader: A\n\n- 1 Irr Ax(O) ", n, "frob", "\n")
    }),
    (Kind::Scenario, "brackets in a line", |n| {
        between("# Invader: A\n\n- 1 Irr Ax", n, "(", "\n")
    }),
    (Kind::Scenario, "continuations", |n| {
        between("# Invader: A\n\n- 1 Irr Ax(O)\n", n, "  and more\n", "")
    }),
    (Kind::Scenario, "a long heading", |n| {
        between("# Invader ", n, "frob ", ": A\n")
    }),
    (Kind::Scenario, "text", |n| {
        repeat(n, "Words that mean nothing, %.\n\n")
    }),
    (Kind::Scenario, "comments", |n| {
        between(
            "# Invader: A\n\n",
            n,
            "<!-- allow a: b -->\n- 8 Irr Ax(O)\n",
            "",
        )
    }),
    (Kind::Scenario, "placed terrain", |n| {
        between(
            "# Defender: A\n\n# Terrain\n\n",
            n,
            "- wood at %,% to 900,900\n",
            "",
        )
    }),
    (Kind::Scenario, "costs that are wrong", |n| {
        between(
            "# Invader: A\n\n## Command 1: A\n\n",
            n,
            "- % Irr Ax(O) @9\n",
            "",
        )
    }),
    // queries
    (Kind::Query, "open brackets", |n| repeat(n, "(")),
    (Kind::Query, "closed brackets", |n| {
        between("", n / 2, "(", "raft") + &repeat(n / 2, ")")
    }),
    (Kind::Query, "closing brackets", |n| repeat(n, ")")),
    (Kind::Query, "words", |n| repeat(n, "raft ")),
    (Kind::Query, "different words", |n| repeat(n, "raft% ")),
    (Kind::Query, "one word", |n| repeat(n, "raft")),
    (Kind::Query, "quotes", |n| repeat(n, "\"")),
    (Kind::Query, "a phrase", |n| between("\"", n, "raft ", "\"")),
    (Kind::Query, "not", |n| repeat(n, "not ")),
    (Kind::Query, "minus", |n| repeat(n, "-")),
    (Kind::Query, "or", |n| between("raft", n, " or raft%", "")),
    (Kind::Query, "and", |n| between("raft", n, " and raft%", "")),
    (Kind::Query, "conditions", |n| repeat(n, "page:% ")),
    (Kind::Query, "unknown conditions", |n| repeat(n, "frob:% ")),
    (Kind::Query, "colons", |n| repeat(n, "a:")),
    (Kind::Query, "address steps", |n| {
        between("rafts", n, ", paragraph 1", "")
    }),
    // printed sheets
    (Kind::Sheet, "instructions", |n| {
        between(
            "RAFTS Page 12\n\n",
            n,
            "Para %. Replace with:\n\n\"Rafts pay % coins.\"\n\n",
            "",
        )
    }),
    (Kind::Sheet, "instructions in one line", |n| {
        between(
            "RAFTS Page 12\n\n",
            n,
            "Para %. Delete \"or barge\". ",
            "\n",
        )
    }),
    (Kind::Sheet, "headings", |n| {
        repeat(n, "RAFTS % Page %\n\nPara 1. Delete.\n\n")
    }),
    (Kind::Sheet, "a long paragraph", |n| {
        between(
            "RAFTS Page 12\n\nPara 1. Replace with:\n\n\"",
            n,
            "rafts pay\nthe next ",
            "\"\n",
        )
    }),
    (Kind::Sheet, "open quotes", |n| {
        between(
            "RAFTS Page 12\n\nPara 1. Replace with:\n\n",
            n,
            "\"a ",
            "\n",
        )
    }),
    (Kind::Sheet, "one word", |n| {
        between(
            "RAFTS Page 12\n\nPara 1. Replace with:\n\n\"",
            n,
            "raft",
            "\"\n",
        )
    }),
    (Kind::Sheet, "words", |n| {
        between("RAFTS Page 12\n\n", n, "rafts and ", "\n")
    }),
    (Kind::Sheet, "short lines", |n| repeat(n, "a\n")),
    (Kind::Sheet, "empty lines", |n| {
        between("RAFTS Page 12\n", n, "\n", "Para 1. Delete.\n")
    }),
    (Kind::Sheet, "capitals", |n| {
        repeat(n, "RAFTS AND BARGES\n\n")
    }),
    (Kind::Sheet, "bullets", |n| {
        between(
            "RAFTS Page 12\n\nAdd at the end:\n\n",
            n,
            "• Rafts pay % coins.\n",
            "",
        )
    }),
    (Kind::Sheet, "addresses", |n| {
        between("RAFTS Page 12\n\n", n, "Para 1, ", "Delete.\n")
    }),
    (Kind::Sheet, "brackets", |n| {
        between("RAFTS Page 12\n\n", n, "(", "\n")
    }),
    (Kind::Sheet, "numbers", |n| {
        between("RAFTS Page 12\n\n", n, "% ", "\n")
    }),
    (Kind::Sheet, "pages", |n| {
        repeat(n, "Page %\n\nPara 1. Delete.\n\n")
    }),
    (Kind::Sheet, "notes", |n| {
        between("RAFTS Page 12\n\n", n, "Note: rafts are slow.\n\n", "")
    }),
    (Kind::Sheet, "tables", |n| {
        between(
            "RAFTS Page 12\n\nPara 1. Replace with:\n\n",
            n,
            "Raft   %   %\n",
            "",
        )
    }),
    // rules of play
    (Kind::Check, "conditions", |n| {
        between(
            "```rule\neach side\n",
            n,
            "when total > %\n",
            "require total = 1\n```\n",
        )
    }),
    (Kind::Check, "lets", |n| {
        between(
            "```rule\neach side\n",
            n,
            "let a% = total + %\n",
            "require total = 1\n```\n",
        )
    }),
    (Kind::Check, "open brackets", |n| {
        between("```rule\neach side\nrequire ", n, "(", "\n```\n")
    }),
    (Kind::Check, "sum", |n| {
        between(
            "```rule\neach side\nrequire total = 1",
            n,
            " + total",
            "\n```\n",
        )
    }),
    (Kind::Check, "not", |n| {
        between("```rule\neach side\nrequire ", n, "not ", "total\n```\n")
    }),
    (Kind::Check, "unknown words", |n| {
        between(
            "```rule\neach side\nrequire total = ",
            n,
            "frob ",
            "\n```\n",
        )
    }),
    (Kind::Check, "examples", |n| {
        between(
            "```rule\neach side\nrequire total = 1\n```\n\n",
            n,
            "## Good %\n\n```scenario\n# Invader: A\n```\n\n",
            "",
        )
    }),
    // other files
    (Kind::Subjects, "subjects", |n| {
        repeat(n, "# Subject % {#rafts}\n\n- phrase %\n\n")
    }),
    (Kind::Subjects, "phrases", |n| {
        between("# Subject {#rafts}\n\n", n, "- phrase %\n", "")
    }),
    (Kind::Ruleset, "documents", |n| {
        repeat(
            n,
            "[document.d%]\nedition = \"2\"\npublished = 2005-06-02\n\n",
        )
    }),
    (Kind::Ruleset, "profiles", |n| {
        repeat(n, "[profile.p%]\nlayers = [\"river-2\"]\n\n")
    }),
    (Kind::Ruleset, "unknown tables", |n| {
        repeat(n, "[frob.f%]\na = 1\n\n")
    }),
    (Kind::Ruleset, "tables in one line", |n| {
        between("a = ", n, "[", "\n")
    }),
    (Kind::Vocabulary, "kinds", |n| {
        repeat(
            n,
            "[kind.k%]\nplural = \"ks%\"\n\n[kind.k%.headings]\n\"\" = [\"word %\"]\n\n",
        )
    }),
    (Kind::Vocabulary, "properties", |n| {
        between(
            "[kind.side]\nplural = \"sides\"\n\n[kind.side.property]\n",
            n,
            "p% = { number = \"\" }\n",
            "",
        )
    }),
    (Kind::Vocabulary, "words", |n| {
        between(
            "[kind.side]\nplural = \"sides\"\n\n[kind.side.property]\np = { words = {",
            n,
            "w% = [\"v%\"], ",
            "w = [] } }\n",
        )
    }),
    (Kind::Vocabulary, "headings", |n| {
        between(
            "[kind.side]\nplural = \"sides\"\n\n[kind.side.headings]\n\"\" = [",
            n,
            "\"word %\", ",
            "\"word\"]\n",
        )
    }),
    (Kind::Thesaurus, "entries", |n| {
        between("[words]\n", n, "raft% = [\"word%\"]\n", "")
    }),
    (Kind::Thesaurus, "words", |n| {
        between("[words]\nraft = [", n, "\"word%\", ", "\"word\"]\n")
    }),
    (Kind::Thesaurus, "phrases", |n| {
        between("[words]\n", n, "raft% = [\"word % of boats\"]\n", "")
    }),
];
