//! A study: [`Study`] joins a [`Spec`] to its system.

use std::path::Path;

use super::results::Compared;
use super::spec::Spec;
use super::{edit, figure_spec, presets};
use crate::backend::{Job, Number, Record};
use crate::clock;
use crate::error::Error;
use crate::field::Grid;
use crate::output::store::Source;
use crate::output::table::Table;
use crate::system::{Info, System};
use crate::wgsl::{self, Clock, Layout, drive_stride};

/// A study with its system.
pub struct Study {
    /// What the file says.
    pub spec: Spec,
    system: Box<dyn System>,
    pub(super) table: toml::Table,
}

impl Study {
    /// A built-in study.
    pub fn preset(name: &str) -> Result<Study, Error> {
        Study::parse(name, presets::text(name)?)
    }

    /// A study from TOML text; `name` is used in messages.
    pub fn parse(name: &str, text: &str) -> Result<Study, Error> {
        let table = super::spec::table_of(name, text)?;
        let system = super::spec::system_of(&table)?;
        Study::with_system(name, table, system)
    }

    /// A study of a system that is not in the registry: a model, law or scheme of one's own.
    pub fn with_system(name: &str, table: toml::Table, mut system: Box<dyn System>) -> Result<Study, Error> {
        let spec = Spec::for_system(name, &table, system.as_ref())?;
        system.lay(spec.relief.as_ref().map(|relief| relief.grid));
        Ok(Study { spec, system, table })
    }

    /// A preset, or a file that ends in `.toml`.
    pub fn open(name: &str) -> Result<Study, Error> {
        if !name.ends_with(".toml") {
            return Study::preset(name);
        }
        let table = super::spec::table_in(name)?;
        let system = super::spec::system_of(&table)?;
        Study::with_system(name, table, system)
    }

