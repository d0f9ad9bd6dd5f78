// The device protocol of /dev/atoll0, once. runtime/generated/abi.h and docs/abi.md are generated from this file.
// Control goes by ioctl, data by the mapped device file, waiting by futex in the guest; nothing blocks inside an ioctl.

import { IOCTL_TYPE } from './device-file.js';
import { array, Struct, text } from './layout.js';

export { DEVICE_PATH, IOCTL_TYPE, MAX_DEVICES } from './device-file.js';

/** Raised when a guest built against another version would misread something. */
export const PROTOCOL_VERSION = 4;

// ---- shared memory: the control window (offsets in the device file) ----

/** Offset 0: indices, doorbell, and the words on which the two sides sleep. */
export const ControlHeader = new Struct('ControlHeader', 'Start of the control window.', {
  doorbell: ['u32', 'Futex word. The guest adds 1 after it has moved ring_tail, and wakes it when server_sleeps is 1.'],
  server_sleeps: ['u32', '1 while the device waits on the doorbell.'],
  ring_tail: ['u32', 'Next packet that the guest writes; runs freely, entry = index % RING_ENTRIES.'],
  ring_head: [
    'u32',
    'Next packet that the device reads. The ring is full when ring_tail - ring_head = RING_ENTRIES. Futex word for a guest that waits for room.',
  ],
  device_lost: [
    'u32',
    'Not 0 when the device stops serving this guest: an errno. Every unfinished signal then has an error state.',
  ],
  traces: ['u32', 'Not 0 when calls and commands are to be recorded, see TraceRecord. Set before HELLO returns.'],
  trace_tail: ['u32', 'Next TraceRecord that the guest writes; runs freely, entry = index % TRACE_ENTRIES.'],
  trace_head: ['u32', 'Next TraceRecord that the device reads: TRACE_DRAIN makes room.'],
  trace_lost: ['u32', 'Records for which there was no room.'],
  failures: ['u32', 'Not 0 when the device requests reports of failed calls: CALL_FAILED. Set before HELLO returns.'],
  failure_heard: ['u32', 'Number of the latest failed call that may return. Futex word for the threads in them.'],
  ringing_processor: [
    'u32',
    '1 + the number of the CPU on which the guest rang last (sched_getcpu(3)); 0 where it is unknown.',
  ],
});

export const RING_OFFSET = 0x1000;
export const RING_ENTRIES = 1024;
export const TRACE_OFFSET = 0x50000;
export const TRACE_ENTRIES = 2048;
export const SIGNAL_OFFSET = 0x80000;
export const SIGNAL_COUNT = 8192;

/** States of a signal: the futex word on which a guest waits. */
export const SignalState = {
  /** Set by the guest before it submits. */ PENDING: 0,
  RUNNING: 1,
  COMPLETE: 2,
  /** `status` says why; FAULT_TEXT gives the words. */ FAILED: 3,
} as const;

export const Signal = new Struct(
  'Signal',
  'Completion of one packet or build job. SIGNAL_COUNT of them start at SIGNAL_OFFSET.',
  {
    state: ['u32', 'Futex word: SignalState. The device wakes it on COMPLETE and FAILED.'],
    status: ['i32', '0, or the OpenCL error code of the failure.'],
    start_ns: ['u64', 'CLOCK_MONOTONIC when execution began, in nanoseconds.'],
    end_ns: ['u64', 'CLOCK_MONOTONIC when execution ended, in nanoseconds.'],
    sequence: ['u64', 'Number of the packet in this guest, from 1; 0 for build jobs.'],
    reserved: [array('u64', 4), 'Zero.'],
  },
);

/**
 * The device executes the packets of a guest in ring order: each sees the effects of all before it, and signals
 * complete in this order. Guests rely on it.
 */
export const PacketKind = {
  DISPATCH: 1,
  /** The packets of a list in video memory, one after the other, with one signal for all. */ LIST: 2,
} as const;

/**
 * Calls of OpenCL that messages name: a word holds one in its low 8 bits, above them its number among calls of that
 * name, from 1.
 */
export const ApiCall = {
  UNKNOWN: 0,
  clCreateBuffer: 1,
  clCreateBufferWithProperties: 2,
  clCreateImage: 3,
  clCreateImage2D: 4,
  clCreateImage3D: 5,
  clCreateImageWithProperties: 6,
  clEnqueueNDRangeKernel: 7,
  clEnqueueTask: 8,
  clCommandNDRangeKernelKHR: 9,
} as const;

