//! The architecture: the order of the layers, no import cycles, and the modules at which foreign types stop.

use petgraph::{algo::tarjan_scc, graph::DiGraph};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    sync::LazyLock,
};
use syn::{
    Attribute, ItemUse, UseTree, Visibility,
    visit::{self, Visit},
};

/// The names of a path, from left to right.
type Names = Vec<String>;

/// What a source file declares and uses, without its tests.
#[derive(Debug, Default)]
struct SourceFile {
    /// Its module, from the root of the crate.
    module: Names,
    path: String,
    /// What it re-exports, by name.
    exports: BTreeMap<String, Names>,
    /// The paths that it names.
    used: BTreeSet<Names>,
    /// The methods that it calls.
    methods: BTreeSet<String>,
}

fn is_test(attributes: &[Attribute]) -> bool {
    let is_cfg_test = |attribute: &Attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Path>()
                .is_ok_and(|path| path.is_ident("test"))
    };
    attributes.iter().any(is_cfg_test)
}

fn leaves(tree: &UseTree, before: &[String], out: &mut Vec<(String, Names)>) {
    let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
    match tree {
        UseTree::Path(path) => leaves(&path.tree, &with(&path.ident), out),
        UseTree::Group(group) => group
            .items
            .iter()
            .for_each(|item| leaves(item, before, out)),
        UseTree::Name(name) if name.ident == "self" => {
            out.push((before.last().cloned().unwrap_or_default(), before.to_vec()));
        }
        UseTree::Name(name) => out.push((name.ident.to_string(), with(&name.ident))),
        UseTree::Rename(rename) if rename.ident == "self" => {
            out.push((rename.rename.to_string(), before.to_vec()));
        }
        UseTree::Rename(rename) => out.push((rename.rename.to_string(), with(&rename.ident))),
        UseTree::Glob(_) => out.push(("*".into(), before.to_vec())),
    }
}

/// The paths in the tokens of a macro, which are not parsed.
fn paths_in(tokens: proc_macro2::TokenStream, out: &mut BTreeSet<Names>) {
    let mut path: Names = Vec::new();
    let mut joined = false;
    for token in tokens {
        match token {
            proc_macro2::TokenTree::Group(group) => paths_in(group.stream(), out),
            proc_macro2::TokenTree::Ident(name) => {
                if !joined {
                    out.insert(std::mem::take(&mut path));
                }
                path.push(name.to_string());
                joined = false;
                continue;
            }
            proc_macro2::TokenTree::Punct(punct) if punct.as_char() == ':' => {
                joined = true;
                continue;
            }
            proc_macro2::TokenTree::Punct(_) | proc_macro2::TokenTree::Literal(_) => {}
        }
        out.insert(std::mem::take(&mut path));
        joined = false;
    }
    out.insert(path);
    out.retain(|path| path.len() > 1);
}

impl<'a> Visit<'a> for SourceFile {
    fn visit_item(&mut self, item: &'a syn::Item) {
        let attributes = match item {
            syn::Item::Mod(item) => &item.attrs,
            syn::Item::Use(item) => &item.attrs,
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            _ => &Vec::new(),
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'a syn::ImplItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'a ItemUse) {
        let mut found = Vec::new();
        leaves(&item.tree, &[], &mut found);
        if matches!(item.vis, Visibility::Inherited) {
            self.used.extend(found.iter().map(|(_, path)| path.clone()));
        }
        self.exports.extend(found);
    }

    /// `pub(super)` uses nothing.
    fn visit_visibility(&mut self, _: &'a Visibility) {}

    fn visit_path(&mut self, path: &'a syn::Path) {
        let names = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string());
        self.used.insert(names.collect());
        visit::visit_path(self, path);
    }

    fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
        self.methods.insert(call.method.to_string());
        visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, call: &'a syn::Macro) {
        let mut found = BTreeSet::new();
        paths_in(call.tokens.clone(), &mut found);
        self.used.extend(found);
    }
}

/// All source files of the crate, by module.
struct Crate(BTreeMap<Names, SourceFile>);

impl Crate {
    fn read(root: &Path) -> Self {
        let mut files = BTreeMap::new();
        Self::read_folder(root, root, &mut files);
        Self(files)
    }

