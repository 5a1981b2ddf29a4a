//! What verified configurations show: a property that holds in the variant without some features is not violated on any
//! execution in which none of them takes place before the violation.
//!
//! So every execution that violates it has had one of the features of each verified configuration. A configuration that
//! omits more than a verified one need not be tried: its executions were among those of the other.

use crate::verdict::Scope;
use hecaton_ir::{FeatureId, Program, PropId};
use std::collections::BTreeMap;

/// What is known of the properties.
#[derive(Clone, Debug, Default)]
pub(super) struct Partial(BTreeMap<PropId, Vec<Shown>>);

/// Without these features, ascending, there is no violation in this scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    pub without: Vec<FeatureId>,
    pub scope: Scope,
}

impl Partial {
    /// Takes note; what says less is forgotten.
    pub fn add(&mut self, prop: PropId, without: &[FeatureId], scope: &Scope) {
        let shown = Shown { without: without.to_vec(), scope: scope.clone() };
        let known = self.0.entry(prop).or_default();
        if !known.iter().any(|old| old.implies(&shown)) {
            known.retain(|old| !shown.implies(old));
            known.push(shown);
        }
    }
    /// Whether nothing new can come of a configuration for these properties.
    pub fn covers(&self, props: &[PropId], without: &[FeatureId]) -> bool {
        let wanted = Shown { without: without.to_vec(), scope: Scope::All };
        props.iter().all(|prop| self.of(*prop).iter().any(|shown| shown.implies(&wanted)))
    }
    /// What is known of a property.
    pub fn of(&self, prop: PropId) -> &[Shown] {
        self.0.get(&prop).map_or(&[], Vec::as_slice)
    }
    /// The part of the executions on which a property is shown to hold, in words.
    pub fn words(&self, program: &Program, prop: PropId) -> Option<String> {
        let mut parts: Vec<String> = self.of(prop).iter().map(|shown| shown.words(program)).collect();
        parts.sort();
        (!parts.is_empty()).then(|| format!("executions {}", parts.join(", or ")))
    }
}

impl Shown {
    fn implies(&self, other: &Shown) -> bool {
        let omits_more = self.without.iter().all(|feature| other.without.contains(feature));
        omits_more && (self.scope == Scope::All || self.scope == other.scope)
    }
    fn words(&self, program: &Program) -> String {
        let names: Vec<&str> = self.without.iter().map(|feature| program.features[*feature].name.as_str()).collect();
        let bound = match &self.scope {
            Scope::All => "",
            Scope::UpTo { .. } => " up to the bound",
        };
        format!("without {}{bound}", names.join(" and "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hecaton_base::Id as _;

    #[test]
    fn what_omits_more_than_a_verified_configuration_is_covered() {
        let [a, b, c] = [0, 1, 2].map(FeatureId::new);
        let [p, q] = [0, 1].map(PropId::new);
        let mut partial = Partial::default();
        partial.add(p, &[a, b], &Scope::All);
        assert!(partial.covers(&[p], &[a, b]) && partial.covers(&[p], &[a, b, c]));
        assert!(!partial.covers(&[p], &[a, c]) && !partial.covers(&[p, q], &[a, b]));
        partial.add(p, &[a], &Scope::rounds(3));
        assert!(!partial.covers(&[p], &[a]) && partial.of(p).len() == 2);
        partial.add(p, &[a], &Scope::All);
        assert_eq!(partial.of(p), [Shown { without: vec![a], scope: Scope::All }]);
    }
}
