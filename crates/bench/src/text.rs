//! The report as tables for a terminal.

use std::fmt;

use super::lorenz::PUBLISHED;
use super::report::{BackendReport, BenchReport, Growth, PresetReport, SizeReport, Spread};

impl fmt::Display for BenchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let m = &self.machine;
        writeln!(f, "{}, {} threads, {} ({})", m.processor, m.threads, m.lanes, m.system)?;
        for preset in &self.presets {
            write!(f, "\n{preset}")?;
        }
        writeln!(f)?;
        for growth in &self.growth {
            writeln!(f, "{growth}")?;
        }
        if !self.lorenz.is_empty() {
            writeln!(
                f,
                "\ncontrol kernel, Lorenz by RK4: trajectory-steps/s and core ({PUBLISHED:.1e} published, f64, AVX, 2013)"
            )?;
        }
        for lorenz in &self.lorenz {
            let over = lorenz.one_core / lorenz.published;
            write!(f, "  {} alone {:.2e} ", lorenz.precision, lorenz.one_core)?;
            if lorenz.precision == "f64" {
                write!(f, "({over:.1} x published) ")?;
            }
            writeln!(f, "each of all {:.2e}, {} vectors in flight", lorenz.each_of_all, lorenz.in_flight)?;
        }
        for trouble in &self.trouble {
            writeln!(f, "left out: {trouble}")?;
        }
        write!(f, "\n{:.0} s in all", self.seconds)
    }
}

impl fmt::Display for PresetReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.preset)?;
        self.operations(f)?;
        let rounds = self.backends.iter().flat_map(|b| &b.sizes).filter_map(|s| Some(s.kernel?.rounds)).max();
        let rounds = rounds.unwrap_or(0);
        writeln!(
            f,
            "  member-steps/s of kernel time, certificates off: median (spread) of up to {rounds} interleaved rounds"
        )?;
        write!(f, "  {:<20}", "members")?;
        for size in self.backends.first().map_or(&[][..], |b| &b.sizes) {
            write!(f, "{:>14}", size.members)?;
        }
        writeln!(f, "{:>10}  binds", "limit")?;
        for backend in &self.backends {
            write!(f, "  {:<20}", backend.name)?;
            for size in &backend.sizes {
                write!(f, "{:>14}", rate(size))?;
            }
            match &backend.limit {
                Some(limit) => writeln!(f, "{:>10.2e}  {}", limit.member_steps_per_second, limit.binds)?,
                None => writeln!(f, "{:>10}", "-")?,
            }
        }
        self.skipped(f)?;
        self.at_large(f)?;
        for o in &self.overtakes {
            writeln!(f, "  {} overtakes {} at {:.0} members", o.faster, o.slower, o.members)?;
        }
        Ok(())
    }
}

/// `4.81e9 (2 %)`: the median, and the distance of the extremes as a share of it.
fn rate(size: &SizeReport) -> String {
    match size.kernel {
        Some(Spread { median, min, max, .. }) => {
            format!("{median:.2e} {:>2.0} %", 100.0 * (max - min) / median)
        }
        None => "-".into(),
    }
}

impl PresetReport {
    fn operations(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told: Vec<String> = Vec::new();
        for backend in &self.backends {
            let Some(counts) = backend.operations else { continue };
            let from = if backend.name.starts_with("gpu") { "shader" } else { "step" };
            let line = format!(
                "  {from} in {}: {}; with what is counted and watched {}; with certificates {}",
                backend.precision, counts.plain, counts.watched, counts.certified
            );
            if !told.contains(&line) {
                writeln!(f, "{line}")?;
                told.push(line);
            }
        }
        Ok(())
    }

    fn skipped(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for backend in &self.backends {
            for size in &backend.sizes {
                if let Some(why) = &size.skipped {
                    writeln!(f, "  - {} with {} members: {why}", backend.name, size.members)?;
                }
            }
        }
        Ok(())
    }

    fn at_large(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  with {} members", self.large)?;
        writeln!(
            f,
            "  {:<20}{:>8}{:>9}{:>9}{:>9}{:>10}{:>9}{:>9}{:>9}{:>9}{:>8}",
            "",
            "x ref",
            "x cpu",
            "of limit",
            "steps",
            "kernel s",
            "total s",
            "compile",
            "up MiB",
            "down",
            "certs"
        )?;
        for backend in &self.backends {
            let Some(at) = &backend.at_large else { continue };
            let mib = |bytes: Option<u64>| bytes.map(|bytes| bytes as f64 / f64::from(1 << 20));
            let steps = backend.sizes.iter().find(|s| s.members == self.large).map_or(0, |s| s.steps);
            write!(f, "  {:<20}{:>8}{:>9}", backend.name, times(at.over_reference), times(at.over_best_cpu))?;
            write!(f, "{:>9}{steps:>9}", shown(at.fraction, 2))?;
            write!(
                f,
                "{:>10.3}{:>9.3}{:>9.3}",
                at.kernel_seconds, at.end_to_end_seconds, at.compile_seconds
            )?;
            write!(f, "{:>9}", shown(mib(at.bytes.map(|b| b.up)), 1))?;
            write!(f, "{:>9}", shown(mib(at.bytes.map(|b| b.down)), 1))?;
            let cost = at.certificates_cost.map(|cost| format!("{:+.0} %", 100.0 * cost));
            writeln!(f, "{:>8}", cost.unwrap_or_else(|| "-".into()))?;
        }
        for BackendReport { name, long_run_overhead, .. } in &self.backends {
            if let Some(overhead) = long_run_overhead {
                writeln!(f, "  {name}: 10^5 members x 10^4 steps take {overhead:.2} x their kernel time")?;
            }
        }
        Ok(())
    }
}

fn times(ratio: Option<f64>) -> String {
    ratio.map_or("-".into(), |ratio| format!("{}", Short(ratio)))
}

fn shown(value: Option<f64>, digits: usize) -> String {
    value.map_or("-".into(), |value| format!("{value:.digits$}"))
}

/// Three digits.
struct Short(f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = if self.0 < 9.995 { 2 } else { 1 };
        write!(f, "{:.digits$}", self.0)
    }
}

impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}, {}: kernel time ~ {}^({:.3} ± {:.3}) for",
            self.preset, self.backend, self.against, self.exponent, self.error
        )?;
        for (k, (x, _, _)) in self.points.iter().enumerate() {
            write!(f, "{} {x}", if k > 0 { "," } else { "" })?;
        }
        write!(f, "; most memory")?;
        for (_, _, memory) in &self.points {
            match memory {
                Some(mib) => write!(f, " {mib:.0}")?,
                None => write!(f, " unknown")?,
            }
        }
        write!(f, " MiB")
    }
}
