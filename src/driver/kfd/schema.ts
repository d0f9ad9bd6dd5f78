// The interface of Linux' compute driver: structures and requests under the kernel's own names.
// Source: the public header linux/kfd_ioctl.h (compared with in test/driver/kfd/schema.test.ts).

import { array, type FieldType, Struct, type StructValues } from '../../abi/layout.js';

type Fields = Record<string, FieldType>;
type DocumentedFields<F extends Fields> = { [K in keyof F]: readonly [F[K], string] };

/** The header documents the fields. @param multipleOf of the size, in bytes */
function kernelStruct<const F extends Fields>(
  name: string,
  fields: F,
  multipleOf?: 4 | 8,
): Struct<DocumentedFields<F>> {
  const spec = Object.fromEntries(Object.entries(fields).map(([field, type]) => [field, [type, '']]));
  return new Struct(`kfd_${name}`, '', spec as unknown as DocumentedFields<F>, multipleOf);
}

/** struct kfd_process_device_apertures: where a GPU finds what, first and last address each. */
export const ProcessDeviceApertures = kernelStruct('process_device_apertures', {
  lds_base: 'u64',
  lds_limit: 'u64',
  scratch_base: 'u64',
  scratch_limit: 'u64',
  gpuvm_base: 'u64',
  gpuvm_limit: 'u64',
  gpu_id: 'u32',
  pad: 'u32',
});

/** The form of struct kfd_event_data for memory exceptions. */
export const EventData = kernelStruct('event_data', {
  NotPresent: 'u32',
  ReadOnly: 'u32',
  NoExecute: 'u32',
  imprecise: 'u32',
  va: 'u64',
  gpu_id: 'u32',
  ErrorType: 'u32',
  kfd_event_data_ext: 'u64',
  event_id: 'u32',
  pad: 'u32',
});

export const NUM_OF_SUPPORTED_GPUS = 7;

const eventArguments = (name: string) => kernelStruct(name, { event_id: 'u32', pad: 'u32' });
const mapArguments = (name: string) =>
  kernelStruct(name, { handle: 'u64', device_ids_array_ptr: 'u64', n_devices: 'u32', n_success: 'u32' });

/** Directions of _IOC: what the guest gives, what it gets. */
const R = 2;
const W = 1;
const RW = 3;

