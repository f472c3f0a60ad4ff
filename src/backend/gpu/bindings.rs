//! What an ensemble kernel binds.

use crate::system::Info;
use crate::wgsl::{Clock, Layout, binding};

/// The bindings of the kernel of a layout, of a model that looks back or does not, over a relief or not. At most 7 of
/// them are storage: no model looks back over a relief, and none of these has a law with a desk.
pub(super) fn bind_group_layout(
    device: &wgpu::Device,
    layout: &Layout<'_>,
    info: &Info,
) -> wgpu::BindGroupLayout {
    use wgpu::BufferBindingType::{Storage, Uniform};
    let mut kinds = vec![
        (binding::RUN, Uniform),
        (binding::CONSTANTS, Storage { read_only: true }),
        (binding::COLUMNS, Storage { read_only: true }),
        (binding::REALS, Storage { read_only: false }),
        (binding::WORDS, Storage { read_only: false }),
    ];
    if layout.clock == Clock::Shared {
        kinds.push((binding::TABLE, Uniform));
    }
    if layout.field.is_some() {
        kinds.push((binding::FIELD, Storage { read_only: false }));
    }
    if layout.record {
        kinds.push((binding::RECORD, Storage { read_only: false }));
    }
    if info.delayed {
        kinds.push((binding::RING, Storage { read_only: false }));
    }
    if info.desk > 0 {
        kinds.push((binding::DESK, Storage { read_only: false }));
    }
    if info.relief {
        kinds.push((binding::RELIEF, Storage { read_only: true }));
    }
    let entries: Vec<_> = kinds
        .into_iter()
        .map(|(binding, ty)| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
            count: None,
        })
        .collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries })
}
