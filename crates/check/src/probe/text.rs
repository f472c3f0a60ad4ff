//! The WGSL side of a probe: the text of a call, written from names and numbers of fields.

use std::fmt::Write;

use super::{Draw, Kind, Probe};
use moreau::columns::{Column, Columns, Fields};
use moreau::model::Model;
use moreau::space::Space;
use moreau::tuple::Tuple;
use moreau::wgsl::element;

/// Half a word: integers travel as 16-bit halves, which f32 holds exactly.
const HALF_WORD: Draw = Draw::Whole(0x1_0000);

/// A call being written: arguments first, then outputs.
pub struct Call {
    function: &'static str,
    inputs: Vec<Draw>,
    outputs: Vec<Kind>,
    text: String,
}

impl Call {
    /// The call of a function.
    pub fn new(function: &'static str) -> Call {
        Call { function, inputs: Vec::new(), outputs: Vec::new(), text: String::new() }
    }

    /// A statement as it stands.
    pub fn say(mut self, statement: &str) -> Call {
        writeln!(self.text, "    {statement}").expect("a String takes all");
        self
    }

    /// The text that reads the next input.
    fn draw(&mut self, draw: Draw) -> String {
        self.inputs.push(draw);
        format!("x({}u)", self.inputs.len() - 1)
    }

    /// Inputs that statements read by themselves, as `x(first + j)`, and the first of them.
    pub fn inputs(mut self, count: usize, draw: Draw) -> (Call, usize) {
        let first = self.inputs.len();
        self.inputs.extend(std::iter::repeat_n(draw, count));
        (self, first)
    }

    /// An argument that is a number.
    pub fn real(mut self, name: &str, draw: Draw) -> Call {
        let x = self.draw(draw);
        self.say(&format!("let {name} = {x};"))
    }

    /// An argument that is a truth value.
    pub fn flag(mut self, name: &str) -> Call {
        let x = self.draw(Draw::OneOf(&[0.0, 1.0]));
        self.say(&format!("let {name} = Real(0.5) < {x};"))
    }

    /// An argument that is a phase, from four half words.
    pub fn phase(mut self, name: &str) -> Call {
        let [a, b, c, d] = std::array::from_fn(|_| format!("u32({})", self.draw(HALF_WORD)));
        self.say(&format!("let {name} = Phase({b} << 16u | {a}, {d} << 16u | {c});"))
    }

    /// An argument that is a word, from its halves.
    pub fn word(mut self, name: &str) -> Call {
        let [a, b] = std::array::from_fn(|_| format!("u32({})", self.draw(HALF_WORD)));
        self.say(&format!("let {name} = {b} << 16u | {a};"))
    }

    /// An argument that is a whole number from 0 to below another.
    pub fn whole(mut self, name: &str, below: u32) -> Call {
        let x = self.draw(Draw::Whole(below));
        self.say(&format!("let {name} = u32({x});"))
    }

    /// An argument that is a vector of `len` numbers.
    pub fn tuple(mut self, kind: &str, name: &str, len: usize, draw: Draw) -> Call {
        self = self.say(&format!("var {name}: {kind};"));
        for j in 0..len {
            let x = self.draw(draw);
            self = self.say(&format!("{name}{} = {x};", element(len, j)));
        }
        self
    }

    /// An argument that is a struct, each field from the same draw. Padding stays 0.
    pub fn fields(mut self, kind: &str, name: &str, fields: &[&str], draw: Draw) -> Call {
        self = self.say(&format!("var {name}: {kind};"));
        for field in fields {
            let x = self.draw(draw);
            self = self.say(&format!("{name}.{field} = {x};"));
        }
        self
    }

    /// An argument that is a struct of parameters, each around its default.
    pub fn params(self, kind: &str, name: &str, columns: &[Column]) -> Call {
        self.ordered_params(kind, name, columns, &[])
    }

    fn ordered_params(
        mut self,
        kind: &str,
        name: &str,
        columns: &[Column],
        ordered: &[(&str, &str)],
    ) -> Call {
        self = self.say(&format!("var {name}: {kind};"));
        for (column, draw) in columns.iter().zip(Draw::of_columns(columns, ordered)) {
            let x = self.draw(draw);
            self = self.say(&format!("{name}.{} = {x};", column.name));
        }
        self
    }

    /// A model's parameters `p`.
    pub fn model<M: Model>(self) -> Call {
        self.ordered_params("ModelParams", "p", <M::Params<f64> as Columns<f64>>::COLUMNS, M::ORDERED)
    }

    /// A model's constants `c`, from parameters.
    pub fn setup<M: Model>(self) -> Call {
        self.model::<M>().say("let c = model_setup(p);")
    }

    /// Coordinates `q`.
    pub fn q<M: Model>(self) -> Call {
        let len = <M::Coords<f64> as Tuple<f64>>::LEN;
        let mut call = self.say("var q: Coords;");
        for j in 0..len {
            let (low, high) = M::PROBED.get(j).copied().unwrap_or((-2.0, 2.0));
            let x = call.draw(Draw::Between(low, high));
            call = call.say(&format!("q{} = {x};", element(len, j)));
        }
        call
    }

    /// Velocities `u`.
    pub fn u<M: Model>(self) -> Call {
        self.tuple("Coords", "u", <M::Coords<f64> as Tuple<f64>>::LEN, Draw::Between(-3.0, 3.0))
    }

    /// A local velocity or impulse.
    pub fn local<S: Space>(self, name: &str) -> Call {
        self.tuple("Local", name, S::DIM, Draw::Between(-3.0, 3.0))
    }

    /// A model's drive `d`, any numbers.
    pub fn drive<M: Model>(self) -> Call {
        self.fields("Drive", "d", <M::Drive<f64> as Fields<f64>>::NAMES, Draw::Between(-2.0, 2.0))
    }

    fn put(mut self, kind: Kind, value: &str) -> Call {
        self.outputs.push(kind);
        let j = self.outputs.len() - 1;
        self.say(&format!("put({j}u, {value});"))
    }

    /// An output that is a number.
    pub fn put_real(self, value: &str) -> Call {
        self.put(Kind::Real, value)
    }

    /// An output that is one of a few whole numbers.
    pub fn put_choice(self, value: &str) -> Call {
        self.put(Kind::Decision, value)
    }

    /// An output that is a truth value.
    pub fn put_flag(self, value: &str) -> Call {
        self.put(Kind::Decision, &format!("select(Real(0.0), Real(1.0), {value})"))
    }

    /// An output that is a `u32`, as its halves.
    pub fn put_word(self, value: &str) -> Call {
        self.put(Kind::Decision, &format!("Real({value} & 0xffffu)"))
            .put(Kind::Decision, &format!("Real({value} >> 16u)"))
    }

    /// An output that is a vector.
    pub fn put_tuple(self, value: &str, len: usize) -> Call {
        (0..len).fold(self, |call, j| call.put(Kind::Real, &format!("{value}{}", element(len, j))))
    }

    /// An output that is a struct.
    pub fn put_fields(self, value: &str, fields: &[&str]) -> Call {
        fields.iter().fold(self, |call, field| call.put(Kind::Real, &format!("{value}.{field}")))
    }

    /// The probe, with its Rust twins.
    pub fn probe(self, f32: fn(&[f32]) -> Vec<f32>, f64: fn(&[f64]) -> Vec<f64>) -> Probe {
        Probe {
            function: self.function,
            inputs: self.inputs,
            outputs: self.outputs,
            call: self.text,
            f32,
            f64,
        }
    }
}
