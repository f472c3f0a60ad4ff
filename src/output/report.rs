//! The summary of a run as text for a terminal.

use std::fmt::Write;

use crate::study::audit::Audit;
use crate::study::{Study, Summary};

/// A table of what happened.
pub fn text(study: &Study, s: &Summary) -> String {
    let mut out = String::new();
    let mut line = |name: &str, text: String| writeln!(out, "{name:<8} {text}").expect("writing to a string");
    line("study", format!("{}: {}", s.preset, study.spec.about));
    line(
        "run",
        format!(
            "{} x {} steps on {} ({}), {}",
            plural(s.members),
            s.steps,
            s.backend,
            s.adapter,
            s.precision
        ),
    );
    line(
        "time",
        format!(
            "{:.2} s, kernel {:.2} s: {:.3e} member-steps/s",
            s.seconds.total, s.seconds.kernel, s.member_steps_per_second
        ),
    );
    if let Some(part) = &s.part {
        line("part", format!("{part} of a study of {} members", study.spec.members));
    }
    for fault in &s.faults {
        let [from, to] = fault.members;
        line("fault", format!("members {from} to {}: {}; {}", to - 1, fault.cause, fault.action));
    }
    for (label, o) in s.outcomes.iter().filter(|(_, o)| o.count > 0) {
        let interval = format!("{:.5} [{:.5}, {:.5}]", o.fraction, o.low, o.high);
        line("outcome", format!("{label:<8} {:>10}  {interval}", o.count));
    }
    if s.certificates.is_empty() {
        line("worst", "not known: certificates are off".into());
    }
    for (name, worst) in &s.certificates {
        line("worst", format!("{name:<16} {worst:.2e}"));
    }
    let raised: Vec<String> = s
        .flags
        .iter()
        .filter(|(_, count)| **count > 0)
        .map(|(flag, count)| format!("{flag} {count}"))
        .collect();
    line("flags", if raised.is_empty() { "none".into() } else { raised.join(", ") });
    for (warning, count) in &s.warnings {
        line("warning", format!("{}: {warning}", plural(*count)));
    }
    if let Some(audit) = &s.audit {
        audit_lines(audit, &mut line);
    }
    let first = if s.members == 1 { "" } else { " (member 0)" };
    for c in &s.closed_form {
        let difference = c.result - c.exact;
        line(
            "theory",
            format!(
                "{:<16} exact {:.9} {u}, result {:.9} {u}, difference {difference:.2e}{first}",
                c.what,
                c.exact,
                c.result,
                u = c.unit
            ),
        );
    }
    if let Some(field) = &study.spec.field
        && field.lines
    {
        let list: Vec<String> = s.attraction_lines.iter().map(|l| l.to_string()).collect();
        let list = if list.is_empty() { "none found".to_owned() } else { list.join("; ") };
        line("lines", format!("of attraction at {} = {list}", field.y));
    }
    out += &s.statistics_table;
    out.trim_end().to_owned()
}

/// What the audit found, and how to look at one of those that flip.
fn audit_lines(audit: &Audit, line: &mut dyn FnMut(&str, String)) {
    let (n, flips) = (audit.members, &audit.flips);
    if n == 0 {
        return line("audit", format!("nobody was drawn at {}", audit.fraction));
    }
    line(
        "audit",
        format!(
            "{n} members on the f64 reference: {} end otherwise, {:.5} [{:.5}, {:.5}]",
            flips.count, flips.fraction, flips.low, flips.high
        ),
    );
    let d = &audit.distance;
    line(
        "audit",
        format!(
            "relative distance of states: median {:.2e}, worst {:.2e} (member {})",
            d.median, d.worst, d.worst_member
        ),
    );
    for d in &audit.columns {
        line(
            "audit",
            format!(
                "{:<8} median {:.2e}, worst {:.2e} {} (member {})",
                d.name, d.median, d.worst, d.unit, d.worst_member
            ),
        );
    }
    if !audit.flipped.is_empty() {
        let list: Vec<String> = audit.flipped.iter().take(8).map(u64::to_string).collect();
        let more = if flips.count > 8 { ", ..." } else { "" };
        line(
            "audit",
            format!("these flip: {}{more}; see one with --member {} --record 1", list.join(", "), list[0]),
        );
    }
}

fn plural(members: u64) -> String {
    if members == 1 { "1 member".into() } else { format!("{members} members") }
}