export const Packet = new Struct('Packet', 'One entry of the ring: a kernel launch, or a list of them.', {
  kind: ['u32', 'PacketKind.'],
  signal: ['u32', 'Index of the signal that is set at completion.'],
  device: ['u32', 'Index of the device that executes.'],
  program: ['u32', 'Program handle.'],
  kernel: ['u32', 'Index of the kernel in its program.'],
  work_dim: ['u32', '1 to 3.'],
  global_size: [array('u32', 3), 'Work-items in each dimension; 1 beyond work_dim.'],
  local_size: [
    array('u32', 3),
    'Work-items of a work-group; 1 beyond work_dim. Divides global_size, but for one dimension with GROUPS_UNSEEN.',
  ],
  global_offset: [array('u32', 3), 'Global offset; 0 beyond work_dim.'],
  dynamic_lds: ['u32', 'Bytes of LDS for __local arguments, after the static ones of the kernel.'],
  kernarg: [
    'u64',
    'GPU address of the kernarg segment (kernarg_size bytes, aligned to 16). The device fills header and implicit arguments.',
  ],
  printf_buffer: ['u64', 'GPU address of the printf buffer, 0 when the kernel does not print.'],
  call: ['u32', 'Call that requested the launch: ApiCall and its number, 0 when unknown.'],
  list_length: ['u32', 'LIST: packets of the list, all of kind DISPATCH; their signals and devices do not matter.'],
  list: ['u64', 'LIST: GPU address of the packets.'],
  list_number: [
    'u64',
    'LIST: number of its contents, from 1. A list of the same number has the same packets, whose kernarg segments have not changed.',
  ],
  reserved: [array('u64', 18), 'Zero.'],
});

export const TraceKind = { BEGIN: 1, END: 2 } as const;

export const TraceRecord = new Struct(
  'TraceRecord',
  'Begin or end of an operation of a thread. TRACE_ENTRIES of them start at TRACE_OFFSET.',
  {
    sequence: ['u32', 'Its index + 1, written last: a record with another number is not there yet.'],
    kind: ['u32', 'TraceKind. Operations of a thread are nested.'],
    process: ['u32', 'Process id.'],
    thread: ['u32', 'Thread id.'],
    time_ns: ['u64', 'CLOCK_MONOTONIC, in nanoseconds.'],
    bytes: ['u64', 'Bytes that a command moves, roughly; 0 for calls.'],
    command: ['u32', 'cl_command_type of a command that the library executes; 0 for a call.'],
    reserved: ['u32', 'Zero.'],
    name: [text(48), 'Name of the call; empty for commands.'],
  },
);

// ---- control: one structure and one request number each ----

export const Hello = new Struct('Hello', 'First request after open: agree on the version.', {
  version: ['u32', "In: the runtime's PROTOCOL_VERSION. Out: the device's. EPROTO when they differ."],
  device_count: ['u32', 'Out: simulated devices.'],
  release: [text(64), 'Out: release of Atoll, for version strings.'],
});

export const DeviceFlag = {
  FP64: 1,
  IMAGES: 2,
  COMPILER: 4,
  /** The device requests reports of memory objects, host writes and launches: MEMORY_NOTE. */ NOTES: 8,
  /** A fault of a marked copy is no signal (native/guarded_copy.h): the program is traced by the simulator. */
  TRACED: 16,
} as const;

