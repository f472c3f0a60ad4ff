// Density and mean velocity over cells of two observables, in exact integers. Twin of src/field.rs.

struct Geometry { x_low: Real, x_scale: Real, y_low: Real, y_scale: Real }

// The cell of a point, or `columns * rows` where it lies outside.
fn field_cell(g: Geometry, columns: u32, rows: u32, x: Real, y: Real) -> u32 {
    let a = (x - g.x_low) * g.x_scale;
    let b = (y - g.y_low) * g.y_scale;
    let inside = (Real(0.0) <= a) && (a < Real(columns)) && (Real(0.0) <= b) && (b < Real(rows));
    // Only a finite, small number is ever converted.
    let column = u32(select(Real(0.0), a, inside));
    let row = u32(select(Real(0.0), b, inside));
    return select(columns * rows, row * columns + column, inside);
}

// A velocity in units of 2^-16, held within 31 bits.
fn field_quantum(v: Real) -> i32 {
    let most = Real(2147483392.0);
    return i32(larger(-most, smaller(most, v * Real(65536.0))));
}
