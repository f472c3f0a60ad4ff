//! The summary of a run as text for a terminal.

use std::fmt::Write;

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
    for (label, o) in s.outcomes.iter().filter(|(_, o)| o.count > 0) {
        let interval = format!("{:.5} [{:.5}, {:.5}]", o.fraction, o.low, o.high);
        line("outcome", format!("{label:<8} {:>10}  {interval}", o.count));
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
    out.trim_end().to_owned()
}

fn plural(members: u64) -> String {
    if members == 1 { "1 member".into() } else { format!("{members} members") }
}