export const DeviceInfo = new Struct('DeviceInfo', 'Properties of a simulated device.', {
  index: ['u32', 'In: 0 to device_count - 1. EINVAL beyond.'],
  flags: ['u32', 'DeviceFlag bits.'],
  name: [text(64), 'Code name, as CL_DEVICE_NAME shows it.'],
  board: [text(128), 'Product name (CL_DEVICE_BOARD_NAME_AMD).'],
  vendor_id: ['u32', 'PCI vendor, 0x1002.'],
  compute_units: ['u32', 'Number of compute units.'],
  clock_mhz: ['u32', 'Engine clock of the real chip.'],
  wavefront_size: ['u32', 'Lanes: 64.'],
  max_work_group_size: ['u32', 'Work-items.'],
  lds_size: ['u32', 'Bytes of LDS that one work-group can have.'],
  global_memory: ['u64', 'Bytes of video memory.'],
  max_allocation: ['u64', 'Largest buffer, in bytes.'],
  cache_size: ['u64', 'Bytes of the L2 cache.'],
  constant_buffer: ['u64', 'Largest __constant argument, in bytes.'],
  cache_line: ['u32', 'Bytes.'],
  memory_channels: ['u32', 'Memory channels (CL_DEVICE_GLOBAL_MEM_CHANNELS_AMD).'],
  simd_per_compute_unit: ['u32', 'SIMD units of a compute unit.'],
  image_2d_max: ['u32', 'Largest width and height of a 2D image.'],
  image_3d_max: ['u32', 'Largest width, height and depth of a 3D image.'],
  image_array_max: ['u32', 'Largest number of images in an array.'],
  image_buffer_max: ['u32', 'Largest number of pixels of a 1D image from a buffer.'],
  max_samplers: ['u32', 'Samplers of a kernel.'],
  max_read_images: ['u32', 'Images that a kernel can read.'],
  max_write_images: ['u32', 'Images that a kernel can write.'],
  printf_buffer: ['u32', 'Bytes that one kernel can print.'],
  lds_per_compute_unit: ['u32', 'Bytes of LDS of a compute unit.'],
  gfx_major: ['u32', 'Version of the graphics core (CL_DEVICE_GFXIP_MAJOR_AMD).'],
  gfx_minor: ['u32', 'The same, minor.'],
  reserved: ['u32', 'Zero.'],
  pci_device: ['u16', 'PCI device of the chip on this board (CL_DEVICE_PCIE_ID_AMD).'],
  pci_bus: ['u16', 'PCI bus in domain 0, another one for each device; slot and function are 0.'],
  transfer_offset_ns: [
    array('u64', 4),
    'Out: times in profiling events of commands that the library executes itself: nanoseconds of a read, a write, a copy, a fill of no byte.',
  ],
  transfer_fs_per_byte: [array('u64', 4), 'Out: and femtoseconds of each byte. All zero: the measured time.'],
});

export const DriverVersion = new Struct('DriverVersion', 'What CL_DRIVER_VERSION says.', {
  text: [
    text(128),
    "Out: a version in AMD's style, then ours, then the front end's identity: compiled programs depend on it.",
  ],
});

export const MemoryAlloc = new Struct('MemoryAlloc', 'Reserve video memory. The guest maps it from the device file.', {
  size: ['u64', 'In: bytes, at least 1.'],
  device: ['u32', 'In: device whose limits apply.'],
  call: ['u32', 'In: call of the program that needs it: ApiCall and its number; 0 for memory of the runtime itself.'],
  address: ['u64', 'Out: GPU address, page-aligned. ENOMEM when video memory is full.'],
  file_offset: ['u64', 'Out: offset in the device file for mmap.'],
  mapped_size: ['u64', 'Out: bytes that are reserved: size rounded up to pages.'],
});

export const MemoryFree = new Struct(
  'MemoryFree',
  'Release video memory. The contents are lost: its pages read 0 again.',
  {
    address: ['u64', 'In: as MEMORY_ALLOC gave it. EINVAL when it is not the start of an allocation.'],
  },
);

export const ImageKind = { D1: 1, D1_BUFFER: 2, D1_ARRAY: 3, D2: 4, D2_ARRAY: 5, D3: 6 } as const;

export const ImageDescribe = new Struct(
  'ImageDescribe',
  'Write the descriptor (64 bytes) of a linear surface into GPU memory.',
  {
    descriptor: ['u64', 'In: GPU address of the descriptor, aligned to 64.'],
    surface: ['u64', 'In: GPU address of the first pixel.'],
    kind: ['u32', 'In: ImageKind.'],
    channel_order: ['u32', 'In: cl_channel_order.'],
    channel_type: ['u32', 'In: cl_channel_type.'],
    width: ['u32', 'In: pixels.'],
    height: ['u32', 'In: pixels; 1 for 1D kinds.'],
    depth: ['u32', 'In: slices; 1 unless 3D.'],
    array_size: ['u32', 'In: images; 1 unless an array.'],
    reserved: ['u32', 'Zero.'],
    row_pitch: ['u64', 'In: bytes from row to row.'],
    slice_pitch: ['u64', 'In: bytes from slice to slice, or image to image.'],
  },
);

