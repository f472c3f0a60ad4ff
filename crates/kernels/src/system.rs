//! A system is a chosen triple model × law × scheme with its types erased: what backends and studies work with.
//! [`Triple`] makes one of any three types that fit; the crate `moreau-triples` lists ours.

use std::marker::PhantomData;

use crate::columns::{Column, Columns, Fields, Range};
use crate::driver::{Rows, drive_table};
use crate::isa::Isa;
use crate::law::Law;
use crate::ledger::{Ledger, UNSETTLED};
use crate::model::{Boundary, KnownAnswer, Model, StateColumn};
use crate::relief::{self, Relief};
use crate::scheme::Scheme;
use crate::space::Space;
use crate::tally::Tally;
use crate::theory::Contact;
use crate::tile::{Observer, Segment, Tile};
use crate::tuple::Tuple;
use crate::watch::{self, Watch, WatchColumn, Watched};
use crate::wgsl::Parts;

/// Iterations within a step beyond which it is a very long one.
const MANY_LOOPS: u32 = 32;

/// The step, a column like all others; its default is the model's.
pub const STEP: Column =
    Column { name: "h", unit: "s", default: 1e-3, range: Range::Within(1e-9, 1e3), about: "time step" };

/// What is known of a system before any number is chosen.
#[derive(Clone)]
pub struct Info {
    /// Names of model, law and scheme.
    pub names: [&'static str; 3],
    /// A line on each.
    pub abouts: [&'static str; 3],
    /// Parameters of model, law and scheme, then the step: the columns of a [`Tile`].
    pub columns: Vec<Column>,
    /// Coordinates, then velocities.
    pub state: &'static [StateColumn],
    /// Units of the gap and of the sliding speed.
    pub gap_units: [&'static str; 2],
    /// Columns that the shared clock depends on.
    pub timed_by: &'static [&'static str],
    /// Pairs of columns of which the first stays below the second.
    pub ordered: &'static [(&'static str, &'static str)],
    /// How many numbers the drive has; 0 if nothing depends on time.
    pub drive_width: usize,
    /// Whether a recorded accelerogram can shake its ground.
    pub ground: bool,
    /// Whether forces depend on where the body was.
    pub delayed: bool,
    /// Numbers that a member's desk has room for.
    pub desk: usize,
    /// Whether it moves over a relief.
    pub relief: bool,
    /// The options of the scheme's lean step.
    pub lean: &'static [(&'static str, f64)],
    /// Whether a step is a short one: then an adapter gains from more of them together.
    pub short_step: bool,
    /// Whether a step is a very long one, with many iterations of its own or several contacts: then it is neither packed nor unrolled.
    pub long_step: bool,
    /// Whether every variant of its loop is compiled.
    pub everyday: bool,
    /// Whether it is compiled for the widest lanes in any case.
    pub widest: bool,
    /// Iterations of loops inside a step.
    pub loops: u32,
    /// What is observed of a state beside itself.
    pub observed: &'static [StateColumn],
    /// Whether the falls of the sliding speed are followed.
    pub falls: bool,
    /// What is kept of what was seen.
    pub seen: &'static [&'static str],
    /// Columns that the watch adds to the members' table.
    pub watched: &'static [WatchColumn],
    /// Values of those columns.
    pub report: fn(&Watched<'_>) -> Vec<f64>,
    /// What is kept of a member's energy.
    pub books: &'static [&'static str],
    /// Columns that the books add to the members' table.
    pub booked: &'static [WatchColumn],
    /// Values of those columns.
    pub balance: fn(&[f64]) -> Vec<f64>,
    /// What members are called at the end.
    pub outcomes: &'static [&'static str],
}

impl Info {
    /// The columns of the state that have a name, with their places: padding has none, and files leave it out.
    pub fn named_state(&self) -> impl Iterator<Item = (usize, StateColumn)> + use<> {
        self.state.iter().copied().enumerate().filter(|(_, (name, _))| !name.is_empty())
    }

    /// The number of coordinates.
    pub fn dof(&self) -> usize {
        self.state.len() / 2
    }

    /// The place of a field of the tally among a member's reals.
    pub fn tally(&self, name: &str) -> usize {
        let place = Tally::<f64>::NAMES.iter().position(|field| *field == name);
        2 * self.dof() + place.expect("a field of the tally")
    }

    /// The places of the books among a member's reals: behind coordinates, velocities, tally and what was seen.
    pub fn books_at(&self) -> std::ops::Range<usize> {
        let first = 2 * self.dof() + Tally::<f64>::NAMES.len() + self.seen.len();
        first..first + self.books.len()
    }

    /// Whether the scheme asks where a step ends, and counts the steps that did not settle there.
    pub fn settles(&self) -> bool {
        self.books == [UNSETTLED]
    }

    /// The place of a column.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }
}

