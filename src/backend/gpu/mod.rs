//! The GPU backend: WGSL through wgpu. This file opens adapters and turns every failure into a typed error;
//! [`kernel`] holds pipeline and buffers, [`run`] drives chunks and dispatches.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use pollster::block_on;
use wgpu::{Backends, DeviceType, ErrorFilter, Features};

use crate::error::Error;

mod advance;
mod bindings;
pub mod kernel;
mod once;
mod pace;
pub mod run;
mod slot;
pub mod tune;

/// What to do where there is no adapter.
pub const CURE: &str = "install a Vulkan, Metal or DX12 driver (Debian: apt-get install mesa-vulkan-drivers) or use --backend cpu";

/// What an adapter must have for kernels in f64.
pub const F64: Features = Features::SHADER_F64;

/// An open adapter.
pub struct Gpu {
    /// The logical device.
    pub device: wgpu::Device,
    /// Its queue.
    pub queue: wgpu::Queue,
    /// The largest buffer to ask for, in bytes: less than the adapter allows, where others need its memory too.
    pub largest_buffer: u64,
    /// Where kernels take their tuning from.
    pub tune: tune::Tune,
    /// The file in which tunings that were searched for are kept, if they are.
    pub tunings: Option<PathBuf>,
    /// Whether kernels are built with the checks of bounds and loops that `validate` compares them with.
    pub checked: bool,
    /// For tests: every composed kernel passes through it.
    #[doc(hidden)]
    pub edit: Option<fn(&str) -> String>,
    info: wgpu::AdapterInfo,
    failure: Arc<Mutex<Option<String>>>,
}

/// Every adapter of this machine. GL is left out: it has neither f64 nor reliable compute limits.
pub fn adapters() -> Vec<wgpu::Adapter> {
    let mut description = wgpu::InstanceDescriptor::new_without_display_handle();
    description.backends = Backends::VULKAN | Backends::METAL | Backends::DX12;
    let instance = wgpu::Instance::new(description);
    let mut adapters = block_on(instance.enumerate_adapters(Backends::all()));
    adapters.sort_by_key(|adapter| rank(adapter.get_info().device_type));
    adapters
}

/// Discrete first, software last.
fn rank(kind: DeviceType) -> u8 {
    match kind {
        DeviceType::DiscreteGpu => 0,
        DeviceType::IntegratedGpu => 1,
        DeviceType::VirtualGpu => 2,
        DeviceType::Other => 3,
        DeviceType::Cpu => 4,
    }
}

impl Gpu {
    /// The adapter whose name contains `wanted` (any case), or the best one.
    pub fn open(wanted: Option<&str>) -> Result<Gpu, Error> {
        Gpu::of(&Gpu::choose(wanted)?)
    }

    /// The adapter that [`open`](Gpu::open) would take.
    pub fn choose(wanted: Option<&str>) -> Result<wgpu::Adapter, Error> {
        let adapters = adapters();
        let names: Vec<String> = adapters.iter().map(|adapter| adapter.get_info().name).collect();
        let fits = |name: &str| wanted.is_none_or(|w| name.to_lowercase().contains(&w.to_lowercase()));
        let found = adapters.into_iter().find(|adapter| fits(&adapter.get_info().name));
        match (found, names.is_empty()) {
            (Some(adapter), _) => Ok(adapter),
            (None, true) => Err(Error::Adapter { wanted: "found".into(), cure: CURE.into() }),
            (None, false) => Err(Error::Adapter {
                wanted: format!("named {}", wanted.unwrap_or_default()),
                cure: format!("this machine has: {}", names.join("; ")),
            }),
        }
    }

    /// A hardware adapter, if there is one that opens.
    pub fn open_hardware() -> Option<Gpu> {
        let hardware = |kind| rank(kind) <= rank(DeviceType::VirtualGpu);
        let mut adapters = adapters().into_iter();
        adapters
            .find(|adapter| hardware(adapter.get_info().device_type))
            .and_then(|adapter| Gpu::of(&adapter).ok())
    }

