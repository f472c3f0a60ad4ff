//! The fields of a ZIP archive of stored entries (PKWARE's APPNOTE 6.3), with 64-bit sizes where they are needed.
//!
//! Written here because all sizes are known beforehand, so that entries can be filled side by side in one pass;
//! a writer that takes one entry after the other would have to read the whole table once a column.

/// Sizes and offsets from here on go into the 64-bit fields.
const LIMIT: u64 = u32::MAX as u64;

/// The first of January 1980: the same table gives the same bytes.
const DATE: u16 = (1 << 5) | 1;

/// Version 4.5 of the format, the first with 64-bit sizes.
const VERSION: u16 = 45;

/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;

/// A file in the archive.
pub(super) struct Entry {
    name: String,
    /// Where its local header starts.
    pub(super) offset: u64,
    size: u64,
    /// The CRC-32 of its bytes, to be set before the headers are made.
    pub(super) checksum: u32,
}

impl Entry {
    pub(super) fn new(name: String, offset: u64, size: u64) -> Entry {
        Entry { name, offset, size, checksum: 0 }
    }

    /// Where its bytes start.
    pub(super) fn data(&self) -> u64 {
        self.offset + self.local_header().len() as u64
    }

    /// Where its bytes end.
    pub(super) fn end(&self) -> u64 {
        self.data() + self.size
    }

    /// The header before its bytes.
    pub(super) fn local_header(&self) -> Vec<u8> {
        // The local header has both sizes or neither in 64 bits.
        let extra = if self.size >= LIMIT { extra_field(&[self.size, self.size]) } else { Vec::new() };
        let mut out = b"PK\x03\x04".to_vec();
        self.common(&mut out, extra.len());
        out.extend_from_slice(self.name.as_bytes());
        out.extend(extra);
        out
    }

    /// What the local header and the directory share, up to the lengths of name and extra field.
    fn common(&self, out: &mut Vec<u8>, extra: usize) {
        for field in [VERSION, FLAGS, 0, 0, DATE] {
            out.extend_from_slice(&field.to_le_bytes());
        }
        for field in [self.checksum, short(self.size), short(self.size)] {
            out.extend_from_slice(&field.to_le_bytes());
        }
        for field in [self.name.len() as u16, extra as u16] {
            out.extend_from_slice(&field.to_le_bytes());
        }
    }

    fn directory_header(&self, out: &mut Vec<u8>) {
        const UNIX: u16 = 3 << 8;
        const READABLE: u32 = 0o100_644 << 16;
        let mut long = Vec::new();
        if self.size >= LIMIT {
            long.extend([self.size, self.size]);
        }
        if self.offset >= LIMIT {
            long.push(self.offset);
        }
        let extra = extra_field(&long);
        out.extend_from_slice(b"PK\x01\x02");
        out.extend_from_slice(&(UNIX | VERSION).to_le_bytes());
        self.common(out, extra.len());
        // No comment, first disk, no internal attributes.
        out.extend_from_slice(&[0; 6]);
        out.extend_from_slice(&READABLE.to_le_bytes());
        out.extend_from_slice(&short(self.offset).to_le_bytes());
        out.extend_from_slice(self.name.as_bytes());
        out.extend(extra);
    }
}

/// A size or offset in 32 bits, or the mark that it stands elsewhere.
fn short(value: u64) -> u32 {
    value.min(LIMIT) as u32
}

/// The 64-bit extra field, nothing without values.
fn extra_field(values: &[u64]) -> Vec<u8> {
    if values.is_empty() {
        return Vec::new();
    }
    let mut out = vec![1, 0];
    out.extend_from_slice(&(8 * values.len() as u16).to_le_bytes());
    out.extend(values.iter().flat_map(|v| v.to_le_bytes()));
    out
}

/// The directory at the end of an archive, which starts at `offset`.
pub(super) fn directory(entries: &[Entry], offset: u64) -> Vec<u8> {
    let mut out = Vec::new();
    entries.iter().for_each(|entry| entry.directory_header(&mut out));
    let (count, size) = (entries.len() as u64, out.len() as u64);
    if count >= u64::from(u16::MAX) || offset >= LIMIT || size >= LIMIT {
        long_end(&mut out, count, size, offset);
    }
    let few = count.min(u64::from(u16::MAX)) as u16;
    out.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    out.extend_from_slice(&few.to_le_bytes());
    out.extend_from_slice(&few.to_le_bytes());
    out.extend_from_slice(&short(size).to_le_bytes());
    out.extend_from_slice(&short(offset).to_le_bytes());
    out.extend_from_slice(&[0; 2]);
    out
}

/// The end of the directory in 64 bits, and where it is.
fn long_end(out: &mut Vec<u8>, count: u64, size: u64, offset: u64) {
    let end = offset + size;
    out.extend_from_slice(b"PK\x06\x06");
    out.extend_from_slice(&44u64.to_le_bytes());
    out.extend_from_slice(&VERSION.to_le_bytes());
    out.extend_from_slice(&VERSION.to_le_bytes());
    out.extend_from_slice(&[0; 8]);
    for field in [count, count, size, offset] {
        out.extend_from_slice(&field.to_le_bytes());
    }
    out.extend_from_slice(b"PK\x06\x07\0\0\0\0");
    out.extend_from_slice(&end.to_le_bytes());
    out.extend_from_slice(&1u32.to_le_bytes());
}
