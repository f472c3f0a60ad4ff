//! The buffers of one chunk of members, and what is submitted with them.

use wgpu::BufferUsages as Use;

use super::Gpu;
use super::kernel::Kernel;
use super::tune::Tuning;
use crate::backend::{Job, Number};
use crate::error::Error;
use crate::tile::{RESULT_WORDS, Tile, WORDS};
use crate::wgsl::{RUN_FIELDS, binding};

/// The buffers of one chunk. Two of them take turns, so that one is filled or read while the other computes.
pub struct Slot {
    run: wgpu::Buffer,
    columns: wgpu::Buffer,
    reals: wgpu::Buffer,
    words: wgpu::Buffer,
    table: wgpu::Buffer,
    /// Field counts and sums of this chunk.
    pub field: wgpu::Buffer,
    /// States recorded by one dispatch.
    pub record: wgpu::Buffer,
    /// Where results are copied to be read.
    pub readback: wgpu::Buffer,
    group: wgpu::BindGroup,
    /// Members it can hold.
    pub capacity: usize,
    /// Recorded members it can hold.
    pub recorded: usize,
    /// Numbers that its members can remember.
    pub ring_reals: usize,
    /// Words in the field buffer.
    pub field_words: usize,
}

impl Slot {
    /// Allocates for `capacity` members of which `recorded` are recorded, and which remember `ring_reals` numbers.
    pub fn new<T: Number>(
        gpu: &Gpu,
        kernel: &Kernel,
        job: &Job<'_>,
        capacity: usize,
        recorded: usize,
        ring_reals: usize,
    ) -> Result<Slot, Error> {
        let real = size_of::<T>();
        let storage = Use::STORAGE | Use::COPY_DST | Use::COPY_SRC;
        let make =
            |label: &str, count: usize, size: usize, usage| gpu.buffer(label, (count * size) as u64, usage);
        let run = make("run", RUN_FIELDS.len(), 4, Use::UNIFORM | Use::COPY_DST)?;
        let constants = make("constants", kernel.constants.len(), real, storage)?;
        let columns = make("columns", kernel.varying.len() * capacity, real, storage)?;
        let reals = make("reals", job.reals() * capacity, real, storage)?;
        let words = make("words", WORDS.len() * capacity, 4, storage)?;
        let table =
            make("table", kernel.table_rows as usize * kernel.stride, real, Use::UNIFORM | Use::COPY_DST)?;
        let ring = make("ring", ring_reals, real, storage)?;
        let desks = make("desks", job.info.desk * capacity, real, storage)?;
        let sheet: &[T] = job.system.parts().relief.map_or(&[], |relief| relief.table());
        let relief = make("relief", sheet.len(), real, storage)?;
        gpu.queue.write_buffer(&relief, 0, bytemuck::cast_slice(sheet));
        let field = make("field", kernel.field_words, 4, storage)?;
        let samples = job.record.map_or(0, |record| kernel.record_steps() / record.every + 1) as usize;
        let record = make("record", samples * recorded * job.record_width(), real, storage)?;
        let state_bytes = job.reals() * capacity * real + RESULT_WORDS * capacity * 4;
        let bytes = state_bytes.max(kernel.field_words * 4).max(record.size() as usize);
        let readback = make("readback", bytes, 1, Use::MAP_READ | Use::COPY_DST)?;
        let rounded: Vec<T> = kernel.constants.iter().map(|&x| T::of(x)).collect();
        gpu.queue.write_buffer(&constants, 0, bytemuck::cast_slice(&rounded));

        let mut bound = vec![
            (binding::RUN, &run),
            (binding::CONSTANTS, &constants),
            (binding::COLUMNS, &columns),
            (binding::REALS, &reals),
            (binding::WORDS, &words),
        ];
        if job.shares_drive() {
            bound.push((binding::TABLE, &table));
        }
        if job.field.is_some() {
            bound.push((binding::FIELD, &field));
        }
        if job.record.is_some() {
            bound.push((binding::RECORD, &record));
        }
        if job.info.delayed {
            bound.push((binding::RING, &ring));
        }
        if job.info.desk > 0 {
            bound.push((binding::DESK, &desks));
        }
        if job.info.relief {
            bound.push((binding::RELIEF, &relief));
        }
        let entries: Vec<_> = bound
            .into_iter()
            .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
            .collect();
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("chunk"),
            layout: &kernel.layout,
            entries: &entries,
        });
        Ok(Slot {
            run,
            columns,
            reals,
            words,
            table,
            field,
            record,
            readback,
            group,
            capacity,
            recorded,
            ring_reals,
            field_words: kernel.field_words,
        })
    }

    /// Sends the parameters of a chunk, and clears what it accumulates. Where the kernel draws, nothing of the members
    /// crosses the bus.
    pub fn upload<T: Number>(&self, gpu: &Gpu, kernel: &Kernel, tile: &Tile<T>) {
        let columns: Vec<T> = kernel.varying.iter().flat_map(|&j| tile.params[j].iter().copied()).collect();
        if !columns.is_empty() {
            gpu.queue.write_buffer(&self.columns, 0, bytemuck::cast_slice(&columns));
        }
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        if kernel.draws {
            encoder.clear_buffer(&self.words, 0, None);
        } else {
            gpu.queue.write_buffer(&self.words, 0, bytemuck::cast_slice(&tile.words));
        }
        if self.field_words > 0 {
            encoder.clear_buffer(&self.field, 0, None);
        }
        gpu.queue.submit([encoder.finish()]);
    }

    /// Submits one dispatch: `run` are the integers of [`RUN_FIELDS`], `table` its drive rows.
    pub fn dispatch<T: Number>(
        &self,
        gpu: &Gpu,
        kernel: &Kernel,
        mut run: [u32; RUN_FIELDS.len()],
        table: &[T],
    ) -> wgpu::SubmissionIndex {
        let Tuning { workgroup, pack, .. } = kernel.tuning;
        let groups = run[0].div_ceil(pack).div_ceil(workgroup);
        let across = groups.min(gpu.device.limits().max_compute_workgroups_per_dimension);
        run[1] = across * workgroup;
        gpu.queue.write_buffer(&self.run, 0, bytemuck::cast_slice(&run));
        if !table.is_empty() {
            gpu.queue.write_buffer(&self.table, 0, bytemuck::cast_slice(table));
        }
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(kernel.pipeline());
            pass.set_bind_group(0, &self.group, &[]);
            pass.dispatch_workgroups(across, groups.div_ceil(across), 1);
        }
        gpu.queue.submit([encoder.finish()])
    }

    /// Copies states, tallies and result words to the readback buffer.
    pub fn fetch_members<T: Number>(&self, gpu: &Gpu, n: usize, reals: usize) -> wgpu::SubmissionIndex {
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let real_bytes = (reals * n * size_of::<T>()) as u64;
        encoder.copy_buffer_to_buffer(&self.reals, 0, &self.readback, 0, real_bytes);
        encoder.copy_buffer_to_buffer(
            &self.words,
            0,
            &self.readback,
            real_bytes,
            (RESULT_WORDS * n * 4) as u64,
        );
        gpu.queue.submit([encoder.finish()])
    }

    /// Copies one buffer to the readback buffer and reads it.
    pub fn fetch<V: bytemuck::Pod>(
        &self,
        gpu: &Gpu,
        from: &wgpu::Buffer,
        count: usize,
    ) -> Result<Vec<V>, Error> {
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(from, 0, &self.readback, 0, (count * size_of::<V>()) as u64);
        let submission = gpu.queue.submit([encoder.finish()]);
        gpu.read(&self.readback, count, Some(submission))
    }
}