    /// Opens one adapter with all the limits it has.
    pub fn of(adapter: &wgpu::Adapter) -> Result<Gpu, Error> {
        let info = adapter.get_info();
        let refused =
            |cause: String| Error::Adapter { wanted: format!("{}: {cause}", info.name), cure: CURE.into() };
        let description = wgpu::DeviceDescriptor {
            label: Some("moreau"),
            required_features: adapter.features() & F64,
            required_limits: adapter.limits(),
            ..Default::default()
        };
        let (device, queue) =
            block_on(adapter.request_device(&description)).map_err(|e| refused(e.to_string()))?;
        let failure = Arc::new(Mutex::new(None));
        let lost = failure.clone();
        device.set_device_lost_callback(move |reason, text| {
            *lost.lock().expect("no holder panics") = Some(format!("device lost ({reason:?}) {text}"));
        });
        let uncaptured = failure.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            *uncaptured.lock().expect("no holder panics") = Some(first_line(&error.to_string()));
        }));
        Ok(Gpu {
            device,
            queue,
            largest_buffer: u64::MAX,
            tune: tune::Tune::Auto,
            tunings: tune::file(),
            checked: false,
            edit: None,
            info,
            failure,
        })
    }

    /// Opens the same adapter again, after its device failed, to be used in the same way.
    pub fn reopen(&mut self) -> Result<(), Error> {
        let again = Gpu::open(Some(&self.adapter_name()))?;
        let Gpu { largest_buffer, tune, checked, edit, .. } = *self;
        let tunings = self.tunings.take();
        *self = Gpu { largest_buffer, tune, tunings, checked, edit, ..again };
        Ok(())
    }

    /// The adapter's name alone, as `--adapter` takes it.
    pub fn adapter_name(&self) -> String {
        self.info.name.clone()
    }

    /// Name and driver of the adapter.
    pub fn name(&self) -> String {
        format!("{} ({} {})", self.info.name, self.info.driver, self.info.driver_info).trim().to_owned()
    }

    /// Whether kernels can be in f64.
    pub fn has_f64(&self) -> bool {
        self.device.features().contains(F64)
    }

    /// Whether the adapter is a program on the CPU.
    pub fn is_software(&self) -> bool {
        self.info.device_type == DeviceType::Cpu
    }

    /// What the device reported since it was opened: lost, or an error no scope caught.
    pub fn check(&self) -> Result<(), Error> {
        match self.failure.lock().expect("no holder panics").clone() {
            Some(cause) => Err(Error::Device { cause }),
            None => Ok(()),
        }
    }

    /// Makes a buffer; refused by the driver or by the limits, it is [`Error::Memory`].
    pub fn buffer(&self, label: &str, bytes: u64, usage: wgpu::BufferUsages) -> Result<wgpu::Buffer, Error> {
        // The driver would make it, and refuse to bind it later, when no scope listens.
        let most = self.device.limits().max_storage_buffer_binding_size;
        if usage.contains(wgpu::BufferUsages::STORAGE) && bytes > most {
            return Err(Error::Memory {
                bytes,
                cause: format!("a kernel of this adapter can bind {most} bytes"),
            });
        }
        if bytes > self.largest_buffer {
            let cause = format!("at most {} bytes are allowed", self.largest_buffer);
            return Err(Error::Memory { bytes, cause });
        }
        let memory = self.device.push_error_scope(ErrorFilter::OutOfMemory);
        let validation = self.device.push_error_scope(ErrorFilter::Validation);
        let description = wgpu::BufferDescriptor {
            label: Some(label),
            size: bytes.max(16),
            usage,
            mapped_at_creation: false,
        };
        let buffer = self.device.create_buffer(&description);
        let error = block_on(validation.pop()).or(block_on(memory.pop()));
        match error {
            None => Ok(buffer),
            Some(e) => Err(Error::Memory { bytes, cause: first_line(&e.to_string()) }),
        }
    }

    /// Compiles one entry point; anything wrong with it is [`Error::Shader`].
    pub fn pipeline(
        &self,
        what: &str,
        source: &str,
        entry: &str,
        layout: Option<&wgpu::PipelineLayout>,
        constants: &[(&str, f64)],
    ) -> Result<wgpu::ComputePipeline, Error> {
        let scope = self.device.push_error_scope(ErrorFilter::Validation);
        let description = wgpu::ShaderModuleDescriptor {
            label: Some(what),
            source: wgpu::ShaderSource::Wgsl(source.into()),
        };
        // Safety: the composed kernels index their buffers by member, step and cell numbers that the host keeps
        // within what it allocated, a model's own text touches no buffer, and every loop counts up to a number of
        // steps. On a software adapter the checks would cost an eighth of the time.
        let checks = if self.checked {
            wgpu::ShaderRuntimeChecks::checked()
        } else {
            wgpu::ShaderRuntimeChecks::unchecked()
        };
        let module = unsafe { self.device.create_shader_module_trusted(description, checks) };
        let pipeline = self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(what),
            layout,
            module: &module,
            entry_point: Some(entry),
            compilation_options: wgpu::PipelineCompilationOptions { constants, ..Default::default() },
            cache: None,
        });
        match block_on(scope.pop()) {
            None => Ok(pipeline),
            Some(e) => Err(Error::Shader { what: what.into(), cause: first_line(&e.to_string()) }),
        }
    }

    /// Waits for a submission, or for all.
    pub fn wait(&self, submission: Option<wgpu::SubmissionIndex>) -> Result<(), Error> {
        let poll = wgpu::PollType::Wait { submission_index: submission, timeout: None };
        self.device.poll(poll).map_err(|e| Error::Device { cause: e.to_string() })?;
        self.check()
    }

    /// Reads a buffer that was made for reading, once the submission that fills it (or the last one) is done.
    pub fn read<T: bytemuck::Pod>(
        &self,
        buffer: &wgpu::Buffer,
        count: usize,
        filled_by: Option<wgpu::SubmissionIndex>,
    ) -> Result<Vec<T>, Error> {
        let bytes = (count * size_of::<T>()) as u64;
        if bytes == 0 {
            return Ok(Vec::new());
        }
        let answer = Arc::new(Mutex::new(None));
        let told = answer.clone();
        buffer.map_async(wgpu::MapMode::Read, ..bytes, move |result| {
            *told.lock().expect("no holder panics") = Some(result);
        });
        self.wait(filled_by)?;
        let broken = |cause: String| Error::Device { cause };
        match answer.lock().expect("no holder panics").take() {
            Some(Ok(())) => {}
            Some(Err(e)) => return Err(broken(e.to_string())),
            None => return Err(broken("a buffer was never mapped".into())),
        }
        let view = buffer.get_mapped_range(..bytes).map_err(|e| broken(e.to_string()))?;
        let values = bytemuck::pod_collect_to_vec(&view);
        drop(view);
        buffer.unmap();
        Ok(values)
    }
}

/// Drivers and naga answer with paragraphs; people want the first line that says something.
fn first_line(text: &str) -> String {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or("no reason given");
    let more: Vec<&str> = lines.take(4).collect();
    format!("{first} {}", more.join(" ")).trim().to_owned()
}
