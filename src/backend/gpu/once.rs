//! One small kernel, run once: for probes.

use super::Gpu;
use crate::backend::Number;
use crate::error::Error;

impl Gpu {
    /// Runs a small kernel once: inputs at binding 0, outputs at binding 1. For probes.
    pub fn run_once<T: Number>(
        &self,
        what: &str,
        source: &str,
        entry: &str,
        inputs: &[T],
        outputs: usize,
        invocations: u32,
    ) -> Result<Vec<T>, Error> {
        use wgpu::BufferUsages as Use;
        let pipeline = self.pipeline(what, source, entry, None, &[])?;
        let bytes = (outputs * size_of::<T>()) as u64;
        let input = self.buffer("inputs", size_of_val(inputs) as u64, Use::STORAGE | Use::COPY_DST)?;
        let output = self.buffer("outputs", bytes, Use::STORAGE | Use::COPY_SRC)?;
        let readback = self.buffer("readback", bytes, Use::MAP_READ | Use::COPY_DST)?;
        self.queue.write_buffer(&input, 0, bytemuck::cast_slice(inputs));
        let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(what),
            layout: &pipeline.get_bind_group_layout(0),
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: input.as_entire_binding() },
                wgpu::BindGroupEntry { binding: 1, resource: output.as_entire_binding() },
            ],
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