/** Every request that is answered: AMDKFD_IOC_ name, number, direction, argument. */
export const REQUESTS = {
  GET_VERSION: [0x01, R, kernelStruct('ioctl_get_version_args', { major_version: 'u32', minor_version: 'u32' })],
  CREATE_QUEUE: [
    0x02,
    RW,
    kernelStruct('ioctl_create_queue_args', {
      ring_base_address: 'u64',
      write_pointer_address: 'u64',
      read_pointer_address: 'u64',
      doorbell_offset: 'u64',
      ring_size: 'u32',
      gpu_id: 'u32',
      queue_type: 'u32',
      queue_percentage: 'u32',
      queue_priority: 'u32',
      queue_id: 'u32',
      eop_buffer_address: 'u64',
      eop_buffer_size: 'u64',
      ctx_save_restore_address: 'u64',
      ctx_save_restore_size: 'u32',
      ctl_stack_size: 'u32',
    }),
  ],
  DESTROY_QUEUE: [0x03, RW, kernelStruct('ioctl_destroy_queue_args', { queue_id: 'u32', pad: 'u32' })],
  SET_MEMORY_POLICY: [
    0x04,
    W,
    kernelStruct('ioctl_set_memory_policy_args', {
      alternate_aperture_base: 'u64',
      alternate_aperture_size: 'u64',
      gpu_id: 'u32',
      default_policy: 'u32',
      alternate_policy: 'u32',
      pad: 'u32',
    }),
  ],
  GET_CLOCK_COUNTERS: [
    0x05,
    RW,
    kernelStruct('ioctl_get_clock_counters_args', {
      gpu_clock_counter: 'u64',
      cpu_clock_counter: 'u64',
      system_clock_counter: 'u64',
      system_clock_freq: 'u64',
      gpu_id: 'u32',
      pad: 'u32',
    }),
  ],
  GET_PROCESS_APERTURES: [
    0x06,
    R,
    kernelStruct('ioctl_get_process_apertures_args', {
      process_apertures: array('u64', (NUM_OF_SUPPORTED_GPUS * ProcessDeviceApertures.size) / 8),
      num_of_nodes: 'u32',
      pad: 'u32',
    }),
  ],
  UPDATE_QUEUE: [
    0x07,
    W,
    kernelStruct('ioctl_update_queue_args', {
      ring_base_address: 'u64',
      queue_id: 'u32',
      ring_size: 'u32',
      queue_percentage: 'u32',
      queue_priority: 'u32',
    }),
  ],
  CREATE_EVENT: [
    0x08,
    RW,
    kernelStruct('ioctl_create_event_args', {
      event_page_offset: 'u64',
      event_trigger_data: 'u32',
      event_type: 'u32',
      auto_reset: 'u32',
      node_id: 'u32',
      event_id: 'u32',
      event_slot_index: 'u32',
    }),
  ],
  DESTROY_EVENT: [0x09, W, eventArguments('ioctl_destroy_event_args')],
  SET_EVENT: [0x0a, W, eventArguments('ioctl_set_event_args')],
  RESET_EVENT: [0x0b, W, eventArguments('ioctl_reset_event_args')],
  WAIT_EVENTS: [
    0x0c,
    RW,
    kernelStruct('ioctl_wait_events_args', {
      events_ptr: 'u64',
      num_events: 'u32',
      wait_for_all: 'u32',
      timeout: 'u32',
      wait_result: 'u32',
    }),
  ],
  SET_SCRATCH_BACKING_VA: [
    0x11,
    RW,
    kernelStruct('ioctl_set_scratch_backing_va_args', { va_addr: 'u64', gpu_id: 'u32', pad: 'u32' }),
  ],
  GET_TILE_CONFIG: [
    0x12,
    RW,
    kernelStruct('ioctl_get_tile_config_args', {
      tile_config_ptr: 'u64',
      macro_tile_config_ptr: 'u64',
      num_tile_configs: 'u32',
      num_macro_tile_configs: 'u32',
      gpu_id: 'u32',
      gb_addr_config: 'u32',
      num_banks: 'u32',
      num_ranks: 'u32',
    }),
  ],
  SET_TRAP_HANDLER: [
    0x13,
    W,
    kernelStruct('ioctl_set_trap_handler_args', { tba_addr: 'u64', tma_addr: 'u64', gpu_id: 'u32', pad: 'u32' }),
  ],
  GET_PROCESS_APERTURES_NEW: [
    0x14,
    RW,
    kernelStruct('ioctl_get_process_apertures_new_args', {
      kfd_process_device_apertures_ptr: 'u64',
      num_of_nodes: 'u32',
      pad: 'u32',
    }),
  ],
  ACQUIRE_VM: [0x15, W, kernelStruct('ioctl_acquire_vm_args', { drm_fd: 'u32', gpu_id: 'u32' })],
  ALLOC_MEMORY_OF_GPU: [
    0x16,
    RW,
    kernelStruct('ioctl_alloc_memory_of_gpu_args', {
      va_addr: 'u64',
      size: 'u64',
      handle: 'u64',
      mmap_offset: 'u64',
      gpu_id: 'u32',
      flags: 'u32',
    }),
  ],
  FREE_MEMORY_OF_GPU: [0x17, W, kernelStruct('ioctl_free_memory_of_gpu_args', { handle: 'u64' })],
  MAP_MEMORY_TO_GPU: [0x18, RW, mapArguments('ioctl_map_memory_to_gpu_args')],
  UNMAP_MEMORY_FROM_GPU: [0x19, RW, mapArguments('ioctl_unmap_memory_from_gpu_args')],
  SET_CU_MASK: [
    0x1a,
    W,
    kernelStruct('ioctl_set_cu_mask_args', { queue_id: 'u32', num_cu_mask: 'u32', cu_mask_ptr: 'u64' }),
  ],
  GET_QUEUE_WAVE_STATE: [
    0x1b,
    RW,
    kernelStruct('ioctl_get_queue_wave_state_args', {
      ctl_stack_address: 'u64',
      ctl_stack_used_size: 'u32',
      save_area_used_size: 'u32',
      queue_id: 'u32',
      pad: 'u32',
    }),
  ],
  ALLOC_QUEUE_GWS: [
    0x1e,
    RW,
    kernelStruct('ioctl_alloc_queue_gws_args', { queue_id: 'u32', num_gws: 'u32', first_gws: 'u32', pad: 'u32' }),
  ],
  SET_XNACK_MODE: [0x21, RW, kernelStruct('ioctl_set_xnack_mode_args', { xnack_enabled: 'i32' }, 4)],
  AVAILABLE_MEMORY: [
    0x23,
    RW,
    kernelStruct('ioctl_get_available_memory_args', { available: 'u64', gpu_id: 'u32', pad: 'u32' }),
  ],
  // These two are not in Linux, but in the driver that AMD publishes for ROCm, whose header has them.
  IPC_IMPORT_HANDLE: [
    0x80,
    RW,
    kernelStruct('ioctl_ipc_import_handle_args', {
      handle: 'u64',
      va_addr: 'u64',
      mmap_offset: 'u64',
      share_handle: array('u32', 4),
      gpu_id: 'u32',
      flags: 'u32',
    }),
  ],
  IPC_EXPORT_HANDLE: [
    0x81,
    RW,
    kernelStruct('ioctl_ipc_export_handle_args', {
      handle: 'u64',
      share_handle: array('u32', 4),
      gpu_id: 'u32',
      flags: 'u32',
    }),
  ],
} as const;

