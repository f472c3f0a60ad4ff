//! GPU ensembles of nonsmooth dynamics with dry friction.
//!
//! Thousands to hundreds of millions of independent small systems, a particle on a rough plane or on a vibrating
//! table, a rod on its tip, are advanced in lockstep by J. J. Moreau's time step. One step of size `h` from `(q, u)`:
//!
//! ```text
//! q_M = q + h/2 u                          the midpoint
//! u_L = u + h A⁻¹K(t_M, q_M, u)            the loose velocity: what would be without contact
//! u_F = u_L + A⁻¹Gᵀ P                      with the impulse P of the contact law, if gap(q_M) <= 0 and U_Ln < 0
//! q_F = q_M + h/2 u_F
//! ```
//!
//! and for a particle with Coulomb friction P is a projection: `U_Ft = prox(0, disk(U_Lt, mu|U_Ln|))`. For a body that
//! moves in a plane P is where a line leaves a cone, or the point of it that sticks: see [`cone`].
//!
//! # An example
//!
//! ```
//! use moreau::backend::Backend;
//! use moreau::study::Study;
//!
//! # fn main() -> Result<(), moreau::error::Error> {
//! let study = Study::preset("incline")?.set(["mu={uniform=[0.3, 0.6]}", "duration=3"])?.members(1000).seed(1);
//! let results = study.run(Backend::auto()?)?;
//! let (mu, x) = (results.column("mu").unwrap(), results.column("x").unwrap());
//! for (mu, x) in mu.iter().zip(&x) {
//!     let slope = 13f64.to_radians();
//!     let exact = 1.0 / (2.0 * 9.81 * (mu * slope.cos() - slope.sin()));
//!     assert!((x - exact).abs() < 1e-3 * exact);
//! }
//! assert_eq!(results.summary.outcomes["stick"].count, 1000);
//! # Ok(())
//! # }
//! ```
//!
//! A model of your own is one Rust type, one WGSL text and one parameter table: see `examples/own_model.rs`.
//!
//! # The shape: model × law × scheme × backend
//!
//! The step is written once, generic over [`Real`], and used at `f64` (the reference), `f32` (the mirror of the GPU
//! kernel) and in lanes (the fast CPU backend). WGSL is the only second source: same file stem, same function names,
//! same order of lines, and `moreau validate` (the crate `moreau-check`) compares them function by function, to the bit where the
//! driver allows.
//!
//! | what | where |
//! | --- | --- |
//! | numbers, lanes, small vectors | [`real`], [`lanes`], [`mod@tuple`] |
//! | operators | [`prox`], [`cone`], [`friction_set`], [`spatial`], [`facets`], [`basis`], [`tip`], [`frame`], [`math`] ↔ the same stems in `shaders/` |
//! | contact laws | [`law`] ↔ `shaders/law/` |
//! | mechanical systems | [`model`], [`space`] ↔ `shaders/model/`, `shaders/space/` |
//! | time steps | [`scheme`], [`clock`] ↔ `shaders/scheme/`, `shaders/clock.wgsl` |
//! | what theory says of a start | [`theory`], [`beginning`] ↔ the same stems in `shaders/` |
//! | what is watched, and how outcomes are called | [`watch`] ↔ `shaders/watch/` |
//! | certificates, fields, the production loop | [`tally`], [`field`], [`ensemble`] ↔ the same stems in `shaders/` |
//! | energy books | [`ledger`] ↔ `shaders/ledger/` |
//! | members as columns, parameter tables, chosen triples | [`tile`], [`mod@columns`], [`system`] |
//! | composition of WGSL | [`wgsl`] |
//! | where it runs | [`backend`], [`isa`] |
//! | studies from TOML to results, cut in chunks | [`study`] |
//! | random numbers, noise, and values from rules | [`rng`], [`mod@noise`], [`mod@dist`] ↔ the same stems in `shaders/` |
//! | recorded motions of the ground | [`accelerogram`] |
//! | grids of heights, and the smooth surface through them | [`mod@relief`] ↔ `shaders/relief.wgsl` |
//! | chunks on disk, tables, figures, reports | [`output`] |
//! | trust | the crate `moreau-check` |
//! | how fast a study settles as its step shrinks | [`mod@converge`] |
//! | the same members under several laws and schemes | [`mod@compare`] |
//! | speed, and how much of the machine's limit it is | the crate `moreau-bench` |
//!
//! # Bibliography
//!
//! * Moreau 1988: J. J. Moreau, *Unilateral contact and dry friction in finite freedom dynamics*, in Nonsmooth
//!   Mechanics and Applications, CISM Courses and Lectures 302, Springer, pp. 1–82.
//! * Stewart & Trinkle 1996: D. E. Stewart, J. C. Trinkle, *Dynamics, friction, and complementarity problems*, in
//!   Complementarity and Variational Problems (eds. M. C. Ferris, J. S. Pang), SIAM.
//! * Newmark 1965: N. M. Newmark, *Effects of earthquakes on dams and embankments*, Géotechnique 15, pp. 139–160.
//! * Tajimi 1960: H. Tajimi, *A statistical method of determining the maximum response of a building structure during
//!   an earthquake*, Proc. 2nd World Conf. Earthquake Eng., Tokyo.
//! * Monteiro Marques & Dzonou 2018: M. D. P. Monteiro Marques, R. Dzonou, *Dynamics of a particle with friction and
//!   delay*, C. R. Mécanique 346.
//! * Massart 1990: P. Massart, *The tight constant in the Dvoretzky–Kiefer–Wolfowitz inequality*, Ann. Probab. 18,
//!   pp. 1269–1283.
//! * Salmon et al. 2011: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, *Parallel random numbers: as easy as
//!   1, 2, 3*, SC11.
//! * Joe & Kuo 2008: S. Joe, F. Y. Kuo, *Constructing Sobol sequences with better two-dimensional projections*, SIAM J.
//!   Sci. Comput. 30, pp. 2635–2654.
//! * Wichura 1988: M. J. Wichura, *Algorithm AS 241: the percentage points of the normal distribution*, Appl. Stat. 37,
//!   pp. 477–484.
#![warn(missing_docs)]

pub mod backend;
pub mod compare;
pub mod converge;
pub mod error;
pub mod output;
pub mod study;

#[doc(inline)]
pub use moreau_kernels::*;

/// Chosen triples model × law × scheme, their types erased: what backends and studies work with.
pub mod system {
    #[doc(inline)]
    pub use moreau_kernels::system::*;
    #[doc(inline)]
    pub use moreau_triples::registry;
}
