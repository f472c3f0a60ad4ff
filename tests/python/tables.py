"""Opens the tables of a run in every format with the libraries that people use, and compares them to the bit.

Usage: tables.py FOLDER, which holds runs as FOLDER/STUDY/FORMAT.
"""

import sys
import tomllib
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow.parquet as pq

RUNS = Path(sys.argv[1])


def same_bits(a, b):
    """Equality of arrays that tells -0 from 0 and finds not-a-number equal to itself."""
    a, b = np.asarray(a), np.asarray(b)
    if a.shape != b.shape:
        return False
    if a.dtype.kind == "f":
        both_nan = np.isnan(a) & np.isnan(b)
        return bool(np.all(both_nan | ((a == b) & (np.signbit(a) == np.signbit(b)))))
    return bool(np.all(a == b))


def columns_of_parquet(path):
    """The columns as pandas has them, after polars and DuckDB were found to agree."""
    pandas = pd.read_parquet(path)
    polars = pl.read_parquet(path)
    duck = duckdb.sql(f"select * from read_parquet('{path}')").fetchnumpy()
    assert list(pandas.columns) == polars.columns == list(duck), path
    assert len(pandas) == polars.height > 0, path
    columns = {name: pandas[name].to_numpy() for name in pandas.columns}
    for name, values in columns.items():
        if pd.api.types.is_string_dtype(pandas[name]):
            assert polars[name].dtype == pl.String, name
        else:
            assert values.dtype == polars[name].to_numpy().dtype == duck[name].dtype, name
        assert not pandas[name].isna().any() or values.dtype.kind == "f", f"{name}: null"
        assert same_bits(values, polars[name].to_numpy()), f"polars: {name}"
        assert same_bits(values, duck[name]), f"DuckDB: {name}"
    return columns


def check_csv(path, columns):
    # Before version 3, pandas' parser of numbers is off by a unit in the last place unless told otherwise.
    exact = {} if int(pd.__version__.split(".")[0]) >= 3 else {"float_precision": "round_trip"}
    pandas = pd.read_csv(path, keep_default_na=False, na_values=["NaN"], **exact)
    kinds = {name: pl.Series(v).dtype for name, v in columns.items() if v.dtype.kind in "fu"}
    polars = pl.read_csv(path, schema_overrides=kinds, null_values=[])
    assert list(columns) == list(pandas.columns) == polars.columns, path
    for name, values in columns.items():
        if values.dtype.kind in "fu":
            # A single precision number has the shortest digits that give it back as such.
            assert same_bits(values, pandas[name].to_numpy().astype(values.dtype)), f"pandas: {name}"
        else:
            assert pd.api.types.is_string_dtype(pandas[name]), name
            assert same_bits(values, pandas[name].to_numpy()), f"pandas: {name}"
        assert same_bits(values, polars[name].to_numpy()), f"polars: {name}"


def check_npz(path, columns, notes):
    with np.load(path, allow_pickle=False) as arrays:
        own = [name for name in arrays.files if not name.startswith("metadata.")]
        assert own == list(columns), path
        for name, values in columns.items():
            array = arrays[name]
            assert array.dtype == values.dtype or array.dtype.kind == "U", f"{name}: {array.dtype}"
            assert same_bits(array, values), f"NumPy: {name}"
        assert str(arrays["metadata.study"]) == notes["study"], path
        for kind, key in [("unit", "metadata.units"), ("about", "metadata.about")]:
            words = dict(arrays[key])
            assert words == {name: notes[f"{kind}:{name}"] for name in columns}, key


def notes_of(path):
    raw = pq.read_schema(path).metadata
    return {key.decode(): value.decode() for key, value in raw.items()}


def check_statistics(path, columns):
    """Every chunk has its bounds, in pyarrow and in DuckDB, and DuckDB leaves out what they exclude."""
    file = pq.ParquetFile(path).metadata
    for group in range(file.num_row_groups):
        for k in range(file.num_columns):
            chunk = file.row_group(group).column(k)
            name, statistics = chunk.path_in_schema, chunk.statistics
            assert statistics is not None and statistics.null_count == 0, name
            values = columns[name]
            if values.dtype.kind == "f" and np.isnan(values).all():
                assert not statistics.has_min_max, name
            else:
                assert statistics.has_min_max, name
                if file.num_row_groups == 1 and values.dtype.kind in "fu":
                    assert statistics.min == np.nanmin(values) and statistics.max == np.nanmax(values), name
    for name, values in columns.items():
        if values.dtype.kind == "f" and np.isfinite(values).all():
            beyond = float(values.max()) * 2 + 1
            query = f"""explain select count(*) from read_parquet('{path}') where "{name}" > {beyond!r}"""
            plan = duckdb.sql(query).fetchall()[0][1]
            assert "EMPTY" in plan.upper() and "PARQUET" not in plan.upper(), f"{name} is not pruned:\n{plan}"
            return
    raise AssertionError("no column of finite numbers")


def check_table(study, stem, words):
    """The columns of a table that is the same in all formats, with these columns of words."""
    path = RUNS / study / "parquet" / f"{stem}.parquet"
    columns = columns_of_parquet(path)
    notes = notes_of(path)
    resolved = (path.parent / "study.toml").read_text()
    assert notes["study"] == resolved and tomllib.loads(resolved)["members"] > 0, stem
    assert all(f"unit:{name}" in notes and f"about:{name}" in notes for name in columns), stem
    found = {name for name, values in columns.items() if values.dtype.kind not in "fu"}
    assert words == found, f"{stem}: words in {found}"
    check_statistics(path, columns)
    check_csv(RUNS / study / "csv" / f"{stem}.csv", columns)
    check_npz(RUNS / study / "npz" / f"{stem}.npz", columns, notes)
    print(f"{study}/{stem}: {len(next(iter(columns.values())))} rows of {len(columns)} columns agree")
    return columns


def main():
    members = check_table("throw", "members", {"outcome"})
    assert members["member"].dtype == np.uint64 and members["steps"].dtype == np.uint32
    assert members["x"].dtype == np.float64
    assert np.array_equal(members["member"], np.arange(3000))
    with np.load(RUNS / "throw" / "npz" / "members.npz") as arrays:
        word = str(members["outcome"][0])
        assert np.array_equal(arrays["outcome"] == word, members["outcome"] == word)
    recorded = check_table("throw", "trajectories", {"mode"})
    assert len(np.unique(recorded["member"])) == 5
    single = check_table("conveyor", "members", {"outcome"})
    assert single["x"].dtype == np.float32
    check_table("conveyor", "field", set())


main()