    fn read_folder(root: &Path, folder: &Path, files: &mut BTreeMap<Names, SourceFile>) {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                Self::read_folder(root, &path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let local = path.strip_prefix(root).expect("a path below the root");
                // the modules of the core are named as if they were here
                let local = local.strip_prefix("core").unwrap_or(local);
                let mut module: Names = local
                    .with_extension("")
                    .iter()
                    .map(|name| name.to_string_lossy().into_owned())
                    .collect();
                if module
                    .last()
                    .is_some_and(|last| matches!(last.as_str(), "mod" | "lib"))
                {
                    module.pop();
                }
                let text = fs::read_to_string(&path).expect("a readable source");
                let mut file = SourceFile {
                    module: module.clone(),
                    path: local.display().to_string(),
                    ..SourceFile::default()
                };
                // test modules in files of their own are declared under `#[cfg(test)]`
                if module.iter().any(|name| name == "tests") {
                    continue;
                }
                file.visit_file(&syn::parse_file(&text).expect("Rust"));
                files.entry(module).or_insert(file);
            }
        }
    }

    /// The module in which what `path` names in `module` is defined; none for other crates.
    fn home(&self, module: &[String], path: &[String]) -> Option<Names> {
        let first = path.first()?;
        let (mut home, mut rest): (Names, &[String]) = match first.as_str() {
            "crate" => (Vec::new(), &path[1..]),
            "self" => (module.to_vec(), &path[1..]),
            "super" => (
                module[..module.len().saturating_sub(1)].to_vec(),
                &path[1..],
            ),
            _ if self.0.contains_key(&[module, &path[..1]].concat()) => (module.to_vec(), path),
            _ => return None,
        };
        while let Some((name, behind)) = rest.split_first() {
            let child = [&home[..], std::slice::from_ref(name)].concat();
            if name == "super" {
                home.pop();
            } else if self.0.contains_key(&child) {
                home = child;
            } else {
                let file = self.0.get(&home)?;
                return match file.exports.get(name) {
                    Some(export) => self.home(&home, export).or(Some(home)),
                    None => Some(home),
                };
            }
            rest = behind;
        }
        Some(home)
    }

    /// Which module uses which.
    fn graph(&self) -> DiGraph<&SourceFile, ()> {
        let mut graph = DiGraph::new();
        let nodes: BTreeMap<&Names, _> = self
            .0
            .iter()
            .map(|(module, file)| (module, graph.add_node(file)))
            .collect();
        for (module, file) in &self.0 {
            for path in &file.used {
                if let Some(home) = self.home(module, path)
                    && home != *module
                    && nodes.contains_key(&home)
                    && nodes.contains_key(&home)
                {
                    graph.update_edge(nodes[module], nodes[&home], ());
                }
            }
        }
        graph
    }
}

/// The modules from left to right; a module may use those to its left.
const LAYERS: &[&[&str]] = &[
    &["text"],
    &["doc"],
    &["diagnostic"],
    &["syntax"],
    &["model"],
    &["op"],
    &["resolve"],
    &["search"],
    &["analysis"],
    &["scenario"],
    &["lint"],
    &["answer"],
    &["import", "export", "booklet"],
    &["printed"],
    &["verify"],
    &["disk"],
    &["lsp", "mcp", "serve"],
    &["cli"],
];

/// A foreign crate or module, and the only modules that may name it.
const FOREIGN: &[(&str, &[&str])] = &[
    ("pulldown_cmark", &["syntax"]),
    ("serde_saphyr", &["syntax"]),
    ("petgraph", &["resolve", "verify"]),
    ("hayro_interpret", &["booklet"]),
    ("tantivy", &["search"]),
    ("annotate_snippets", &["diagnostic"]),
    ("imara_diff", &["text"]),
    ("tempfile", &["disk"]),
    ("uzers", &["disk"]),
    ("std::fs", &["disk"]),
    ("maud", &["doc", "export"]),
    ("sha2", &["export"]),
    ("base64", &["export"]),
    ("flate2", &["export", "booklet", "serve"]),
    // help and JSON schema of queries are derived where their types are
    ("clap", &["analysis", "answer", "cli"]),
    ("schemars", &["analysis", "answer"]),
    ("tower_lsp", &["lsp"]),
    ("tokio", &["lsp", "mcp", "serve"]),
    ("rmcp", &["mcp"]),
    ("axum", &["serve"]),
    ("hyper", &["serve"]),
    ("ropey", &["lsp"]),
];