export const ImageFormats = new Struct(
  'ImageFormats',
  'The image formats that the device supports for every kind and access.',
  {
    kind: ['u32', 'In: ImageKind.'],
    count: ['u32', 'Out: formats that follow.'],
    order: [array('u32', 128), 'Out: cl_channel_order of each.'],
    type: [array('u32', 128), 'Out: cl_channel_type of each.'],
  },
);

export const BuildKind = { BUILD: 1, COMPILE: 2, LINK: 3 } as const;
export const BinaryType = { NONE: 0, COMPILED_OBJECT: 1, LIBRARY: 2, EXECUTABLE: 4 } as const;

/** An entry of the array at ProgramBuild.headers. */
export const HeaderSource = new Struct('HeaderSource', 'One embedded header of clCompileProgram.', {
  name: ['u64', 'Guest address of its include name.'],
  name_length: ['u64', 'Bytes.'],
  source: ['u64', 'Guest address of its text.'],
  source_length: ['u64', 'Bytes.'],
});

/** An entry of the array at ProgramBuild.constants. */
export const SpecializationConstant = new Struct(
  'SpecializationConstant',
  'A value of clSetProgramSpecializationConstant.',
  {
    id: ['u32', 'SpecId of the constant.'],
    size: ['u32', 'Bytes of the value: 1, 2, 4 or 8.'],
    value: ['u64', 'The value in the lowest bytes.'],
  },
);

export const ProgramBuild = new Struct(
  'ProgramBuild',
  'Start a build job. Text is copied before the request returns.',
  {
    kind: ['u32', 'In: BuildKind.'],
    device: ['u32', 'In: target device.'],
    signal: ['u32', 'In: signal that is set at the end of the job; PROGRAM_STATUS then has the result.'],
    program: ['u32', 'Out: handle of the new program.'],
    source: ['u64', 'In: guest address of the source (BUILD, COMPILE).'],
    source_length: ['u64', 'In: bytes.'],
    options: ['u64', 'In: guest address of the options.'],
    options_length: ['u64', 'In: bytes.'],
    headers: ['u64', 'In: guest address of an array of HeaderSource (COMPILE).'],
    inputs: ['u64', 'In: guest address of an array of u32 program handles (LINK).'],
    header_count: ['u32', 'In.'],
    input_count: ['u32', 'In.'],
    constants: ['u64', 'In: guest address of an array of SpecializationConstant (BUILD, COMPILE).'],
    constant_count: ['u32', 'In.'],
    reserved: ['u32', 'Zero.'],
  },
);

export const ProgramLoad = new Struct('ProgramLoad', 'Load a program binary.', {
  binary: ['u64', 'In: guest address.'],
  length: ['u64', 'In: bytes.'],
  device: ['u32', 'In: target device.'],
  program: ['u32', 'Out: handle; 0 when status is not 0.'],
  status: ['i32', 'Out: 0 or CL_INVALID_BINARY.'],
  reserved: ['u32', 'Zero.'],
});

export const ProgramStatus = new Struct('ProgramStatus', 'Result of a build job or of a load.', {
  program: ['u32', 'In: handle.'],
  status: [
    'i32',
    'Out: 0, CL_BUILD_PROGRAM_FAILURE, CL_COMPILE_PROGRAM_FAILURE, CL_LINK_PROGRAM_FAILURE, CL_INVALID_BUILD_OPTIONS (or its compile and link forms), CL_COMPILER_NOT_AVAILABLE.',
  ],
  binary_type: ['u32', 'Out: BinaryType.'],
  kernel_count: ['u32', 'Out: kernels.'],
  log_length: ['u64', 'Out: bytes of the build log, without a NUL.'],
  binary_length: ['u64', 'Out: bytes of the binary.'],
  printf_length: ['u64', 'Out: bytes of the printf table.'],
});

export const ProgramText = { LOG: 0, BINARY: 1, PRINTF: 2 } as const;

export const ProgramRead = new Struct('ProgramRead', 'Copy log, binary or printf table into the guest.', {
  program: ['u32', 'In: handle.'],
  what: ['u32', 'In: ProgramText.'],
  address: ['u64', 'In: destination address in the guest.'],
  length: ['u64', 'In: room; out: bytes written.'],
});

