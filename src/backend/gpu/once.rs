//! One small kernel, run once: for probes.

use super::Gpu;
use crate::backend::Number;
use crate::error::Error;
use crate::relief::Relief;
use crate::wgsl::binding;

impl Gpu {
    /// Runs a small kernel, by its name, source and entry point, once: inputs at binding 0, outputs at binding 1, and a relief or desks of so many
    /// numbers if it uses them. For probes.
    pub fn run_once<T: Number>(
        &self,
        [what, source, entry]: [&str; 3],
        inputs: &[T],
        outputs: usize,
        invocations: u32,
        relief: Option<&'static Relief>,
        desks: usize,
    ) -> Result<Vec<T>, Error> {
        use wgpu::BufferUsages as Use;
        let pipeline = self.pipeline(what, source, entry, None, &[])?;
        let bytes = (outputs * size_of::<T>()) as u64;
        let input = self.buffer("inputs", size_of_val(inputs) as u64, Use::STORAGE | Use::COPY_DST)?;
        let output = self.buffer("outputs", bytes, Use::STORAGE | Use::COPY_SRC)?;
        let readback = self.buffer("readback", bytes, Use::MAP_READ | Use::COPY_DST)?;
        self.queue.write_buffer(&input, 0, bytemuck::cast_slice(inputs));
        let sheet: &[T] = relief.map_or(&[], |relief| relief.table());
        let relief = self.buffer("relief", size_of_val(sheet) as u64, Use::STORAGE | Use::COPY_DST)?;
        self.queue.write_buffer(&relief, 0, bytemuck::cast_slice(sheet));
        let desks = self.buffer("desks", (desks * size_of::<T>()) as u64, Use::STORAGE)?;
        let mut bound = vec![(0, &input), (1, &output)];
        bound.extend(source.contains("> tableau: array").then_some((binding::DESK, &desks)));
        bound.extend((!sheet.is_empty()).then_some((binding::RELIEF, &relief)));
        let entries: Vec<_> = bound
            .into_iter()
            .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
            .collect();
        let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(what),
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        let mut encoder = self.device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.dispatch_workgroups(invocations.div_ceil(64), 1, 1);
        }
        encoder.copy_buffer_to_buffer(&output, 0, &readback, 0, bytes);
        let submission = self.queue.submit([encoder.finish()]);
        self.read(&readback, outputs, Some(submission))
    }
}
