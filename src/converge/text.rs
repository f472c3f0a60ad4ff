//! The report as a table for a terminal.

use std::fmt;

use super::{Convergence, Order};

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Fitted { order, error } if error.is_finite() => write!(f, "{order:.2} ± {error:.2}"),
            Order::Fitted { order, .. } => write!(f, "{order:.2}"),
            Order::Exact => f.write_str("exact"),
            Order::Unknown => f.write_str("-"),
        }
    }
}

impl fmt::Display for Convergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let halvings = self.h.len() - 1;
        writeln!(f, "{} ({})", self.study, self.system)?;
        writeln!(
            f,
            "{} members in f64, h = {:e} halved {halvings} times; root mean square of the distance between h and h/2",
            self.members, self.h[0]
        )?;
        write!(f, "  {:<32}{:>8}", "", "samples")?;
        for h in &self.h[..halvings] {
            write!(f, "{:>11}", format!("h = {h:.1e}"))?;
        }
        writeln!(f, "  order")?;
        for settling in &self.phases {
            let rows = [("position", &settling.position), ("velocity", &settling.velocity)];
            for ((what, differences), order) in rows.into_iter().zip(settling.orders) {
                let name = format!("{}, {what}", settling.phase.words());
                write!(f, "  {name:<32}{:>8}", settling.samples)?;
                for difference in differences {
                    write!(f, "{difference:>11.1e}")?;
                }
                writeln!(f, "  {order}")?;
            }
        }
        if !self.norms.is_empty() {
            writeln!(
                f,
                "against the smallest h (Stewart & Trinkle 1996, Table 1; the largest of all components counts)"
            )?;
            writeln!(
                f,
                "  {:<10}{:>16}{:>18}{:>20}",
                "h", "velocity, L1", "position, L-inf", "velocity variation"
            )?;
        }
        for row in &self.norms {
            let error = |error: Option<f64>| error.map_or(String::new(), |error| format!("{error:.4}"));
            let [velocity, position] = [row.velocity, row.position].map(error);
            writeln!(f, "  {:<10}{velocity:>16}{position:>18}{:>20.4}", row.h, row.variation)?;
        }
        Ok(())
    }
}