export const ProgramRelease = new Struct('ProgramRelease', 'Release a program; cancels its job when it still runs.', {
  program: ['u32', 'In: handle.'],
  reserved: ['u32', 'Zero.'],
});

export const KernelFlag = { PRINTF: 1, REQD_WORK_GROUP_SIZE: 2, GROUPS_UNSEEN: 4 } as const;

export const KernelInfo = new Struct('KernelInfo', 'A kernel of a program.', {
  program: ['u32', 'In: handle.'],
  kernel: ['u32', 'In: index from 0. EINVAL beyond.'],
  argument_count: ['u32', 'Out.'],
  flags: ['u32', 'Out: KernelFlag bits.'],
  kernarg_size: ['u32', 'Out: bytes of the kernarg segment.'],
  work_group_size: ['u32', 'Out: largest work-group that fits.'],
  reqd_work_group_size: [array('u32', 3), 'Out: reqd_work_group_size or zeros.'],
  lds_size: ['u32', 'Out: bytes of static LDS.'],
  private_size: ['u32', 'Out: bytes of scratch of a work-item.'],
  preferred_multiple: ['u32', 'Out: wavefront size.'],
  long_name: ['u64', 'In: guest address for a name that is longer than the field name below; 0: none.'],
  long_name_room: ['u64', 'In: bytes there; a longer name is truncated.'],
  name_length: ['u64', 'Out: bytes of the name.'],
  name: [text(1024), 'Out: the first bytes of the name.'],
  attributes: [text(1024), 'Out: value of CL_KERNEL_ATTRIBUTES.'],
});

export const ArgumentKind = { VALUE: 0, GLOBAL: 1, CONSTANT: 2, LOCAL: 3, IMAGE: 4, SAMPLER: 5 } as const;

export const KernelArgument = new Struct('KernelArgument', 'An argument of a kernel.', {
  program: ['u32', 'In: handle.'],
  kernel: ['u32', 'In: kernel index.'],
  argument: ['u32', 'In: argument index. EINVAL beyond.'],
  kind: ['u32', 'Out: ArgumentKind.'],
  offset: ['u32', 'Out: bytes from the start of the kernarg segment.'],
  size: [
    'u32',
    'Out: bytes of the value that clSetKernelArg takes (VALUE); slot size otherwise: a GPU address, an LDS offset (LOCAL), the GPU address of a descriptor (IMAGE), CLK_* bits (SAMPLER).',
  ],
  alignment: ['u32', 'Out: alignment of the memory of a LOCAL argument, bytes.'],
  image_kind: ['u32', 'Out: ImageKind of an IMAGE.'],
  address_qualifier: ['u32', 'Out: cl_kernel_arg_address_qualifier.'],
  access_qualifier: ['u32', 'Out: cl_kernel_arg_access_qualifier.'],
  type_qualifier: ['u64', 'Out: cl_kernel_arg_type_qualifier.'],
  has_info: ['u32', 'Out: 1 when names and qualifiers are known (-cl-kernel-arg-info, or built from source).'],
  reserved: ['u32', 'Zero.'],
  type_name: [text(256), 'Out.'],
  name: [text(256), 'Out.'],
});

export const FaultText = new Struct('FaultText', 'Reason of a failed signal, as text.', {
  signal: ['u32', 'In: index of the signal.'],
  reserved: ['u32', 'Zero.'],
  text: [text(4096), 'Out: empty when the signal did not fail.'],
});

export const NoteKind = {
  /** A memory object: [address, address + width). `parent` is the buffer of a sub-buffer, or of an image. */ BUFFER: 1,
  SUB_BUFFER: 2,
  IMAGE: 3,
  RELEASED: 4,
  /** The host has written a box of bytes. */
  WRITTEN: 5,
  /** A box of bytes has been copied from `source`. */
  COPIED: 6,
  /** A launch with the arguments at `address`: `objects` from argument `first` on, 0 where that is no memory object. */
  LAUNCH: 7,
  /**
   * Launch number `parent` of chain `object`, with its arguments at `address`, follows so many launches of each chain,
   * from chain `first` on, in any execution.
   */
  ORDER: 8,
} as const;

