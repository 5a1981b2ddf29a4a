//! Library functions written in C: they are parsed when a function is needed that the program declares but does not
//! define, and then linked like any other file.

use super::Lowering;
use super::link::LinkedId;
use crate::ast::{Ident, Symbol};
use crate::lex::{Dialect, Markers};
use crate::parse;
use hecaton_ir::{File, FuncId, Span};
use std::path::Path;
use std::rc::Rc;

/// A file of models: its name, its text, and what it defines.
struct Model {
    name: &'static str,
    text: &'static str,
    defines: &'static [&'static str],
}

const MODELS: [Model; 4] = [
    Model {
        name: "models/realloc.c",
        text: include_str!("../../models/realloc.c"),
        defines: &["__hecaton_log_size", "__hecaton_realloc"],
    },
    Model {
        name: "models/string.c",
        text: include_str!("../../models/string.c"),
        defines: &[
            "memcmp",
            "bcmp",
            "memchr",
            "strlen",
            "strnlen",
            "strcpy",
            "stpcpy",
            "strncpy",
            "strcat",
            "strncat",
            "strcmp",
            "strncmp",
            "strcasecmp",
            "strncasecmp",
            "strchr",
            "strrchr",
            "strstr",
            "strspn",
            "strcspn",
            "strpbrk",
            "strdup",
            "strndup",
            "bzero",
        ],
    },
    Model {
        name: "models/ctype.c",
        text: include_str!("../../models/ctype.c"),
        defines: &[
            "isdigit",
            "isupper",
            "islower",
            "isalpha",
            "isalnum",
            "isxdigit",
            "isspace",
            "isblank",
            "iscntrl",
            "isprint",
            "isgraph",
            "ispunct",
            "isascii",
            "tolower",
            "toupper",
            "__ctype_b_loc",
            "__ctype_tolower_loc",
            "__ctype_toupper_loc",
        ],
    },
    Model {
        name: "models/stdlib.c",
        text: include_str!("../../models/stdlib.c"),
        defines: &[
            "abs",
            "labs",
            "llabs",
            "div",
            "ldiv",
            "lldiv",
            "atoi",
            "atol",
            "atoll",
            "__errno_location",
            "htonl",
            "ntohl",
            "htons",
            "ntohs",
        ],
    },
];

impl Lowering<'_> {
    /// The function that a call of a name without declaration means, if there is a model of it: the name itself, or
    /// what follows `__builtin_`.
    pub(super) fn modelled(&mut self, name: Symbol, span: Span) -> Option<LinkedId> {
        let text = self.text(name);
        let known = |text: &str| MODELS.iter().any(|model| model.defines.contains(&text));
        let wanted = match text.strip_prefix("__builtin_") {
            _ if known(text) => text.to_owned(),
            Some(base) if known(base) => base.to_owned(),
            _ => return None,
        };
        let symbol = self.sources.names.intern(&wanted);
        if let Some(id) = self.linker.external(symbol) {
            self.load_model(id);
            return Some(id);
        }
        self.load_model_of(&wanted);
        let ident = Ident { name: symbol, span };
        self.linker.external(ident.name)
    }
    /// The function of a model.
    pub(super) fn model(&mut self, name: &str) -> Option<FuncId> {
        self.load_model_of(name);
        let symbol = self.sources.names.lookup(name)?;
        let id = self.linker.external(symbol)?;
        Some(self.function_of_linked(id))
    }
    /// Loads the model of a function that has no definition, if there is one.
    pub(super) fn load_model(&mut self, id: LinkedId) {
        if !self.linker.has_body(id) && !self.linker.is_internal(id) {
            let name = self.text(self.linker.symbol(id)).to_owned();
            self.load_model_of(&name);
        }
    }
    fn load_model_of(&mut self, name: &str) {
        let Some(model) = MODELS.iter().find(|model| model.defines.contains(&name)) else { return };
        if !self.linker.loaded_models.insert(model.name) {
            return;
        }
        let file = self.sources.files.push(File { name: model.name.into(), text: Some(model.text.into()) });
        let dialect = Dialect { c23: false, markers: Markers::Ignore };
        match parse::parse(model.text.as_bytes(), file, Path::new(""), dialect, &mut self.sources) {
            Ok(unit) => {
                let inside = std::mem::replace(&mut self.inside, false);
                self.declare_models(Rc::new(unit));
                self.inside = inside;
            }
            Err(errors) => self.errors.extend(errors),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::{Item, Sources};

    #[test]
    fn models_define_what_they_say() {
        for model in &MODELS {
            let mut sources = Sources::default();
            let file = sources.files.push(File { name: model.name.into(), text: None });
            let dialect = Dialect { c23: false, markers: Markers::Ignore };
            let unit = parse::parse(model.text.as_bytes(), file, Path::new(""), dialect, &mut sources);
            let unit = unit.expect("the model parses");
            let defined: Vec<&str> = unit
                .items
                .iter()
                .filter_map(|item| match item {
                    Item::Function(function) if function.specs.storage.is_none() => function.declarator.name,
                    _ => None,
                })
                .map(|name| sources.names.text(name.name))
                .collect();
            let mut expected = model.defines.to_vec();
            let mut actual = defined;
            expected.sort_unstable();
            actual.sort_unstable();
            assert_eq!(expected, actual, "{}", model.name);
        }
    }
}