/// Methods of paths that look at files: only `disk` calls them.
const FILE_METHODS: &[&str] = &[
    "canonicalize",
    "canonicalize_utf8",
    "exists",
    "is_dir",
    "is_file",
    "is_symlink",
    "metadata",
    "read_dir",
    "read_dir_utf8",
    "read_link",
    "read_link_utf8",
    "symlink_metadata",
    "try_exists",
];

static OWN_CRATE: LazyLock<Crate> =
    LazyLock::new(|| Crate::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")));

#[test]
fn no_file_is_part_of_an_import_cycle() {
    let files = &*OWN_CRATE;
    let graph = files.graph();
    let mut cycles = String::new();
    for cycle in tarjan_scc(&graph)
        .into_iter()
        .filter(|cycle| cycle.len() > 1)
    {
        cycles += "a cycle:\n";
        for &node in &cycle {
            let used = graph.neighbors(node).filter(|other| cycle.contains(other));
            let used: Vec<&str> = used.map(|other| graph[other].path.as_str()).collect();
            cycles += &format!("  {} uses {}\n", graph[node].path, used.join(", "));
        }
    }
    assert!(cycles.is_empty(), "{cycles}");
}

#[test]
fn a_module_uses_only_those_to_its_left() {
    let files = &*OWN_CRATE;
    let layer = |file: &SourceFile| {
        let module = file.module.first()?;
        let layer = LAYERS.iter().position(|row| row.contains(&module.as_str()));
        Some(layer.unwrap_or_else(|| panic!("{}: `{module}` has no layer", file.path)))
    };
    let graph = files.graph();
    let mut wrong = Vec::new();
    for edge in graph.edge_indices() {
        let Some((user, used)) = graph.edge_endpoints(edge) else {
            continue;
        };
        let (user, used) = (graph[user], graph[used]);
        if let (Some(right), Some(left)) = (layer(user), layer(used))
            && user.module[0] != used.module[0]
            && left >= right
        {
            wrong.push(format!("{} uses {}", user.path, used.path));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn foreign_types_and_files_stop_at_their_module() {
    let mut wrong = Vec::new();
    for file in OWN_CRATE.0.values() {
        let Some(module) = file.module.first().map(String::as_str) else {
            continue;
        };
        for (foreign, modules) in FOREIGN {
            let names: Vec<&str> = foreign.split("::").collect();
            let is_named = |path: &Names| path.iter().take(names.len()).eq(&names);
            if file.used.iter().any(is_named) && !modules.contains(&module) {
                let modules = modules.join(", ");
                wrong.push(format!("{}: only {modules} may use {foreign}", file.path));
            }
        }
        let mut methods = FILE_METHODS
            .iter()
            .filter(|method| file.methods.contains(**method));
        if let Some(method) = methods.next().filter(|_| module != "disk") {
            wrong.push(format!("{}: only disk may call `{method}`", file.path));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_test_sees_what_is_used() {
    let code = "
        use crate::{op::{self, Edit as E}, syntax};
        fn f() { let _ = super::g(vec![crate::analysis::public_id()]); }
        #[cfg(test)]
        mod tests { use crate::cli; }
        fn g(path: &Path) { path.is_file(); }
    ";
    let mut file = SourceFile::default();
    file.visit_file(&syn::parse_file(code).expect("Rust"));
    let used = |path: &str| {
        file.used
            .contains(&path.split("::").map(str::to_owned).collect::<Names>())
    };
    assert!(used("crate::op") && used("crate::op::Edit") && used("crate::syntax"));
    assert!(used("super::g") && used("crate::analysis::public_id") && !used("crate::cli"));
    assert!(file.methods.contains("is_file"));
    assert_eq!(file.exports["E"], ["crate", "op", "Edit"]);
}