export const MemoryNote = new Struct(
  'MemoryNote',
  'For devices with the flag NOTES: an operation of the program on memory.',
  {
    kind: ['u32', 'In: NoteKind.'],
    call: ['u32', 'In: number of calls of this kind by the program (clCreateBuffer, ...), including this one.'],
    object: ['u64', 'In: number of the memory object, from 1.'],
    parent: ['u64', 'In: number of the object that it is a part of, or 0.'],
    address: ['u64', 'In: GPU address.'],
    width: ['u64', 'In: bytes of the object, or of a row of the box.'],
    rows: ['u64', 'In: rows of the box.'],
    row_pitch: ['u64', 'In: bytes from row to row.'],
    slices: ['u64', 'In: slices of the box.'],
    slice_pitch: ['u64', 'In: bytes from slice to slice.'],
    source: ['u64', 'In: GPU address of the box that was copied.'],
    source_row_pitch: ['u64', 'In: bytes from row to row there.'],
    source_slice_pitch: ['u64', 'In: bytes from slice to slice there.'],
    flags: ['u64', 'In: cl_mem_flags of an object; 1 for the launch of a recorded kernel, whose call recorded it.'],
    first: ['u32', 'In: number of the first of the arguments that follow.'],
    count: ['u32', 'In: how many follow.'],
    objects: [array('u64', 64), 'In: their memory objects.'],
  },
);

export const TraceDrain = new Struct(
  'TraceDrain',
  'Request that the records of calls are read, so that there is room for more.',
  {
    taken: ['u32', 'Out: how many have been read.'],
    reserved: ['u32', 'Zero.'],
  },
);

export const CallFailed = new Struct(
  'CallFailed',
  'A call of OpenCL has failed. It does not return before failure_heard has reached its number.',
  {
    code: ['i32', 'In: the OpenCL error code.'],
    number: ['u32', 'Out: its number, from 1; 0: it may return at once.'],
    call: [text(48), 'In: name of the call.'],
    caller_offset: ['u64', 'In: file offset of the caller, as for addr2line; 0 when unknown.'],
    caller: [text(256), 'In: that file; empty when unknown.'],
  },
);

/** Every request: number and structure. All carry _IOC_READ|_IOC_WRITE. */
export const IOCTLS = {
  HELLO: [0, Hello],
  DEVICE_INFO: [1, DeviceInfo],
  MEMORY_ALLOC: [2, MemoryAlloc],
  MEMORY_FREE: [3, MemoryFree],
  IMAGE_DESCRIBE: [4, ImageDescribe],
  IMAGE_FORMATS: [5, ImageFormats],
  DRIVER_VERSION: [6, DriverVersion],
  PROGRAM_BUILD: [8, ProgramBuild],
  PROGRAM_LOAD: [9, ProgramLoad],
  PROGRAM_STATUS: [10, ProgramStatus],
  PROGRAM_READ: [11, ProgramRead],
  PROGRAM_RELEASE: [12, ProgramRelease],
  KERNEL_INFO: [13, KernelInfo],
  KERNEL_ARGUMENT: [14, KernelArgument],
  FAULT_TEXT: [15, FaultText],
  MEMORY_NOTE: [16, MemoryNote],
  TRACE_DRAIN: [24, TraceDrain],
  CALL_FAILED: [25, CallFailed],
} as const;

export type IoctlName = keyof typeof IOCTLS;

/** _IOWR(IOCTL_TYPE, number, struct): the layout of asm-generic/ioctl.h. */
export function requestOf(name: IoctlName): number {
  const [number, struct] = IOCTLS[name];
  return ((3 << 30) | (struct.size << 16) | (IOCTL_TYPE << 8) | number) >>> 0;
}

/** Named groups of constants, for the generated header and documentation. */
export const CONSTANT_GROUPS = {
  SignalState,
  PacketKind,
  ApiCall,
  DeviceFlag,
  NoteKind,
  TraceKind,
  ImageKind,
  BuildKind,
  BinaryType,
  ProgramText,
  KernelFlag,
  ArgumentKind,
};

/** Structures in the order of the generated header. */
export const STRUCTS: readonly Struct[] = [
  ControlHeader,
  Signal,
  Packet,
  TraceRecord,
  HeaderSource,
  SpecializationConstant,
  ...Object.values(IOCTLS).map(([, struct]) => struct),
] as unknown as readonly Struct[];
