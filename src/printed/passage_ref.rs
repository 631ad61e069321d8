//! Lists the printed passages of an instruction: itself, or the numbered parts of its payload.

use crate::import::PrintedInstruction;

/// A reference to a printed passage: an instruction, or a numbered part of its payload by index.
#[derive(Clone, Copy)]
pub(super) struct PassageRef<'a> {
    pub(super) instruction: &'a PrintedInstruction,
    /// The index of the part; `None` if the instruction has no payload.
    pub(super) passage: Option<usize>,
    /// Whether it is the instruction itself and not a further part.
    pub(super) leads: bool,
}

impl PassageRef<'_> {
    /// Returns the payload in our notation.
    pub(super) fn text(self) -> String {
        match self
            .passage
            .and_then(|at| self.instruction.passages.get(at))
        {
            Some(passage) => match passage
                .heading
                .as_ref()
                .filter(|_| !passage.text.starts_with("###"))
            {
                Some(heading) => format!("### {heading}\n\n{}", passage.text),
                None => passage.text.clone(),
            },
            // tables of values are no passages
            None => {
                let payloads = self
                    .instruction
                    .operations
                    .iter()
                    .map(|operation| operation.payload.as_str());
                payloads
                    .filter(|payload| !payload.is_empty())
                    .collect::<Vec<_>>()
                    .join("\n\n")
            }
        }
    }
}

/// Returns the passages of an instruction, or the instruction itself if it has no payload.
pub(super) fn printed_passages(instruction: &PrintedInstruction) -> Vec<PassageRef<'_>> {
    if instruction.passages.is_empty() {
        return vec![PassageRef {
            instruction,
            passage: None,
            leads: true,
        }];
    }
    let one = |at: usize| PassageRef {
        instruction,
        passage: Some(at),
        leads: instruction.passages[at].number == instruction.number,
    };
    (0..instruction.passages.len()).map(one).collect()
}