/// A triple with erased types. Parameter slices are in the order of [`Info::columns`].
pub trait System: Send + Sync {
    /// Names, columns, state.
    fn info(&self) -> Info;
    /// Puts it over a relief, or over the built-in one; only models with [`Info::relief`] see it.
    fn lay(&mut self, _: Option<&'static Relief>) {}
    /// The WGSL side.
    fn parts(&self) -> Parts;
    /// Turns of the drive per unit of time.
    fn turns_per_second(&self, params: &[f64]) -> f64;
    /// The delay of its force; 0 if it has none.
    fn delay(&self, params: &[f64]) -> f64;
    /// The initial state: coordinates, then velocities.
    fn start(&self, params: &[f64]) -> Vec<f64>;
    /// What is observed of a state beside itself, in the order of [`Info::observed`].
    fn observed(&self, params: &[f64], state: &[f64]) -> Vec<f64>;
    /// The outline of the body in this state; empty if it has none.
    fn outline(&self, params: &[f64], state: &[f64]) -> Vec<(f64, f64)>;
    /// The contact in this state, as theory reads it; `None` if it is not planar.
    fn contact(&self, params: &[f64], state: &[f64]) -> Option<Contact>;
    /// The exact answer where theory has one, from a look-up of values by name (parameters and `duration`).
    fn closed_form(&self, value: &dyn Fn(&str) -> f64) -> Vec<KnownAnswer>;
    /// Where theory draws a line over two parameters, from a look-up of the others.
    fn boundaries(&self, over: [&str; 2], value: &dyn Fn(&str) -> f64) -> Vec<Boundary>;
    /// Rows of the shared drive.
    fn drive_table_f32(&self, params: &[f64], rows: &Rows<'_>) -> Vec<f32>;
    /// Rows of the shared drive.
    fn drive_table_f64(&self, params: &[f64], rows: &Rows<'_>) -> Vec<f64>;
    /// Advances a tile with the lanes of an instruction set.
    fn advance_f32(
        &self,
        isa: Isa,
        tile: &mut Tile<f32>,
        segment: &Segment<'_, f32>,
        observe: &mut Observer<'_, f32>,
    );
    /// Advances a tile with the lanes of an instruction set.
    fn advance_f64(
        &self,
        isa: Isa,
        tile: &mut Tile<f64>,
        segment: &Segment<'_, f64>,
        observe: &mut Observer<'_, f64>,
    );
}

/// A model, a law and a scheme, over a relief if the model needs one.
pub struct Triple<M, L, S> {
    relief: Option<&'static Relief>,
    types: PhantomData<(M, L, S)>,
}

impl<M: Model, L: Law<M::Space>, S: Scheme> Triple<M, L, S> {
    /// The system of these three.
    pub fn system() -> Box<dyn System> {
        Box::new(Self { relief: None, types: PhantomData })
    }

    /// Does something where the model finds its relief.
    fn over<V>(&self, act: impl FnOnce() -> V) -> V {
        relief::over(self.relief, act)
    }
}

fn model_params<M: Model>(params: &[f64]) -> M::Params<f64> {
    Fields::from_fn(|j| params[j])
}

/// Coordinates and velocities from a state.
fn halves<M: Model>(state: &[f64]) -> (M::Coords<f64>, M::Coords<f64>) {
    let dof = <M::Coords<f64> as Tuple<f64>>::LEN;
    (Tuple::from_fn(|j| state[j]), Tuple::from_fn(|j| state[dof + j]))
}

/// What is watched of a model's contact.
type WatchOf<M> = <<M as Model>::Space as Space>::Watch;

impl<M: Model, L: Law<M::Space>, S: Scheme> System for Triple<M, L, S> {
    fn info(&self) -> Info {
        let mut columns = <M::Params<f64> as Columns<f64>>::COLUMNS.to_vec();
        columns.extend(<L::Params<f64> as Columns<f64>>::COLUMNS);
        columns.extend(<S::Params<f64> as Columns<f64>>::COLUMNS);
        columns.push(Column { default: M::STEP, ..STEP });
        let loops = S::LOOPS + L::LOOPS * S::ASKS;
        Info {
            names: [M::NAME, L::NAME, S::NAME],
            abouts: [M::ABOUT, L::ABOUT, S::ABOUT],
            columns,
            state: M::STATE,
            gap_units: M::GAP_UNITS,
            timed_by: M::TIMED_BY,
            ordered: M::ORDERED,
            drive_width: <M::Drive<f64> as Fields<f64>>::NAMES.len(),
            ground: M::GROUND,
            delayed: M::DELAYED,
            desk: L::DESK,
            relief: M::RELIEF,
            lean: S::LEAN,
            falls: <WatchOf<M> as Watch>::FALLS,
            short_step: M::Space::SHORT_STEP,
            long_step: loops > MANY_LOOPS || M::Space::DIM > 3,
            everyday: M::EVERYDAY && L::EVERYDAY && S::EVERYDAY,
            widest: L::WIDEST,
            loops,
            observed: M::OBSERVED,
            seen: <WatchOf<M> as Watch>::Seen::<f64>::NAMES,
            watched: WatchOf::<M>::COLUMNS,
            report: watch::report::<WatchOf<M>>,
            books: <<S::Ledger as Ledger>::Books<f64> as Fields<f64>>::NAMES,
            booked: S::Ledger::COLUMNS,
            balance: S::Ledger::report,
            outcomes: WatchOf::<M>::OUTCOMES,
        }
    }

    fn lay(&mut self, relief: Option<&'static Relief>) {
        self.relief = relief;
    }

    fn parts(&self) -> Parts {
        Parts {
            model_params: <M::Params<f64> as Fields<f64>>::NAMES,
            law_params: <L::Params<f64> as Fields<f64>>::NAMES,
            scheme_params: <S::Params<f64> as Fields<f64>>::NAMES,
            setup: <M::Setup<f64> as Fields<f64>>::NAMES,
            drive: <M::Drive<f64> as Fields<f64>>::NAMES,
            dof: <M::Coords<f64> as Tuple<f64>>::LEN,
            local: M::Space::DIM,
            spin: M::SPIN,
            delayed: M::DELAYED,
            desk: L::DESK,
            relief: M::RELIEF.then(|| self.over(relief::current)),
            falls: <WatchOf<M> as Watch>::FALLS,
            noise: M::NOISE,
            seen: <WatchOf<M> as Watch>::Seen::<f64>::NAMES,
            books: <<S::Ledger as Ledger>::Books<f64> as Fields<f64>>::NAMES,
            ledger: [S::Ledger::WGSL, if S::Ledger::KEPT { M::ENERGY } else { "" }],
            space: M::Space::WGSL,
            watch: WatchOf::<M>::WGSL,
            model: M::WGSL,
            law: L::WGSL,
            scheme: S::WGSL,
        }
    }

    fn turns_per_second(&self, params: &[f64]) -> f64 {
        M::turns_per_second(&model_params::<M>(params))
    }

    fn delay(&self, params: &[f64]) -> f64 {
        self.over(|| M::lag(&M::setup(&model_params::<M>(params))))
    }

    fn start(&self, params: &[f64]) -> Vec<f64> {
        let (q, u) = self.over(|| M::start(&model_params::<M>(params)));
        let dof = <M::Coords<f64> as Tuple<f64>>::LEN;
        (0..dof).map(|j| q.get(j)).chain((0..dof).map(|j| u.get(j))).collect()
    }

    fn observed(&self, params: &[f64], state: &[f64]) -> Vec<f64> {
        let (q, u) = halves::<M>(state);
        self.over(|| M::observed(&M::setup(&model_params::<M>(params)), q, u))
    }

    fn outline(&self, params: &[f64], state: &[f64]) -> Vec<(f64, f64)> {
        self.over(|| M::outline(&M::setup(&model_params::<M>(params)), halves::<M>(state).0))
    }

    fn contact(&self, params: &[f64], state: &[f64]) -> Option<Contact> {
        let (q, u) = halves::<M>(state);
        let laws = <M::Params<f64> as Fields<f64>>::NAMES.len();
        let law: L::Params<f64> = Fields::from_fn(|j| params[laws + j]);
        self.over(|| Contact::of::<M, L>(&M::setup(&model_params::<M>(params)), &law, q, u))
    }

    fn closed_form(&self, value: &dyn Fn(&str) -> f64) -> Vec<KnownAnswer> {
        M::closed_form(value)
    }

    fn boundaries(&self, over: [&str; 2], value: &dyn Fn(&str) -> f64) -> Vec<Boundary> {
        M::boundaries(over, value)
    }

    fn drive_table_f32(&self, params: &[f64], rows: &Rows<'_>) -> Vec<f32> {
        self.over(|| drive_table::<f32, M>(&M::setup(&model_params::<M>(params)), rows))
    }

    fn drive_table_f64(&self, params: &[f64], rows: &Rows<'_>) -> Vec<f64> {
        self.over(|| drive_table::<f64, M>(&M::setup(&model_params::<M>(params)), rows))
    }

    fn advance_f32(
        &self,
        isa: Isa,
        tile: &mut Tile<f32>,
        segment: &Segment<'_, f32>,
        observe: &mut Observer<'_, f32>,
    ) {
        self.over(|| crate::isa::advance_f32::<M, L, S>(isa, tile, segment, observe));
    }

    fn advance_f64(
        &self,
        isa: Isa,
        tile: &mut Tile<f64>,
        segment: &Segment<'_, f64>,
        observe: &mut Observer<'_, f64>,
    ) {
        self.over(|| crate::isa::advance_f64::<M, L, S>(isa, tile, segment, observe));
    }
}
