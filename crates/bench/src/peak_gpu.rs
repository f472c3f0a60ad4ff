//! What an adapter can do, measured by small kernels in WGSL: multiplications and additions, divisions, square roots, and
//! bytes copied a second.

use std::time::Instant;

use wgpu::BufferUsages as Use;

use super::peak::Peak;
use moreau::backend::Number;
use moreau::backend::gpu::Gpu;
use moreau::error::Error;

/// Invocations of a dispatch: enough to fill any GPU.
const INVOCATIONS: u32 = 1 << 15;
/// The same body so many times in a row, so that the loop itself costs little.
const UNROLLED: u32 = 8;
/// Iterations at most: lavapipe leaves loops silently after 65,535.
const MOST_ITERATIONS: u32 = 60_000;
/// Bytes that are copied, more than any cache holds.
const COPIED: u64 = 64 << 20;

/// The bodies, with the operations that count of each. Sums between them keep compilers from cancelling.
const BODIES: [(&str, u64); 3] = [("x = x * a + b;", 2), ("x = b / (x + a);", 1), ("x = sqrt(x + a);", 1)];
/// Vectors of four in flight in an invocation, to be tried.
const IN_FLIGHT: [u32; 3] = [1, 2, 4];

fn source(real: &str, body: &str, in_flight: u32) -> String {
    let each = |line: &str| -> String {
        (0..in_flight).map(|j| line.replace('x', &format!("x{j}")) + "\n").collect()
    };
    let body = each(body).repeat(UNROLLED as usize);
    let start = each("var x = start + REAL(OFFSET);").replace("REAL(OFFSET)", "vec4<REAL>(inputs[3])");
    let end: Vec<String> = (0..in_flight).map(|j| format!("x{j}")).collect();
    format!(
        "@group(0) @binding(0) var<storage, read> inputs: array<REAL>;\n\
         @group(0) @binding(1) var<storage, read_write> outputs: array<REAL>;\n\
         @group(0) @binding(2) var<uniform> times: vec4<u32>;\n\
         @compute @workgroup_size(64)\n\
         fn peak(@builtin(global_invocation_id) id: vec3<u32>) {{\n\
         let a = vec4<REAL>(inputs[0]);\n\
         let b = vec4<REAL>(inputs[1]);\n\
         let start = vec4<REAL>(inputs[2]) * REAL(id.x & 7u);\n\
         {start}for (var k = 0u; k < times.x; k++) {{\n{body}}}\n\
         let sum = {};\n\
         outputs[id.x] = sum.x + sum.y + sum.z + sum.w;\n}}\n",
        end.join(" + ")
    )
    .replace("REAL", real)
}

const COPY: &str = "
@group(0) @binding(0) var<storage, read> inputs: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> outputs: array<vec4<f32>>;
@compute @workgroup_size(64)
fn peak(@builtin(global_invocation_id) id: vec3<u32>) { outputs[id.x] = inputs[id.x]; }
";

/// A compiled stream with its buffers.
struct Stream {
    pipeline: wgpu::ComputePipeline,
    group: wgpu::BindGroup,
    times: Option<wgpu::Buffer>,
    groups: u32,
    /// What one iteration (or one copy) of the whole dispatch does.
    amount: f64,
}

impl Stream {
    fn arithmetic<T: Number>(
        gpu: &Gpu,
        (body, operations): (&str, u64),
        in_flight: u32,
    ) -> Result<Stream, Error> {
        let pipeline =
            gpu.pipeline("a micro-kernel", &source(T::NAME, body, in_flight), "peak", None, &[])?;
        let inputs: Vec<T> = [1.7, 0.3, 0.001, 1.25].map(T::of).to_vec();
        let size = size_of::<T>() as u64;
        let input = gpu.buffer("inputs", 4 * size, Use::STORAGE | Use::COPY_DST)?;
        gpu.queue.write_buffer(&input, 0, bytemuck::cast_slice(&inputs));
        let output = gpu.buffer("outputs", u64::from(INVOCATIONS) * size, Use::STORAGE)?;
        let times = gpu.buffer("times", 16, Use::UNIFORM | Use::COPY_DST)?;
        let group = group_of(gpu, &pipeline, &[&input, &output, &times]);
        let amount = operations as f64 * f64::from(4 * in_flight * UNROLLED) * f64::from(INVOCATIONS);
        Ok(Stream { pipeline, group, times: Some(times), groups: INVOCATIONS / 64, amount })
    }

