//! One ensemble kernel, compiled for a job and cut to an adapter.

use super::Gpu;
use super::bindings::bind_group_layout;
use super::tune::{MOST_STEPS, Tuning};
use crate::backend::ring::RING_BYTES;
use crate::backend::{Batch, Job, Number};
use crate::columns::Fields;
use crate::error::Error;
use crate::tally::Limits;
use crate::tile::WORDS;
use crate::wgsl::{self, Clock, Layout, drive_stride};

/// Members of one chunk at most: enough to fill any GPU, few enough that two chunks fit beside each other.
const CHUNK: u64 = 1 << 18;
/// Bytes of recorded states that one dispatch may leave behind.
const RECORD_BYTES: u64 = 32 << 20;
/// A kernel with all that is fixed for a run. It can be cut anew at any time between two dispatches: buffers and bindings
/// stay as they are.
pub struct Kernel {
    /// How it is cut now.
    pub tuning: Tuning,
    /// What was compiled so far, by how it is cut.
    compiled: Vec<(Tuning, wgpu::ComputePipeline)>,
    pipeline_layout: wgpu::PipelineLayout,
    /// What it binds.
    pub(super) layout: wgpu::BindGroupLayout,
    /// Rows of one drive table.
    pub table_rows: u32,
    /// Numbers in one row.
    pub stride: usize,
    /// Members that one chunk can hold.
    pub chunk: usize,
    /// Bytes that its members' memory of the past may take.
    pub ring_bytes: u64,
    /// Steps that one dispatch can make.
    most_steps: u32,
    loops: u32,
    /// What all members share.
    pub(super) constants: Vec<f64>,
    /// The columns in which members differ.
    pub(super) varying: Vec<usize>,
    /// Whether the members' parameters are drawn on the device.
    pub(super) draws: bool,
    /// Words in the field buffer.
    pub(super) field_words: usize,
}

