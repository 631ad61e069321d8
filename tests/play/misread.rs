//! What players write and a reader of lists may take for something else: it is read, or reported.

use super::{SHIPPED, TODAY};
use rulebook::{
    analysis::Request,
    diagnostic::Severity,
    scenario::{CheckOptions, SumSection, SumValue},
    text::SourceId,
};

/// A list as it was read.
struct Reading {
    /// The parts with their totals: `Command 1: AP 30, EE 2`.
    parts: Vec<String>,
    errors: Vec<String>,
    notes: Vec<String>,
}

/// Reads a list at the edition that it names.
fn read(text: &str) -> Reading {
    let (analysis, checker) = &*SHIPPED;
    let options = CheckOptions {
        request: Request::default(),
        today: TODAY,
    };
    let bound = checker.bind(analysis, SourceId(u32::MAX), text, &options);
    let bound = bound.expect("a known edition");
    let value = |own: &SumValue| own.value.clone().unwrap_or_else(|| "?".to_owned());
    let part = |part: &SumSection| {
        let tables = part.tables.iter();
        let totals = tables.flat_map(|table| table.columns.iter().zip(&table.totals));
        let totals = totals.filter_map(|(column, total)| {
            let total = total.as_ref()?;
            Some(format!("{column} {}", value(total)))
        });
        let rows = part.rows.iter();
        let rows = rows.map(|row| format!("{} {}", row.words, value(&row.sum)));
        let all: Vec<String> = totals.chain(rows).collect();
        format!("{}: {}", part.name, all.join(", "))
    };
    let found = bound.diagnostics(analysis);
    let messages = |is_note: bool| {
        let found = found.iter();
        let own = found.filter(|own| (own.severity == Severity::Note) == is_note);
        own.map(|own| own.message.clone()).collect()
    };
    Reading {
        parts: bound.sums().parts.iter().map(part).collect(),
        errors: messages(false),
        notes: messages(true),
    }
}

/// Two commands of Gauls below some lines.
fn gauls(head: &str) -> String {
    format!(
        "{head}\n\nCommand 1\n1 Irr Cv(O) C-in-C 17\n20 Irr Wb(S) 100\n\nCommand 2\n1 Irr Cv(O) sub-general 17\n10 Irr Wb(S) 50\n"
    )
}

#[test]
fn points_above_the_troops_are_the_limit() {
    for head in [
        "Gauls\nDBM 3.4, 150AP",
        "Gauls (II/11) 150 pts\nDBM 3.4",
        "Hi all, what I am bringing on the day is below, 150 points of Gauls at DBM 3.4 and no more.",
        "Gauls\nDBM 3.4\n150 AP",
        "Gauls\nDBM 3.4\npointsLimit: 150",
    ] {
        let found = read(&gauls(head)).errors;
        assert!(
            found.iter().any(|own| own.contains("150")),
            "{head}: {found:?}"
        );
    }
    let other = read(&gauls("Gauls, 117 AP\nDBM 3.4")).errors;
    assert!(other.is_empty(), "{other:?}");
}

#[test]
fn points_above_the_troops_that_are_not_used_are_named() {
    let found = read(&gauls("Gauls, 333 AP\nDBM 3.4")).notes;
    assert!(
        found
            .iter()
            .any(|own| own.starts_with("333 is not compared")),
        "{found:?}"
    );
}

#[test]
fn a_number_beside_a_total_is_compared_or_named() {
    let text = gauls("DBM 3.4") + "\nTotal 184 AP, 32 EE (17 to go)\n";
    let found = read(&text);
    assert!(
        found
            .notes
            .iter()
            .any(|own| own.starts_with("17 is not compared")),
        "{:?}",
        found.notes
    );
}

#[test]
fn a_column_has_its_heading_rows_and_total() {
    let text = "DBM 3.4\n\nCOMMAND 1 (C-in-C)          COMMAND 2 (Sub)\n1 Irr Cv(O) C-in-C   17     1 Irr Cv(O) Sub    17\n8 Irr Wb(S)          40     6 Irr Wb(S)        30\n4 Irr Ps(O)           8\nTotal                65     Total              48\n";
    let found = read(text);
    let parts = found.parts.join("; ");
    assert!(
        parts.contains("AP 65") && parts.contains("AP 47"),
        "{parts}"
    );
    assert!(
        found.errors.iter().any(|own| own.contains("47 AP, not 48")),
        "{:?}",
        found.errors
    );
}