    /// Applies `key=value` assignments, all or none.
    pub fn set<'t>(self, assignments: impl IntoIterator<Item = &'t str>) -> Result<Study, Error> {
        let mut table = self.table;
        let (triple, rest): (Vec<&str>, Vec<&str>) = assignments.into_iter().partition(|text| {
            let key = text.split('=').next().unwrap_or_default().trim();
            ["model", "law", "scheme"].contains(&key)
        });
        let info = self.system.info();
        for text in &triple {
            edit::set(&mut table, &info, text)?;
        }
        let system = if triple.is_empty() { self.system } else { super::spec::system_of(&table)? };
        let old = info;
        let info = system.info();
        // Another law has other parameters: those of the old one go with it, and figures of what it does not give.
        if let Some(params) = table.get_mut("params").and_then(|params| params.as_table_mut()) {
            params.retain(|key, _| old.column(key).is_none() || info.column(key).is_some());
        }
        if !triple.is_empty() {
            figure_spec::keep_fitting(&mut table, system.as_ref());
        }
        for text in rest {
            edit::set(&mut table, &info, text)?;
        }
        Study::with_system(&self.spec.name, table, system)
    }

    /// Another number of members.
    pub fn members(mut self, members: u64) -> Study {
        self.spec.members = members;
        self.remember("members", members)
    }

    /// Another seed.
    pub fn seed(mut self, seed: u64) -> Study {
        self.spec.seed = seed;
        self.remember("seed", seed)
    }

    /// Writes a change into the study file as well, so that a later `set` builds on it. A number that TOML cannot
    /// hold is refused when the study runs.
    fn remember(mut self, key: &str, value: u64) -> Study {
        self.table.insert(key.to_owned(), toml::Value::Integer(i64::try_from(value).unwrap_or(i64::MAX)));
        self
    }

    /// The system's description.
    pub fn info(&self) -> Info {
        self.system.info()
    }

    /// The system.
    pub fn system(&self) -> &dyn System {
        self.system.as_ref()
    }

    /// What a backend has to do for this study.
    pub fn job<'a>(&'a self, progress: &'a (dyn Fn(u64) + Sync)) -> Job<'a> {
        let info = self.system.info();
        Job {
            system: self.system.as_ref(),
            clock: self.clock(&info),
            constant: info.columns.iter().map(|column| self.spec.dist(column.name).is_constant()).collect(),
            drawing: self.drawing(&info),
            ragged: !(self.spec.h.is_constant() && self.spec.duration.is_constant()),
            field: self.grid(&info),
            record: self
                .spec
                .record
                .map(|r| Record { every: r.every, end: r.members.min(self.spec.members) }),
            ground: self.spec.ground.as_ref().map(|ground| ground.record.as_ref()),
            certificates: true,
            lean: self.lean(&info),
            progress,
            info,
        }
    }

    /// The composed kernel of this study, as text.
    pub fn shader<T: Number>(&self) -> String {
        let info = self.system.info();
        let (grid, drawing) = (self.grid(&info), self.drawing(&info));
        let shared = info.drive_width > 0 && self.clock(&info) == Clock::Shared;
        let layout = Layout {
            constant: info.columns.iter().map(|column| self.spec.dist(column.name).is_constant()).collect(),
            drawing: drawing.as_ref(),
            clock: if shared { Clock::Shared } else { Clock::Member },
            table_rows: (65_536 / (drive_stride::<T>(info.drive_width) * size_of::<T>())) as u32,
            pack: 1,
            unroll: 1,
            ragged: true,
            certified: true,
            lean: self.lean(&info),
            field: grid.as_ref(),
            record: self.spec.record.is_some(),
        };
        wgsl::ensemble::<T>(&self.system.parts(), &layout)
    }

    /// The study's name without folder and ending.
    pub fn short_name(&self) -> String {
        let stem = Path::new(&self.spec.name).file_stem().and_then(|stem| stem.to_str());
        stem.unwrap_or("study").to_owned()
    }

    /// Member-steps of the whole study, for a progress bar: exact if all members have the same number of steps.
    pub fn expected_member_steps(&self) -> u64 {
        let middle = |name: &str| (self.spec.dist(name).bounds().0 + self.spec.dist(name).bounds().1) / 2.0;
        let steps = clock::steps_to(middle("duration"), middle("h")).unwrap_or(u32::MAX);
        self.spec.members.saturating_mul(u64::from(steps))
    }

    /// Shared if the study gives all members the same step and the same machine; a property of the study alone.
    pub fn clock(&self, info: &Info) -> Clock {
        let fixed = info.timed_by.iter().chain(&["h"]).all(|name| self.spec.dist(name).is_constant());
        if fixed { Clock::Shared } else { Clock::Member }
    }

    /// Whether the study fixes the options of the scheme's lean step: a property of the study alone.
    pub fn lean(&self, info: &Info) -> bool {
        let fixed = |&(name, value): &(&str, f64)| {
            let dist = self.spec.dist(name);
            dist.is_constant() && dist.bounds() == (value, value)
        };
        !info.lean.is_empty() && info.lean.iter().all(fixed)
    }

    /// The files that parameters, the ground's motion and the relief are taken from.
    pub fn sources(&self) -> Vec<Source> {
        let names = self.info().columns.into_iter().map(|column| column.name).chain(["duration"]);
        let ground = self.spec.ground.iter().map(|ground| ground.source());
        let relief = self.spec.relief.iter().map(|relief| relief.source());
        let files = names.filter_map(|name| self.spec.dist(name).source()).chain(ground).chain(relief);
        files
            .map(|(path, rows, checksum)| Source {
                path: path.display().to_string(),
                checksum: format!("{rows} rows, {checksum:016x}"),
            })
            .collect()
    }

    /// Where the drive comes from, in words.
    pub fn clock_name(&self) -> &'static str {
        let info = self.info();
        match self.clock(&info) {
            _ if info.drive_width == 0 => "none",
            Clock::Shared => "shared table",
            Clock::Member => "per member",
        }
    }

    /// The cells of the field, if the study asks for one.
    pub fn grid(&self, info: &Info) -> Option<Grid> {
        let field = self.spec.field.as_ref()?;
        let place =
            |name: &str| info.state.iter().position(|(state, _)| *state == name).expect("checked in Spec");
        let axes = [place(&field.x), place(&field.y)];
        let dof = info.dof();
        Some(Grid {
            axes,
            velocities: axes.map(|axis| if axis < dof { axis + dof } else { axis }),
            ranges: [field.x_range.into(), field.y_range.into()],
            cells: field.cells,
            every: field.every,
        })
    }

    /// Exact answers beside the first member of these rows.
    pub(super) fn compare(&self, rows: &Table) -> Vec<Compared> {
        let value = |name: &str| rows.get(name).map_or(f64::NAN, |column| column.real(0));
        // No theory knows a record.
        let known = if self.spec.ground.is_some() { Vec::new() } else { self.system.closed_form(&value) };
        let compared = known.into_iter().map(|answer| Compared {
            what: answer.what.into(),
            exact: answer.exact,
            result: value(answer.column),
            unit: answer.unit.into(),
        });
        compared.collect()
    }
}