impl Kernel {
    /// Composes and compiles the kernel of a job.
    pub fn new<T: Number>(gpu: &Gpu, job: &Job<'_>, sample: &Batch, tuning: Tuning) -> Result<Kernel, Error> {
        let limits = gpu.device.limits();
        let shared = job.shares_drive();
        let stride = drive_stride::<T>(job.info.drive_width);
        let table_rows = table_rows::<T>(gpu, job);
        let bind_layout = bind_group_layout(&gpu.device, &layout_of(job, table_rows, tuning), &job.info);
        let pipeline_layout = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("ensemble"),
            bind_group_layouts: &[Some(&bind_layout)],
            immediate_size: 0,
        });
        let drawn = |j: usize| job.drawing.as_ref().is_some_and(|drawing| drawing.of_column(j).is_some());
        let varying: Vec<usize> =
            (0..job.constant.len()).filter(|&j| !job.constant[j] && !drawn(j)).collect();
        let words = WORDS.len() * 4 / size_of::<T>();
        let widest = job.reals().max(varying.len()).max(words).max(job.info.desk) as u64;
        let member_bytes = widest * size_of::<T>() as u64;
        let binding_bytes = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size);
        let mut most_steps = if shared { table_rows } else { u32::MAX };
        if let Some(record) = &job.record {
            let state = (job.record_width() * size_of::<T>()) as u64;
            let samples =
                (RECORD_BYTES / (state * (record.end - sample.first.min(record.end)).clamp(1, CHUNK))).max(1);
            most_steps = most_steps.min((samples as u32).saturating_mul(record.every));
        }
        let mut constants = sample.member(0);
        constants.extend((0..Limits::<T>::NAMES.len()).map(|j| Limits::<T>::of_precision().get(j).to_f64()));
        if let Some(grid) = &job.field {
            let geometry = grid.geometry::<f64>();
            constants.extend((0..4).map(|j| geometry.get(j)));
        } else {
            constants.extend([0.0; 4]);
        }
        constants.extend(job.drawing.iter().flat_map(|drawing| drawing.numbers()));
        let mut kernel = Kernel {
            tuning,
            compiled: Vec::new(),
            pipeline_layout,
            layout: bind_layout,
            table_rows,
            stride,
            chunk: CHUNK.min(binding_bytes / member_bytes) as usize,
            ring_bytes: RING_BYTES.min(binding_bytes).min(gpu.largest_buffer),
            most_steps,
            loops: job.info.loops,
            constants,
            varying,
            draws: job.drawing.is_some(),
            field_words: job.field.as_ref().map_or(0, |grid| 5 * grid.len() + 1),
        };
        kernel.cut::<T>(gpu, job, tuning)?;
        Ok(kernel)
    }

    /// A number that tells the kernel of a job from others, however it is cut.
    pub fn identity<T: Number>(gpu: &Gpu, job: &Job<'_>) -> u64 {
        let uncut = Tuning { workgroup: 1, pack: 1, unroll: 1, steps: 0 };
        let text =
            wgsl::ensemble::<T>(&job.system.parts(), &layout_of(job, table_rows::<T>(gpu, job), uncut));
        twox_hash::XxHash3_64::oneshot(text.as_bytes())
    }

    /// Cuts the kernel anew; whether the driver has to compile it.
    pub fn cut<T: Number>(&mut self, gpu: &Gpu, job: &Job<'_>, tuning: Tuning) -> Result<bool, Error> {
        // Members of a pack would sit at one desk.
        let tuning = if job.info.desk > 0 { Tuning { pack: 1, ..tuning } } else { tuning };
        self.tuning = tuning;
        if self.compiled.iter().any(|(compiled, _)| same_code(*compiled, tuning)) {
            return Ok(false);
        }
        let what = job.info.names.join(" + ");
        let mut source = wgsl::ensemble::<T>(&job.system.parts(), &layout_of(job, self.table_rows, tuning));
        if let Some(edit) = gpu.edit {
            source = edit(&source);
        }
        let constants = [("WORKGROUP", f64::from(tuning.workgroup))];
        let pipeline = gpu.pipeline(&what, &source, "ensemble", Some(&self.pipeline_layout), &constants)?;
        self.compiled.push((tuning, pipeline));
        Ok(true)
    }

    /// What runs.
    pub fn pipeline(&self) -> &wgpu::ComputePipeline {
        let (_, pipeline) =
            self.compiled.iter().find(|(tuning, _)| same_code(*tuning, self.tuning)).expect("cut before");
        pipeline
    }

    /// The most steps of a dispatch whose samples must have room, however the kernel is cut.
    pub(super) fn record_steps(&self) -> u32 {
        self.most_steps.min(MOST_STEPS)
    }

    /// Steps that one dispatch can make.
    pub fn most_steps(&self) -> u32 {
        self.most_steps.min(self.tuning.most_steps(self.loops))
    }
}

/// Steps of a dispatch are no part of the code.
fn same_code(a: Tuning, b: Tuning) -> bool {
    Tuning { steps: 0, ..a } == Tuning { steps: 0, ..b }
}

/// Rows of the drive table that one dispatch can read.
fn table_rows<T: Number>(gpu: &Gpu, job: &Job<'_>) -> u32 {
    let row_bytes = (drive_stride::<T>(job.info.drive_width) * size_of::<T>()) as u64;
    (gpu.device.limits().max_uniform_buffer_binding_size.min(65_536) / row_bytes) as u32
}

/// What the kernel of a job is composed for.
fn layout_of<'a>(job: &'a Job<'_>, table_rows: u32, tuning: Tuning) -> Layout<'a> {
    Layout {
        constant: job.constant.clone(),
        drawing: job.drawing.as_ref(),
        clock: if job.shares_drive() { Clock::Shared } else { Clock::Member },
        table_rows,
        pack: tuning.pack,
        unroll: tuning.unroll,
        ragged: job.ragged,
        certified: job.certificates,
        lean: job.lean,
        field: job.field.as_ref(),
        record: job.record.is_some(),
    }
}