#[test]
fn columns_that_are_not_told_apart_are_reported() {
    let text = "DBM 3.4\n\nCommand 1 | Command 2\n1 Irr Cv(O) C-in-C | 1 Irr Cv(O) Sub\n8 Irr Wb(S) | 6 Irr Wb(S)\n";
    let found = read(&text.replace('\n', " |\n").replace("\n\n", "\n")).notes;
    assert!(
        found.iter().any(|own| own.contains("side by side")),
        "{found:?}"
    );
}

#[test]
fn several_armies_are_told_apart() {
    let second = gauls("DBM 3.4") + "\nArmy total 184 AP\n\n" + &gauls("Germans");
    let skirmish = "DBx skirmish\n\nREDS (2 figures)\n1 officer\n1 sniper\n\nBLUES (3 figures)\n1 officer\n2 GIs\n";
    let table = "Side,Name,Number,Class\nLaw,Cole,1,Officer\nLaw,Men,4,GI\nGang,Bart,1,Officer\nGang,Men,6,Irregular\n";
    let table = format!("DBx skirmish\n\n{table}");
    let columns = "DBA\n\nPICTS (Bridei)      ANGLES (Ecgfrith)\n1 x Cv general      1 x Sp general\n2 x LH              9 x Sp\n8 x Pk              1 x Cv\n";
    for (text, own) in [
        (second.as_str(), ["AP 184", "Germans: AP 184"]),
        (
            skirmish,
            [
                "REDS (2 figures): figures 2",
                "BLUES (3 figures): figures 3",
            ],
        ),
        (&table, ["Law: figures 5", "Gang: figures 7"]),
        (
            columns,
            [
                "PICTS (Bridei): elements 11",
                "ANGLES (Ecgfrith): elements 11",
            ],
        ),
    ] {
        let found = read(text);
        let parts = found.parts.join("; ");
        assert!(own.iter().all(|own| parts.contains(own)), "{text}: {parts}");
        assert!(found.errors.is_empty(), "{text}: {:?}", found.errors);
    }
}

#[test]
fn what_is_not_taken_is_not_counted() {
    for line in [
        "general: Cv or LH -> I take Cv",
        "Littoral in my list: Ax, Bw.",
        "12 elements, of which 3 are held back (1 El, 2 Ax)",
        "option: taken instead of 3 Cv",
    ] {
        let list = format!("DBA\n\n1 x Cv general\n2 x Cv\n3 x Ax\n6 x Bw\n{line}\n");
        let parts = read(&list).parts.join("; ");
        assert!(parts.contains("elements 12"), "{line}: {parts}");
    }
}

#[test]
fn lines_that_seem_to_be_some_of_those_above_are_not_counted() {
    let list = "DBA\n\n1 x Cv general\n9 x Cv\n2 x Ax\n\nHeld back to land:\n2 x Ax\n";
    let found = read(list);
    assert!(found.errors.is_empty(), "{:?}", found.errors);
    assert!(
        found
            .notes
            .iter()
            .any(|own| own.contains("some of those above")),
        "{:?}",
        found.notes
    );
}

#[test]
fn what_a_key_says_of_the_army_is_compared() {
    let figures =
        "DBx skirmish\n\n1st Command: Lt Dawes\n1 officer\n6 GIs\nfigures in command: 9\n";
    let core =
        "Warmaster Ancients\n\nInfantry 4\nCavalry 2\n\nCore units: 10 (not the skirmishers)\n";
    for (text, own) in [(figures, "come to 7, not 9"), (core, "10 core units")] {
        let found = read(text).errors;
        assert!(
            found.iter().any(|found| found.contains(own)),
            "{text}: {found:?}"
        );
    }
}

#[test]
fn baggage_of_each_command_is_counted_for_each() {
    let found = read(&(gauls("DBM 3.4") + "\nbaggage  3 per command\n"));
    assert!(
        found
            .parts
            .join("; ")
            .contains("elements (with baggage) 38"),
        "{:?}",
        found.parts
    );
}

#[test]
fn a_row_with_one_count_is_one_line() {
    let text = "Warmaster Ancients\n\nGeneral 125\n4 Legionaries @60 240\n1 Artillery (bolt shooter) @50 50\n";
    let parts = read(text).parts.join("; ");
    assert!(parts.contains("Core units 5"), "{parts}");
}

