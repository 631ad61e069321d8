use super::{Answer, Context, Failure, command::Verb, options::Reading};
use crate::resolve::graph;

/// Print editions, documents, clauses, patches, rulings, facts and terms as one graph for Graphviz
#[derive(clap::Args)]
pub(super) struct Graph {
    /// The ruleset [default: the one in use]
    #[arg(value_name = "RULESET")]
    of: Option<String>,
    #[command(flatten)]
    reading: Reading,
}

impl Verb for Graph {
    const NAME: &'static str = "graph";

    const EXAMPLES: &'static str = "Example:
  rulebook graph dbm --at 3.4 | dot -Tsvg > dbm.svg";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        if self.reading.format.is_json() {
            return Err(
                Failure::misuse("a graph is written in the language of Graphviz only")
                    .help("leave --format out"),
            );
        }
        let analysis = context.analysis()?;
        let question = context
            .defaults(self.reading.settings())
            .question(self.of.as_deref());
        let (db, view) = context.ask(&analysis, &question)?;
        db.resolve_all();
        Ok(Answer::plain(graph::Graph::new(db, &view).dot()))
    }
}
