//! The pages of a column chunk.

use ::parquet::basic::{Compression, Encoding, PageType};
use ::parquet::column::page::{CompressedPage, Page, PageWriter};
use ::parquet::column::writer::ColumnCloseResult;
use ::parquet::errors::{ParquetError, Result};
use ::parquet::file::metadata::{ColumnChunkMetaData, PageEncodingStats};
use ::parquet::file::statistics::Statistics;
use ::parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use ::parquet::schema::types::ColumnDescPtr;
use bytes::Bytes;

use super::dictionary::{Dictionary, packed, single_run};
use super::encode::Encoded;

/// Values of a page: the bytes of equal significance then fill a block of the compressor, which is 64 KiB.
pub(super) const PAGE_ROWS: usize = 1 << 16;

/// Values split at a time, few enough for the nearest cache.
const TILE: usize = 1024;

/// A column chunk in the making.
pub(super) struct Chunk {
    column: ColumnDescPtr,
    sink: TrackedWrite<Vec<u8>>,
    compressor: snap::raw::Encoder,
    dictionary_offset: Option<i64>,
    data_offset: Option<i64>,
    data_pages: i32,
    raw_size: usize,
}

impl Chunk {
    pub(super) fn new(column: ColumnDescPtr) -> Chunk {
        Chunk {
            column,
            sink: TrackedWrite::new(Vec::new()),
            compressor: snap::raw::Encoder::new(),
            dictionary_offset: None,
            data_offset: None,
            data_pages: 0,
            raw_size: 0,
        }
    }

    /// A page of the distinct values, then pages of indices.
    pub(super) fn dictionary(
        mut self,
        dictionary: &Dictionary,
        rows: usize,
        statistics: Option<Statistics>,
    ) -> Result<Encoded> {
        let entries = dictionary.entries;
        self.page(&dictionary.page, |buf| Page::DictionaryPage {
            buf,
            num_values: entries as u32,
            encoding: Encoding::PLAIN,
            is_sorted: false,
        })?;
        match &dictionary.indices {
            None => self.data_page(&single_run(rows), rows, Encoding::RLE_DICTIONARY)?,
            Some(indices) => {
                for part in indices.chunks(PAGE_ROWS) {
                    self.data_page(&packed(part, entries), part.len(), Encoding::RLE_DICTIONARY)?;
                }
            }
        }
        self.close(rows, Encoding::RLE_DICTIONARY, statistics)
    }

    /// Pages of first all first bytes, then all second bytes, and so on.
    pub(super) fn split<T: Copy, const BYTES: usize>(
        mut self,
        values: &[T],
        bytes: impl Fn(T) -> [u8; BYTES],
        statistics: Option<Statistics>,
    ) -> Result<Encoded> {
        let mut raw = Vec::new();
        for part in values.chunks(PAGE_ROWS) {
            raw.resize(part.len() * BYTES, 0);
            split(part, &bytes, &mut raw);
            self.data_page(&raw, part.len(), Encoding::BYTE_STREAM_SPLIT)?;
        }
        self.close(values.len(), Encoding::BYTE_STREAM_SPLIT, statistics)
    }

    fn data_page(&mut self, raw: &[u8], rows: usize, encoding: Encoding) -> Result<()> {
        self.data_pages += 1;
        self.page(raw, |buf| Page::DataPage {
            buf,
            num_values: rows as u32,
            encoding,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        })
    }

    fn page(&mut self, raw: &[u8], page: impl FnOnce(Bytes) -> Page) -> Result<()> {
        let compressed = self.compressor.compress_vec(raw).map_err(|e| ParquetError::External(e.into()))?;
        let page = CompressedPage::new(page(compressed.into()), raw.len());
        let written = SerializedPageWriter::new(&mut self.sink).write_page(page)?;
        let offset = match written.page_type {
            PageType::DICTIONARY_PAGE => &mut self.dictionary_offset,
            _ => &mut self.data_offset,
        };
        offset.get_or_insert(written.offset as i64);
        self.raw_size += written.uncompressed_size;
        Ok(())
    }

    fn close(self, rows: usize, encoding: Encoding, statistics: Option<Statistics>) -> Result<Encoded> {
        let data = PageEncodingStats { page_type: PageType::DATA_PAGE, encoding, count: self.data_pages };
        let first =
            PageEncodingStats { page_type: PageType::DICTIONARY_PAGE, encoding: Encoding::PLAIN, count: 1 };
        let (encodings, pages) = match self.dictionary_offset {
            Some(_) => (vec![Encoding::PLAIN, Encoding::RLE, encoding], vec![first, data]),
            None => (vec![Encoding::RLE, encoding], vec![data]),
        };
        let bytes = Bytes::from(self.sink.into_inner()?);
        let mut metadata = ColumnChunkMetaData::builder(self.column)
            .set_compression(Compression::SNAPPY)
            .set_encodings(encodings)
            .set_page_encoding_stats(pages)
            .set_num_values(rows as i64)
            .set_total_compressed_size(bytes.len() as i64)
            .set_total_uncompressed_size(self.raw_size as i64)
            .set_dictionary_page_offset(self.dictionary_offset)
            .set_data_page_offset(self.data_offset.unwrap_or(0));
        if let Some(statistics) = statistics {
            metadata = metadata.set_statistics(statistics);
        }
        let close = ColumnCloseResult {
            bytes_written: bytes.len() as u64,
            rows_written: rows as u64,
            metadata: metadata.build()?,
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        };
        Ok((bytes, close))
    }
}

/// Splits values into planes of their first bytes, second bytes, and so on; a plane at a time over a tile of
/// values, a loop that the compiler turns into vector instructions.
fn split<T: Copy, const BYTES: usize>(values: &[T], bytes: impl Fn(T) -> [u8; BYTES], raw: &mut [u8]) {
    let rows = values.len();
    for (i, tile) in values.chunks(TILE).enumerate() {
        for (k, plane) in raw.chunks_exact_mut(rows).enumerate() {
            let plane = &mut plane[i * TILE..][..tile.len()];
            for (out, &value) in plane.iter_mut().zip(tile) {
                *out = bytes(value)[k];
            }
        }
    }
}