#[test]
fn troops_in_a_sentence_are_read_or_reported() {
    let text = "DBM 3.3, here is my list for the day, and it is short. Charles is a Reg Kn(S) C-in-C at 35\nand he leads six Reg Kn(O) at 12 and eight mounted... no, put them on foot, eight\nReg Bw(S) at 7, with three Reg Kn(O).\n";
    let found = read(text);
    let parts = found.parts.join("; ");
    assert!(
        parts.contains("AP 199") || parts.contains("AP ?") && !found.notes.is_empty(),
        "{parts}: {:?}",
        found.notes
    );
}

#[test]
fn options_of_which_one_is_taken_are_one_line() {
    let list = "DBA 2.2\n\n1 x 3Cv (général)\n1 x 3Cv\n4 x (4Sp or 4Wb) -> 4Wb\n3 x (2Ps or 3Ax) -> 2 x 2Ps, 1 x 3Ax\n3 x 4Bd//3Kn\n\nSo 3Cv x2, 4Wb x4, 4Bd x3, 2Ps x2, 3Ax x1 = 12 elements.\n";
    let found = read(list);
    assert!(found.errors.is_empty(), "{:?}", found.errors);
    assert!(
        found.parts.join("; ").contains("elements 12"),
        "{:?}",
        found.parts
    );
}

#[test]
fn a_base_that_there_is_not_does_not_multiply_the_others() {
    let list = "DBA 2.2\n\n1x HCh (Gen)\n7x 4Bw\n1x 9Sp\n3x 2Ps\n";
    let found = read(list);
    assert!(
        found.notes.iter().any(|own| own.contains("not understood")),
        "{:?}",
        found.notes
    );
}

#[test]
fn baggage_is_of_the_command_above_whose_total_it_is() {
    let text = "DBM 3.4\n\nCommand 1\n1 Irr Cv(O) C-in-C 17\n8 Irr Wb(S) 40\n4 Bge with Brennus\nTotal 57\n\nCommand 2 (ally)\n1 Irr Cv(O) ally-general 12\n8 Irr Wb(S) 40\n\n2 Bge 0\nTotal 52\n";
    let found = read(text);
    assert!(
        found.errors.iter().any(|own| own.contains("baggage")),
        "{:?}: {:?}",
        found.parts,
        found.errors
    );
}

#[test]
fn the_head_of_a_column_says_what_its_price_is_of() {
    let text = "DBM 3.4\nNb\tTroupes\tCoût unit.\tCoût\n1\tIrr Kn(S) général en chef\t22\t22\n12\tReg Bw(S) archers\t7\t84\n4\tIrr Ps(O)\t2\t8\n2\tIrr Kn(S)\t12\t24\n";
    let found = read(text).errors;
    assert!(
        found.iter().any(|own| own.contains("costs 6.5 AP, not 7"))
            && !found
                .iter()
                .any(|own| own.contains("not 84") && own.contains("6.5")),
        "{found:?}"
    );
}

#[test]
fn numbers_in_several_words_and_signs_for_the_same_are_read() {
    let words = read("DBM 3.4\n\n1 Irr Cv(O) C-in-C 17\nTreinta y dos Irr Wb(O) 96\n");
    assert!(words.parts[0].contains("AP 113"), "{:?}", words.parts);
    let table =
        "DBM 3.4\n\n| No | Troops | AP |\n| 1 | Irr Cv(O) C-in-C | 17 |\n| 8 | Irr Wb(S) | 40 |\n";
    for sign in ["\"", "ditto"] {
        let read = read(&format!("{table}| 4 | {sign} | 20 |\n"));
        assert!(read.parts[0].contains("AP 77"), "{sign}: {:?}", read.parts);
    }
}

#[test]
fn a_repeated_cell_without_a_count_is_no_panic() {
    read("DBM 3.4\n\n| Troops |\n| 6 Baggage |\n| ditto |\n| 1 Irr Cv(O) C-in-C | 17 |\n");
}

#[test]
fn a_comment_without_end_hides_nothing() {
    let list = read("DBM 3.4\n\n1 Irr Cv(O) C-in-C 17\n<!-- old\n8 Irr Wb(O) 24\n");
    assert!(list.parts[0].contains("AP 41"), "{:?}", list.parts);
}

#[test]
fn a_speaker_in_front_of_a_line_is_no_part_of_it() {
    let chat = "<Omar> DBM 3.4\n<Omar> cmd1 Khan cinc: 1 Irr Cv(O) gen, 8 Irr LH(F)\n<Omar> cmd2 Bey sub: 1 Irr Cv(O) gen, 6 Irr Wb(O)\n";
    let list = read(chat);
    assert!(list.parts[0].contains("AP 84, EE 16"), "{:?}", list.parts);
}