    fn copy(gpu: &Gpu) -> Result<Stream, Error> {
        let limits = gpu.device.limits();
        let most = u64::from(limits.max_compute_workgroups_per_dimension) * 64 * 16;
        let bytes = COPIED.min(most).min(limits.max_storage_buffer_binding_size) / 1024 * 1024;
        let pipeline = gpu.pipeline("a copy", COPY, "peak", None, &[])?;
        let from = gpu.buffer("from", bytes, Use::STORAGE)?;
        let to = gpu.buffer("to", bytes, Use::STORAGE)?;
        let group = group_of(gpu, &pipeline, &[&from, &to]);
        Ok(Stream { pipeline, group, times: None, groups: (bytes / 1024) as u32, amount: 2.0 * bytes as f64 })
    }

    fn seconds(&self, gpu: &Gpu, iterations: u32) -> Result<f64, Error> {
        if let Some(times) = &self.times {
            gpu.queue.write_buffer(times, 0, bytemuck::cast_slice(&[iterations, 0, 0, 0]));
        }
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(&self.pipeline);
            pass.set_bind_group(0, &self.group, &[]);
            pass.dispatch_workgroups(self.groups, 1, 1);
        }
        let started = Instant::now();
        let submission = gpu.queue.submit([encoder.finish()]);
        gpu.wait(Some(submission))?;
        Ok(started.elapsed().as_secs_f64())
    }

    /// What it does in a second; a dispatch is made to take about `target` seconds.
    fn rate(&self, gpu: &Gpu, target: f64) -> Result<f64, Error> {
        if self.times.is_none() {
            let seconds = [self.seconds(gpu, 0)?, self.seconds(gpu, 0)?];
            return Ok(self.amount / seconds[0].min(seconds[1]));
        }
        let guess = 16;
        let iterations = f64::from(guess) * target / self.seconds(gpu, guess)?.max(1e-6);
        let iterations = (iterations as u32).clamp(guess, MOST_ITERATIONS);
        Ok(self.amount * f64::from(iterations) / self.seconds(gpu, iterations)?)
    }
}

fn group_of(gpu: &Gpu, pipeline: &wgpu::ComputePipeline, buffers: &[&wgpu::Buffer]) -> wgpu::BindGroup {
    let bound = buffers.iter().enumerate();
    let entries: Vec<_> = bound
        .map(|(binding, buffer)| wgpu::BindGroupEntry {
            binding: binding as u32,
            resource: buffer.as_entire_binding(),
        })
        .collect();
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &entries,
    })
}

/// The compiled streams of one adapter and precision.
pub struct GpuPeak {
    streams: [Vec<Stream>; 3],
    copy: Stream,
}

impl GpuPeak {
    /// Compiles them, and runs each once, so that no measurement has a driver's compiler in it.
    pub fn new<T: Number>(gpu: &Gpu) -> Result<GpuPeak, Error> {
        let mut streams = [const { Vec::new() }; 3];
        for (streams, body) in streams.iter_mut().zip(BODIES) {
            for in_flight in IN_FLIGHT {
                let stream = Stream::arithmetic::<T>(gpu, body, in_flight)?;
                stream.seconds(gpu, 1)?;
                streams.push(stream);
            }
        }
        let copy = Stream::copy(gpu)?;
        copy.seconds(gpu, 0)?;
        Ok(GpuPeak { streams, copy })
    }

    /// The peak now; a dispatch takes about `target` seconds.
    pub fn measure(&self, gpu: &Gpu, target: f64) -> Result<Peak, Error> {
        let mut rates = [0.0_f64; 3];
        for (rate, streams) in rates.iter_mut().zip(&self.streams) {
            for stream in streams {
                *rate = rate.max(stream.rate(gpu, target)?);
            }
        }
        let [arithmetic, div, sqrt] = rates;
        Ok(Peak { div, sqrt, mixed: 0.0, together: 0.0, arithmetic, bytes: self.copy.rate(gpu, target)? })
    }
}
