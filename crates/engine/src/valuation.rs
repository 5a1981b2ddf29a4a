//! A solver's model as an assignment to everything that symbolic execution has made.

use hecaton_base::Bits;
use hecaton_solve::Model;
use hecaton_symex::Assignment;
use hecaton_term::eval::{Evaluator, Value};
use hecaton_term::{Dag, Sort, Symbol, Term};

/// A model with everything that was evaluated under it.
pub(crate) struct Valuation<'a> {
    dag: &'a Dag,
    model: &'a Model,
    evaluator: Evaluator,
}

impl<'a> Valuation<'a> {
    pub fn new(dag: &'a Dag, model: &'a Model) -> Self {
        Self::with(dag, model, Evaluator::new())
    }
    /// With what an earlier valuation under the same model has evaluated.
    pub fn with(dag: &'a Dag, model: &'a Model, evaluator: Evaluator) -> Self {
        Valuation { dag, model, evaluator }
    }
    pub fn into_evaluator(self) -> Evaluator {
        self.evaluator
    }
}

impl Assignment for Valuation<'_> {
    fn holds(&mut self, term: Term) -> bool {
        self.evaluator.truth(self.dag, &|symbol| self.model.value(symbol), term)
    }
    fn bits(&mut self, term: Term) -> Bits {
        match self.evaluator.eval(self.dag, &|symbol| self.model.value(symbol), term) {
            Value::Bool(value) => Bits::from_bool(value),
            Value::Bits(bits) => bits,
            Value::Array(_) => panic!("an array is not an input"),
        }
    }
    fn array(&mut self, symbol: Symbol) -> (Bits, Vec<(Bits, Bits)>) {
        let Sort::Array { elem, .. } = self.dag.sort(self.dag.symbol_term(symbol)) else {
            panic!("the content of an object is an array");
        };
        match self.model.arrays.get(&symbol) {
            Some(array) => {
                let entries = array.entries.iter().map(|(i, v)| (i.clone(), v.clone())).collect();
                (array.default.clone(), entries)
            }
            None => (Bits::zero(elem), Vec::new()),
        }
    }
}
