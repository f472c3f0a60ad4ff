//! The built-in studies: commented TOML files.

use crate::error::Error;

/// Name and text of every preset.
pub const PRESETS: [(&str, &str); 6] = [
    ("incline", include_str!("presets/incline.toml")),
    ("throw", include_str!("presets/throw.toml")),
    ("conveyor", include_str!("presets/conveyor.toml")),
    ("conveyor-fig-16-2", include_str!("presets/conveyor-fig-16-2.toml")),
    ("conveyor-fig-16-3", include_str!("presets/conveyor-fig-16-3.toml")),
    ("catastrophe", include_str!("presets/catastrophe.toml")),
];

/// The text of one preset.
pub fn text(name: &str) -> Result<&'static str, Error> {
    let found = PRESETS.iter().find(|(preset, _)| *preset == name);
    found.map(|(_, text)| *text).ok_or_else(|| {
        let names: Vec<&str> = PRESETS.iter().map(|(name, _)| *name).collect();
        Error::input("preset", name, format!("accepted: {}, or a file ending in .toml", names.join(", ")))
    })
}
