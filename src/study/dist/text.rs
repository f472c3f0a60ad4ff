//! A rule as text that [`Dist::parse`] reads again.

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::Dist;

impl Dist {
    /// The form's name and its numbers; `None` for what is no list of numbers.
    fn form(&self) -> Option<(&'static str, Vec<f64>)> {
        match self {
            Dist::Constant(_) | Dist::EvenGrid { .. } | Dist::File { .. } => None,
            Dist::Uniform(a, b) => Some(("uniform", vec![*a, *b])),
            Dist::LogUniform(a, b) => Some(("log_uniform", vec![*a, *b])),
            Dist::Normal { mean, sd, low, high } => {
                let whole = *low == f64::NEG_INFINITY && *high == f64::INFINITY;
                Some(("normal", if whole { vec![*mean, *sd] } else { vec![*mean, *sd, *low, *high] }))
            }
            Dist::Linspace(a, b) => Some(("linspace", vec![*a, *b])),
            Dist::Logspace(a, b) => Some(("logspace", vec![*a, *b])),
            Dist::Choice(list) => Some(("choice", list.clone())),
            Dist::Grid(list) => Some(("grid", list.clone())),
            Dist::Sobol(a, b) => Some(("sobol", vec![*a, *b])),
        }
    }

    /// Path and column of a file.
    fn names(&self) -> Option<[String; 2]> {
        match self {
            Dist::File { path, column, .. } => Some([path.display().to_string(), column.clone()]),
            _ => None,
        }
    }
}

/// A number that TOML reads as the same one; short where it is of everyday size.
fn plain(x: f64) -> String {
    let everyday = x == 0.0 && x.is_sign_positive() || (1e-5..1e15).contains(&x.abs());
    match x {
        x if x.is_nan() => "nan".into(),
        x if everyday => x.to_string(),
        x => format!("{x:?}"),
    }
}

impl std::fmt::Display for Dist {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some((form, list)) = self.form() {
            let list: Vec<String> = list.into_iter().map(plain).collect();
            return write!(f, "{{{form}=[{}]}}", list.join(", "));
        }
        match self {
            Dist::Constant(x) => f.write_str(&plain(*x)),
            Dist::EvenGrid { from, to, count } => {
                write!(f, "{{grid={{from={}, to={}, count={count}}}}}", plain(*from), plain(*to))
            }
            _ => {
                let [path, column] = self.names().unwrap_or_default().map(toml::Value::String);
                write!(f, "{{file={path}, column={column}}}")
            }
        }
    }
}

impl Serialize for Dist {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Dist::Constant(x) = self {
            return serializer.serialize_f64(*x);
        }
        let mut map = serializer.serialize_map(None)?;
        if let Dist::EvenGrid { from, to, count } = self {
            let ends = toml::Table::from_iter([
                ("from".to_owned(), toml::Value::Float(*from)),
                ("to".to_owned(), toml::Value::Float(*to)),
                ("count".to_owned(), toml::Value::Integer(i64::from(*count))),
            ]);
            map.serialize_entry("grid", &ends)?;
        }
        if let Some([path, column]) = self.names() {
            map.serialize_entry("file", &path)?;
            map.serialize_entry("column", &column)?;
        }
        if let Some((form, list)) = self.form() {
            map.serialize_entry(form, &list)?;
        }
        map.end()
    }
}
