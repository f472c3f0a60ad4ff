//! The field that a piece adds: the cells that were visited, in whole numbers, so that pieces add up exactly.

use std::sync::atomic::Ordering::Relaxed;

use super::Store;
use crate::error::Error;
use crate::field::Field;
use crate::output::table::{Column, PartReader, Parts, Table, Values};
use crate::study::Study;

/// The ending of its file.
pub(super) const KIND: &str = "field.parquet";

/// Cell, samples and velocity sums; negative sums as the bits of their two's complement.
pub(super) fn table(field: &Field) -> Table {
    let cells: Vec<u64> =
        (0..field.counts.len()).filter(|&cell| field.count(cell) > 0).map(|cell| cell as u64).collect();
    // Samples outside all cells are counted behind the last one, and have no velocity.
    let sum = |sums: &[std::sync::atomic::AtomicI64], cell: u64| {
        sums.get(cell as usize).map_or(0, |sum| sum.load(Relaxed)).cast_unsigned()
    };
    let column = |name: &str, values: Vec<u64>| Column::new(name, "", "", Values::U64(values));
    let each = |f: &dyn Fn(u64) -> u64| cells.iter().map(|&cell| f(cell)).collect::<Vec<u64>>();
    let columns = vec![
        column("count", each(&|cell| field.count(cell as usize))),
        column("sum_0", each(&|cell| sum(&field.sums[0], cell))),
        column("sum_1", each(&|cell| sum(&field.sums[1], cell))),
        column("cell", cells),
    ];
    Table { columns }
}

impl Store {
    /// The field of all pieces together, if the study asks for one.
    pub fn field(&self, study: &Study) -> Result<Option<Field>, Error> {
        let Some(grid) = study.grid(&study.info()) else { return Ok(None) };
        let field = Field::new(grid.len());
        let schema = table(&field);
        let parts = self.parts(KIND);
        for i in 0..parts.len() {
            let reader = PartReader::new(parts.read(i)?, &schema)?;
            for group in 0..reader.groups() {
                let columns = reader.read(group, &["cell", "count", "sum_0", "sum_1"])?.columns;
                let lists: Vec<&Vec<u64>> = columns
                    .iter()
                    .filter_map(
                        |column| if let Values::U64(list) = &column.values { Some(list) } else { None },
                    )
                    .collect();
                for (row, &cell) in lists[0].iter().enumerate() {
                    let cell = cell as usize;
                    let Some(count) = field.counts.get(cell) else { continue };
                    count.fetch_add(lists[1][row], Relaxed);
                    for (sums, list) in field.sums.iter().zip(&lists[2..]) {
                        if let Some(sum) = sums.get(cell) {
                            sum.fetch_add(list[row].cast_signed(), Relaxed);
                        }
                    }
                }
            }
        }
        Ok(Some(field))
    }
}
