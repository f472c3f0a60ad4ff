//! Columns that repeat their values: the distinct ones, and which of them stands in each row.

use super::Values;
use super::page_statistics::used_codes;

/// Rows looked at to see whether a column repeats its values.
const SAMPLE: usize = 1024;

/// The most distinct values of a dictionary; with more, it would hardly save anything.
const MOST: usize = 8192;

/// Slots of the hash table, a power of two well above [`MOST`].
const SLOTS: usize = 1 << 15;

/// The distinct values of a column and the indices of its rows.
pub(super) struct Dictionary {
    /// The number of distinct values.
    pub(super) entries: usize,
    /// The distinct values as a dictionary page holds them.
    pub(super) page: Vec<u8>,
    /// Per row, the position of its value; none where there is but one.
    pub(super) indices: Option<Vec<u16>>,
}

impl Dictionary {
    /// The dictionary of a column that repeats its values, as words always do.
    pub(super) fn of(values: &Values) -> Option<Dictionary> {
        match values {
            Values::F64(v) => of_numbers(v, |x| x.to_bits(), 8),
            Values::F32(v) => of_numbers(v, |x| u64::from(x.to_bits()), 4),
            Values::U32(v) => of_numbers(v, u64::from, 4),
            Values::U64(v) => of_numbers(v, |x| x, 8),
            Values::Label { codes, labels } => Some(of_words(codes, labels)),
        }
    }
}

fn of_words(codes: &[u8], labels: &[&str]) -> Dictionary {
    let used = used_codes(codes);
    let (mut entries, mut page, mut index) = (0, Vec::new(), [0; 256]);
    for (code, word) in labels.iter().enumerate().filter(|&(code, _)| used[code]) {
        index[code] = entries;
        entries += 1;
        page.extend_from_slice(&(word.len() as u32).to_le_bytes());
        page.extend_from_slice(word.as_bytes());
    }
    let indices = || codes.iter().map(|&code| index[usize::from(code)]).collect();
    Dictionary { entries: usize::from(entries), page, indices: (entries > 1).then(indices) }
}

fn of_numbers<T: Copy>(values: &[T], key: impl Fn(T) -> u64, width: usize) -> Option<Dictionary> {
    let first = key(*values.first()?);
    let bytes = |keys: &[u64]| keys.iter().flat_map(|k| k.to_le_bytes().into_iter().take(width)).collect();
    if values.iter().all(|&x| key(x) == first) {
        return Some(Dictionary { entries: 1, page: bytes(&[first]), indices: None });
    }
    if !repeats(values, &key) {
        return None;
    }
    let (keys, indices) = index(values, &key)?;
    Some(Dictionary { entries: keys.len(), page: bytes(&keys), indices: Some(indices) })
}

/// Whether an even sample of the values has at most one distinct in eight.
fn repeats<T: Copy>(values: &[T], key: impl Fn(T) -> u64) -> bool {
    let size = values.len().min(SAMPLE);
    let mut sample: Vec<u64> = (0..size).map(|i| key(values[i * values.len() / size])).collect();
    sample.sort_unstable();
    sample.dedup();
    sample.len() <= (size / 8).max(1)
}

/// The distinct values in order of appearance and the position of every row's, if they are few enough.
fn index<T: Copy>(values: &[T], key: impl Fn(T) -> u64) -> Option<(Vec<u64>, Vec<u16>)> {
    // A slot holds a position plus one; multiplying by an odd number near 2^64 / golden ratio spreads the values.
    let mut slots = vec![0u16; SLOTS];
    let mut keys: Vec<u64> = Vec::new();
    let mut indices = Vec::with_capacity(values.len());
    for &value in values {
        let key = key(value);
        let mut slot = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - SLOTS.ilog2())) as usize;
        let position = loop {
            match slots[slot] {
                0 if keys.len() == MOST => return None,
                0 => {
                    keys.push(key);
                    slots[slot] = keys.len() as u16;
                    break keys.len() - 1;
                }
                taken if keys[usize::from(taken) - 1] == key => break usize::from(taken) - 1,
                _ => slot = (slot + 1) % SLOTS,
            }
        };
        indices.push(position as u16);
    }
    Some((keys, indices))
}

/// Shortest run of equal indices written as such: two groups of eight, below which packed bits are as short.
const RUN: usize = 16;

/// Indices as runs and packed bits (Apache Parquet format, encoding RLE), led by their width in bits.
pub(super) fn packed(indices: &[u16], entries: usize) -> Vec<u8> {
    let width = width(entries);
    let mut out = vec![width as u8];
    let (mut loose, mut next) = (0, 0);
    while next < indices.len() {
        let first = indices[next];
        let run = indices[next..].iter().take_while(|&&i| i == first).count();
        if run >= RUN {
            pack(&indices[loose..next], width, &mut out);
            put_run(first, run, width, &mut out);
            next += run;
            loose = next;
        } else {
            // Packed bits come in groups of eight, so a run may only follow a whole group.
            next = (next + 8).min(indices.len());
        }
    }
    pack(&indices[loose..], width, &mut out);
    out
}

/// One run of the first entry, led by the width in bits.
pub(super) fn single_run(rows: usize) -> Vec<u8> {
    let mut out = vec![1];
    put_run(0, rows, 1, &mut out);
    out
}

/// Bits of an index, at least one: some readers stumble over none.
fn width(entries: usize) -> u32 {
    usize::BITS - entries.saturating_sub(1).max(1).leading_zeros()
}

fn put_run(index: u16, rows: usize, width: u32, out: &mut Vec<u8>) {
    put_varint((rows as u64) << 1, out);
    out.extend_from_slice(&index.to_le_bytes()[..width.div_ceil(8) as usize]);
}

fn pack(indices: &[u16], width: u32, out: &mut Vec<u8>) {
    if indices.is_empty() {
        return;
    }
    put_varint((indices.len().div_ceil(8) as u64) << 1 | 1, out);
    for group in indices.chunks(8) {
        let mut bits = 0u128;
        for (i, &index) in group.iter().enumerate() {
            bits |= u128::from(index) << (i as u32 * width);
        }
        out.extend_from_slice(&bits.to_le_bytes()[..width as usize]);
    }
}

/// Seven bits a byte, the least first, all but the last with the top bit.
fn put_varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
