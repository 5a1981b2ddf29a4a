//! Functions of CBMC of which nothing is known but that the same arguments give the same result: `__CPROVER_uninterpreted_f`.
//! Where the arguments have few bits, a function is an array with a result for each of them, of any content. Where they
//! have more, a call gives any result, which stands for the right one.

use super::library::Use;
use super::place::Place;
use super::{Lowering, Res, Value, unsupported};
use crate::ctype::{IntKind, Len};
use crate::fold;
use hecaton_base::Bits;
use hecaton_ir::{Binary, DataModel, Expr, Global, GlobalId, Init, Op, Span};

impl Lowering<'_> {
    pub(super) fn uninterpreted(&mut self, call: &Use<'_>, name: &str) -> Res<Value> {
        let span = call.span();
        let result = self.result_type(call);
        let mut key = Some((Expr::Int(Bits::zero(self.word_bits())), 0));
        for index in 0..call.args.len() {
            let value = self.parameter(call, index)?;
            let kind = self.ctypes.int_kind(value.ty);
            key = key.zip(kind).map(|((key, bits), kind)| {
                let (own, word) = (self.bits_of(kind), self.word_bits());
                let by = Expr::Int(Bits::from_u64(word, u64::from(own.min(word - 1))));
                let part = fold::resize(value.e.clone(), own, word, false);
                (fold::binary(Binary::Or, fold::binary(Binary::Shl, key, by), part), bits + own)
            });
        }
        if self.ctypes.is_void(result) {
            return Ok(self.void_value());
        }
        if self.ctypes.scalar(result).is_none() || self.ctypes.pointee(result).is_some() {
            return unsupported(span, format!("`{name}`, whose result is no number"));
        }
        let most = match self.ctypes.target {
            DataModel::Lp64 => 32,
            DataModel::Ilp32 => 16,
        };
        let plain = self.ctypes.int_kind(result) != Some(IntKind::Bool);
        match key.filter(|(_, bits)| *bits <= most && plain) {
            Some((key, bits)) => {
                let all = self.all_results(name, result, bits, span);
                let at = fold::binary(Binary::Mul, key, self.word(self.size(result, span)?));
                let place = Place::memory(result, fold::offset(Expr::Global(all), at), None);
                let value = self.read(&place, span)?;
                Ok(self.share(value, span))
            }
            None => {
                let (any, stands) = (self.temp(result, span), self.temp(result, span));
                self.emit(Op::Havoc { dst: any }, span);
                let what = format!("the result of `{name}`");
                self.emit(Op::Approximate { dst: stands, value: Expr::Var(any), what }, span);
                Ok(self.value(result, Expr::Var(stands)))
            }
        }
    }
    /// The array with the results of such a function.
    fn all_results(&mut self, name: &str, result: crate::ctype::CTypeId, bits: u32, span: Span) -> GlobalId {
        if let Some(known) = self.uninterpreted.get(name) {
            return *known;
        }
        let all = self.ctypes.array(result, Len::Known(1 << bits));
        let ty = self.object_type(all);
        let global = Global { name: self.unique(name.to_owned()), ty, init: Init::Arbitrary, constant: true, span };
        let made = self.globals.push(global);
        self.uninterpreted.insert(name.to_owned(), made);
        made
    }
}