/** Requests of the header that this driver does not support, by number: their purpose, for the log. */
export const REFUSED: ReadonlyMap<number, string> = new Map([
  [0x0d, 'DBG_REGISTER: the wave debugger of old drivers'],
  [0x0e, 'DBG_UNREGISTER: the wave debugger of old drivers'],
  [0x0f, 'DBG_ADDRESS_WATCH: the wave debugger of old drivers'],
  [0x10, 'DBG_WAVE_CONTROL: the wave debugger of old drivers'],
  [0x1c, 'GET_DMABUF_INFO: memory of graphics'],
  [0x1d, 'IMPORT_DMABUF: memory of graphics'],
  [0x1f, 'SMI_EVENTS: events for system management'],
  [0x22, 'CRIU_OP: checkpoints of processes'],
  [0x24, 'EXPORT_DMABUF: memory for other drivers'],
  [0x25, 'RUNTIME_ENABLE: the debugger of ROCm'],
  [0x26, 'DBG_TRAP: the debugger of ROCm'],
  [0x82, 'DBG_TRAP: the debugger of ROCm'],
  [0x83, 'CROSS_MEMORY_COPY: memory of other processes'],
]);

/** SVM is refused in another way: memory of the program's own that kernels reach by page faults. */
export const SVM_NUMBER = 0x20;

export type RequestName = keyof typeof REQUESTS;
type StructOf<N extends RequestName> = (typeof REQUESTS)[N][2];
export type Args<N extends RequestName> = StructOf<N> extends Struct<infer F> ? StructValues<F> : never;

/** `_IOC_TYPE` of all requests. */
export const KFD_TYPE = 0x4b;

/** KFD_IOC_QUEUE_TYPE_ */
export const QueueType = { COMPUTE: 0, SDMA: 1, COMPUTE_AQL: 2, SDMA_XGMI: 3 } as const;

/** KFD_IOC_ALLOC_MEM_FLAGS_ */
export const MemoryFlag = {
  VRAM: 1 << 0,
  GTT: 1 << 1,
  USERPTR: 1 << 2,
  DOORBELL: 1 << 3,
  MMIO_REMAP: 1 << 4,
  AQL_QUEUE_MEM: 1 << 27,
} as const;

/** KFD_IOC_EVENT_ */
export const EventType = { SIGNAL: 0, HW_EXCEPTION: 3, MEMORY: 8 } as const;
/** KFD_IOC_WAIT_RESULT_ */
export const WaitResult = { COMPLETE: 0, TIMEOUT: 1 } as const;
export const SIGNAL_EVENT_LIMIT = 4096;
