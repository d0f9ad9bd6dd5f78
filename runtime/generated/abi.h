// Generated from src/abi/schema.ts by `npm run build`. Do not edit.
#pragma once
#include <cstddef>
#include <cstdint>

namespace runtime::abi {

inline constexpr char kDevicePath[] = "/dev/atoll0";
inline constexpr uint32_t kProtocolVersion = 4u;
inline constexpr uint32_t kMaxDevices = 64u;
inline constexpr uint32_t kPageSize = 4096u;
inline constexpr uint32_t kHugePageSize = 2097152u;
inline constexpr uint32_t kControlSize = 1048576u;
inline constexpr uint32_t kRingOffset = 4096u;
inline constexpr uint32_t kRingEntries = 1024u;
inline constexpr uint32_t kTraceOffset = 327680u;
inline constexpr uint32_t kTraceEntries = 2048u;
inline constexpr uint32_t kSignalOffset = 524288u;
inline constexpr uint32_t kSignalCount = 8192u;
inline constexpr uint64_t kFileSize = 3224371200ull;

enum SignalState : uint32_t {
  SignalState_PENDING = 0,
  SignalState_RUNNING = 1,
  SignalState_COMPLETE = 2,
  SignalState_FAILED = 3,
};

enum PacketKind : uint32_t {
  PacketKind_DISPATCH = 1,
  PacketKind_LIST = 2,
};

enum ApiCall : uint32_t {
  ApiCall_UNKNOWN = 0,
  ApiCall_clCreateBuffer = 1,
  ApiCall_clCreateBufferWithProperties = 2,
  ApiCall_clCreateImage = 3,
  ApiCall_clCreateImage2D = 4,
  ApiCall_clCreateImage3D = 5,
  ApiCall_clCreateImageWithProperties = 6,
  ApiCall_clEnqueueNDRangeKernel = 7,
  ApiCall_clEnqueueTask = 8,
  ApiCall_clCommandNDRangeKernelKHR = 9,
};

enum DeviceFlag : uint32_t {
  DeviceFlag_FP64 = 1,
  DeviceFlag_IMAGES = 2,
  DeviceFlag_COMPILER = 4,
  DeviceFlag_NOTES = 8,
  DeviceFlag_TRACED = 16,
};

enum NoteKind : uint32_t {
  NoteKind_BUFFER = 1,
  NoteKind_SUB_BUFFER = 2,
  NoteKind_IMAGE = 3,
  NoteKind_RELEASED = 4,
  NoteKind_WRITTEN = 5,
  NoteKind_COPIED = 6,
  NoteKind_LAUNCH = 7,
  NoteKind_ORDER = 8,
};

enum TraceKind : uint32_t {
  TraceKind_BEGIN = 1,
  TraceKind_END = 2,
};

enum ImageKind : uint32_t {
  ImageKind_D1 = 1,
  ImageKind_D1_BUFFER = 2,
  ImageKind_D1_ARRAY = 3,
  ImageKind_D2 = 4,
  ImageKind_D2_ARRAY = 5,
  ImageKind_D3 = 6,
};

enum BuildKind : uint32_t {
  BuildKind_BUILD = 1,
  BuildKind_COMPILE = 2,
  BuildKind_LINK = 3,
};

enum BinaryType : uint32_t {
  BinaryType_NONE = 0,
  BinaryType_COMPILED_OBJECT = 1,
  BinaryType_LIBRARY = 2,
  BinaryType_EXECUTABLE = 4,
};

enum ProgramText : uint32_t {
  ProgramText_LOG = 0,
  ProgramText_BINARY = 1,
  ProgramText_PRINTF = 2,
};

enum KernelFlag : uint32_t {
  KernelFlag_PRINTF = 1,
  KernelFlag_REQD_WORK_GROUP_SIZE = 2,
  KernelFlag_GROUPS_UNSEEN = 4,
};

enum ArgumentKind : uint32_t {
  ArgumentKind_VALUE = 0,
  ArgumentKind_GLOBAL = 1,
  ArgumentKind_CONSTANT = 2,
  ArgumentKind_LOCAL = 3,
  ArgumentKind_IMAGE = 4,
  ArgumentKind_SAMPLER = 5,
};

// Start of the control window.
struct ControlHeader {
  uint32_t doorbell;  // Futex word. The guest adds 1 after it has moved ring_tail, and wakes it when server_sleeps is 1.
  uint32_t server_sleeps;  // 1 while the device waits on the doorbell.
  uint32_t ring_tail;  // Next packet that the guest writes; runs freely, entry = index % RING_ENTRIES.
  uint32_t ring_head;  // Next packet that the device reads. The ring is full when ring_tail - ring_head = RING_ENTRIES. Futex word for a guest that waits for room.
  uint32_t device_lost;  // Not 0 when the device stops serving this guest: an errno. Every unfinished signal then has an error state.
  uint32_t traces;  // Not 0 when calls and commands are to be recorded, see TraceRecord. Set before HELLO returns.
  uint32_t trace_tail;  // Next TraceRecord that the guest writes; runs freely, entry = index % TRACE_ENTRIES.
  uint32_t trace_head;  // Next TraceRecord that the device reads: TRACE_DRAIN makes room.
  uint32_t trace_lost;  // Records for which there was no room.
  uint32_t failures;  // Not 0 when the device requests reports of failed calls: CALL_FAILED. Set before HELLO returns.
  uint32_t failure_heard;  // Number of the latest failed call that may return. Futex word for the threads in them.
  uint32_t ringing_processor;  // 1 + the number of the CPU on which the guest rang last (sched_getcpu(3)); 0 where it is unknown.
};
static_assert(sizeof(ControlHeader) == 48);
static_assert(offsetof(ControlHeader, doorbell) == 0);
static_assert(offsetof(ControlHeader, server_sleeps) == 4);
static_assert(offsetof(ControlHeader, ring_tail) == 8);
static_assert(offsetof(ControlHeader, ring_head) == 12);
static_assert(offsetof(ControlHeader, device_lost) == 16);
static_assert(offsetof(ControlHeader, traces) == 20);
static_assert(offsetof(ControlHeader, trace_tail) == 24);
static_assert(offsetof(ControlHeader, trace_head) == 28);
static_assert(offsetof(ControlHeader, trace_lost) == 32);
static_assert(offsetof(ControlHeader, failures) == 36);
static_assert(offsetof(ControlHeader, failure_heard) == 40);
static_assert(offsetof(ControlHeader, ringing_processor) == 44);

// Completion of one packet or build job. SIGNAL_COUNT of them start at SIGNAL_OFFSET.
struct Signal {
  uint32_t state;  // Futex word: SignalState. The device wakes it on COMPLETE and FAILED.
  int32_t status;  // 0, or the OpenCL error code of the failure.
  alignas(8) uint64_t start_ns;  // CLOCK_MONOTONIC when execution began, in nanoseconds.
  alignas(8) uint64_t end_ns;  // CLOCK_MONOTONIC when execution ended, in nanoseconds.
  alignas(8) uint64_t sequence;  // Number of the packet in this guest, from 1; 0 for build jobs.
  alignas(8) uint64_t reserved[4];  // Zero.
};
static_assert(sizeof(Signal) == 64);
static_assert(offsetof(Signal, state) == 0);
static_assert(offsetof(Signal, status) == 4);
static_assert(offsetof(Signal, start_ns) == 8);
static_assert(offsetof(Signal, end_ns) == 16);
static_assert(offsetof(Signal, sequence) == 24);
static_assert(offsetof(Signal, reserved) == 32);

// One entry of the ring: a kernel launch, or a list of them.
struct Packet {
  uint32_t kind;  // PacketKind.
  uint32_t signal;  // Index of the signal that is set at completion.
  uint32_t device;  // Index of the device that executes.
  uint32_t program;  // Program handle.
  uint32_t kernel;  // Index of the kernel in its program.
  uint32_t work_dim;  // 1 to 3.
  uint32_t global_size[3];  // Work-items in each dimension; 1 beyond work_dim.
  uint32_t local_size[3];  // Work-items of a work-group; 1 beyond work_dim. Divides global_size, but for one dimension with GROUPS_UNSEEN.
  uint32_t global_offset[3];  // Global offset; 0 beyond work_dim.
  uint32_t dynamic_lds;  // Bytes of LDS for __local arguments, after the static ones of the kernel.
  alignas(8) uint64_t kernarg;  // GPU address of the kernarg segment (kernarg_size bytes, aligned to 16). The device fills header and implicit arguments.
  alignas(8) uint64_t printf_buffer;  // GPU address of the printf buffer, 0 when the kernel does not print.
  uint32_t call;  // Call that requested the launch: ApiCall and its number, 0 when unknown.
  uint32_t list_length;  // LIST: packets of the list, all of kind DISPATCH; their signals and devices do not matter.
  alignas(8) uint64_t list;  // LIST: GPU address of the packets.
  alignas(8) uint64_t list_number;  // LIST: number of its contents, from 1. A list of the same number has the same packets, whose kernarg segments have not changed.
  alignas(8) uint64_t reserved[18];  // Zero.
};
static_assert(sizeof(Packet) == 248);
static_assert(offsetof(Packet, kind) == 0);
static_assert(offsetof(Packet, signal) == 4);
static_assert(offsetof(Packet, device) == 8);
static_assert(offsetof(Packet, program) == 12);
static_assert(offsetof(Packet, kernel) == 16);
static_assert(offsetof(Packet, work_dim) == 20);
static_assert(offsetof(Packet, global_size) == 24);
static_assert(offsetof(Packet, local_size) == 36);
static_assert(offsetof(Packet, global_offset) == 48);
static_assert(offsetof(Packet, dynamic_lds) == 60);
static_assert(offsetof(Packet, kernarg) == 64);
static_assert(offsetof(Packet, printf_buffer) == 72);
static_assert(offsetof(Packet, call) == 80);
static_assert(offsetof(Packet, list_length) == 84);
static_assert(offsetof(Packet, list) == 88);
static_assert(offsetof(Packet, list_number) == 96);
static_assert(offsetof(Packet, reserved) == 104);

// Begin or end of an operation of a thread. TRACE_ENTRIES of them start at TRACE_OFFSET.
struct TraceRecord {
  uint32_t sequence;  // Its index + 1, written last: a record with another number is not there yet.
  uint32_t kind;  // TraceKind. Operations of a thread are nested.
  uint32_t process;  // Process id.
  uint32_t thread;  // Thread id.
  alignas(8) uint64_t time_ns;  // CLOCK_MONOTONIC, in nanoseconds.
  alignas(8) uint64_t bytes;  // Bytes that a command moves, roughly; 0 for calls.
  uint32_t command;  // cl_command_type of a command that the library executes; 0 for a call.
  uint32_t reserved;  // Zero.
  char name[48];  // Name of the call; empty for commands.
};
static_assert(sizeof(TraceRecord) == 88);
static_assert(offsetof(TraceRecord, sequence) == 0);
static_assert(offsetof(TraceRecord, kind) == 4);
static_assert(offsetof(TraceRecord, process) == 8);
static_assert(offsetof(TraceRecord, thread) == 12);
static_assert(offsetof(TraceRecord, time_ns) == 16);
static_assert(offsetof(TraceRecord, bytes) == 24);
static_assert(offsetof(TraceRecord, command) == 32);
static_assert(offsetof(TraceRecord, reserved) == 36);
static_assert(offsetof(TraceRecord, name) == 40);

// One embedded header of clCompileProgram.
struct HeaderSource {
  alignas(8) uint64_t name;  // Guest address of its include name.
  alignas(8) uint64_t name_length;  // Bytes.
  alignas(8) uint64_t source;  // Guest address of its text.
  alignas(8) uint64_t source_length;  // Bytes.
};
static_assert(sizeof(HeaderSource) == 32);
static_assert(offsetof(HeaderSource, name) == 0);
static_assert(offsetof(HeaderSource, name_length) == 8);
static_assert(offsetof(HeaderSource, source) == 16);
static_assert(offsetof(HeaderSource, source_length) == 24);

// A value of clSetProgramSpecializationConstant.
struct SpecializationConstant {
  uint32_t id;  // SpecId of the constant.
  uint32_t size;  // Bytes of the value: 1, 2, 4 or 8.
  alignas(8) uint64_t value;  // The value in the lowest bytes.
};
static_assert(sizeof(SpecializationConstant) == 16);
static_assert(offsetof(SpecializationConstant, id) == 0);
static_assert(offsetof(SpecializationConstant, size) == 4);
static_assert(offsetof(SpecializationConstant, value) == 8);

// First request after open: agree on the version.
struct Hello {
  uint32_t version;  // In: the runtime's PROTOCOL_VERSION. Out: the device's. EPROTO when they differ.
  uint32_t device_count;  // Out: simulated devices.
  char release[64];  // Out: release of Atoll, for version strings.
};
static_assert(sizeof(Hello) == 72);
static_assert(offsetof(Hello, version) == 0);
static_assert(offsetof(Hello, device_count) == 4);
static_assert(offsetof(Hello, release) == 8);

// Properties of a simulated device.
struct DeviceInfo {
  uint32_t index;  // In: 0 to device_count - 1. EINVAL beyond.
  uint32_t flags;  // DeviceFlag bits.
  char name[64];  // Code name, as CL_DEVICE_NAME shows it.
  char board[128];  // Product name (CL_DEVICE_BOARD_NAME_AMD).
  uint32_t vendor_id;  // PCI vendor, 0x1002.
  uint32_t compute_units;  // Number of compute units.
  uint32_t clock_mhz;  // Engine clock of the real chip.
  uint32_t wavefront_size;  // Lanes: 64.
  uint32_t max_work_group_size;  // Work-items.
  uint32_t lds_size;  // Bytes of LDS that one work-group can have.
  alignas(8) uint64_t global_memory;  // Bytes of video memory.
  alignas(8) uint64_t max_allocation;  // Largest buffer, in bytes.
  alignas(8) uint64_t cache_size;  // Bytes of the L2 cache.
  alignas(8) uint64_t constant_buffer;  // Largest __constant argument, in bytes.
  uint32_t cache_line;  // Bytes.
  uint32_t memory_channels;  // Memory channels (CL_DEVICE_GLOBAL_MEM_CHANNELS_AMD).
  uint32_t simd_per_compute_unit;  // SIMD units of a compute unit.
  uint32_t image_2d_max;  // Largest width and height of a 2D image.
  uint32_t image_3d_max;  // Largest width, height and depth of a 3D image.
  uint32_t image_array_max;  // Largest number of images in an array.
  uint32_t image_buffer_max;  // Largest number of pixels of a 1D image from a buffer.
  uint32_t max_samplers;  // Samplers of a kernel.
  uint32_t max_read_images;  // Images that a kernel can read.
  uint32_t max_write_images;  // Images that a kernel can write.
  uint32_t printf_buffer;  // Bytes that one kernel can print.
  uint32_t lds_per_compute_unit;  // Bytes of LDS of a compute unit.
  uint32_t gfx_major;  // Version of the graphics core (CL_DEVICE_GFXIP_MAJOR_AMD).
  uint32_t gfx_minor;  // The same, minor.
  uint32_t reserved;  // Zero.
  uint16_t pci_device;  // PCI device of the chip on this board (CL_DEVICE_PCIE_ID_AMD).
  uint16_t pci_bus;  // PCI bus in domain 0, another one for each device; slot and function are 0.
  alignas(8) uint64_t transfer_offset_ns[4];  // Out: times in profiling events of commands that the library executes itself: nanoseconds of a read, a write, a copy, a fill of no byte.
  alignas(8) uint64_t transfer_fs_per_byte[4];  // Out: and femtoseconds of each byte. All zero: the measured time.
};
static_assert(sizeof(DeviceInfo) == 384);
static_assert(offsetof(DeviceInfo, index) == 0);
static_assert(offsetof(DeviceInfo, flags) == 4);
static_assert(offsetof(DeviceInfo, name) == 8);
static_assert(offsetof(DeviceInfo, board) == 72);
static_assert(offsetof(DeviceInfo, vendor_id) == 200);
static_assert(offsetof(DeviceInfo, compute_units) == 204);
static_assert(offsetof(DeviceInfo, clock_mhz) == 208);
static_assert(offsetof(DeviceInfo, wavefront_size) == 212);
static_assert(offsetof(DeviceInfo, max_work_group_size) == 216);
static_assert(offsetof(DeviceInfo, lds_size) == 220);
static_assert(offsetof(DeviceInfo, global_memory) == 224);
static_assert(offsetof(DeviceInfo, max_allocation) == 232);
static_assert(offsetof(DeviceInfo, cache_size) == 240);
static_assert(offsetof(DeviceInfo, constant_buffer) == 248);
static_assert(offsetof(DeviceInfo, cache_line) == 256);
static_assert(offsetof(DeviceInfo, memory_channels) == 260);
static_assert(offsetof(DeviceInfo, simd_per_compute_unit) == 264);
static_assert(offsetof(DeviceInfo, image_2d_max) == 268);
static_assert(offsetof(DeviceInfo, image_3d_max) == 272);
static_assert(offsetof(DeviceInfo, image_array_max) == 276);
static_assert(offsetof(DeviceInfo, image_buffer_max) == 280);
static_assert(offsetof(DeviceInfo, max_samplers) == 284);
static_assert(offsetof(DeviceInfo, max_read_images) == 288);
static_assert(offsetof(DeviceInfo, max_write_images) == 292);
static_assert(offsetof(DeviceInfo, printf_buffer) == 296);
static_assert(offsetof(DeviceInfo, lds_per_compute_unit) == 300);
static_assert(offsetof(DeviceInfo, gfx_major) == 304);
static_assert(offsetof(DeviceInfo, gfx_minor) == 308);
static_assert(offsetof(DeviceInfo, reserved) == 312);
static_assert(offsetof(DeviceInfo, pci_device) == 316);
static_assert(offsetof(DeviceInfo, pci_bus) == 318);
static_assert(offsetof(DeviceInfo, transfer_offset_ns) == 320);
static_assert(offsetof(DeviceInfo, transfer_fs_per_byte) == 352);

// Reserve video memory. The guest maps it from the device file.
struct MemoryAlloc {
  alignas(8) uint64_t size;  // In: bytes, at least 1.
  uint32_t device;  // In: device whose limits apply.
  uint32_t call;  // In: call of the program that needs it: ApiCall and its number; 0 for memory of the runtime itself.
  alignas(8) uint64_t address;  // Out: GPU address, page-aligned. ENOMEM when video memory is full.
  alignas(8) uint64_t file_offset;  // Out: offset in the device file for mmap.
  alignas(8) uint64_t mapped_size;  // Out: bytes that are reserved: size rounded up to pages.
};
static_assert(sizeof(MemoryAlloc) == 40);
static_assert(offsetof(MemoryAlloc, size) == 0);
static_assert(offsetof(MemoryAlloc, device) == 8);
static_assert(offsetof(MemoryAlloc, call) == 12);
static_assert(offsetof(MemoryAlloc, address) == 16);
static_assert(offsetof(MemoryAlloc, file_offset) == 24);
static_assert(offsetof(MemoryAlloc, mapped_size) == 32);

// Release video memory. The contents are lost: its pages read 0 again.
struct MemoryFree {
  alignas(8) uint64_t address;  // In: as MEMORY_ALLOC gave it. EINVAL when it is not the start of an allocation.
};
static_assert(sizeof(MemoryFree) == 8);
static_assert(offsetof(MemoryFree, address) == 0);

// Write the descriptor (64 bytes) of a linear surface into GPU memory.
struct ImageDescribe {
  alignas(8) uint64_t descriptor;  // In: GPU address of the descriptor, aligned to 64.
  alignas(8) uint64_t surface;  // In: GPU address of the first pixel.
  uint32_t kind;  // In: ImageKind.
  uint32_t channel_order;  // In: cl_channel_order.
  uint32_t channel_type;  // In: cl_channel_type.
  uint32_t width;  // In: pixels.
  uint32_t height;  // In: pixels; 1 for 1D kinds.
  uint32_t depth;  // In: slices; 1 unless 3D.
  uint32_t array_size;  // In: images; 1 unless an array.
  uint32_t reserved;  // Zero.
  alignas(8) uint64_t row_pitch;  // In: bytes from row to row.
  alignas(8) uint64_t slice_pitch;  // In: bytes from slice to slice, or image to image.
};
static_assert(sizeof(ImageDescribe) == 64);
static_assert(offsetof(ImageDescribe, descriptor) == 0);
static_assert(offsetof(ImageDescribe, surface) == 8);
static_assert(offsetof(ImageDescribe, kind) == 16);
static_assert(offsetof(ImageDescribe, channel_order) == 20);
static_assert(offsetof(ImageDescribe, channel_type) == 24);
static_assert(offsetof(ImageDescribe, width) == 28);
static_assert(offsetof(ImageDescribe, height) == 32);
static_assert(offsetof(ImageDescribe, depth) == 36);
static_assert(offsetof(ImageDescribe, array_size) == 40);
static_assert(offsetof(ImageDescribe, reserved) == 44);
static_assert(offsetof(ImageDescribe, row_pitch) == 48);
static_assert(offsetof(ImageDescribe, slice_pitch) == 56);

// The image formats that the device supports for every kind and access.
struct ImageFormats {
  uint32_t kind;  // In: ImageKind.
  uint32_t count;  // Out: formats that follow.
  uint32_t order[128];  // Out: cl_channel_order of each.
  uint32_t type[128];  // Out: cl_channel_type of each.
};
static_assert(sizeof(ImageFormats) == 1032);
static_assert(offsetof(ImageFormats, kind) == 0);
static_assert(offsetof(ImageFormats, count) == 4);
static_assert(offsetof(ImageFormats, order) == 8);
static_assert(offsetof(ImageFormats, type) == 520);

// What CL_DRIVER_VERSION says.
struct DriverVersion {
  char text[128];  // Out: a version in AMD's style, then ours, then the front end's identity: compiled programs depend on it.
};
static_assert(sizeof(DriverVersion) == 128);
static_assert(offsetof(DriverVersion, text) == 0);

// Start a build job. Text is copied before the request returns.
struct ProgramBuild {
  uint32_t kind;  // In: BuildKind.
  uint32_t device;  // In: target device.
  uint32_t signal;  // In: signal that is set at the end of the job; PROGRAM_STATUS then has the result.
  uint32_t program;  // Out: handle of the new program.
  alignas(8) uint64_t source;  // In: guest address of the source (BUILD, COMPILE).
  alignas(8) uint64_t source_length;  // In: bytes.
  alignas(8) uint64_t options;  // In: guest address of the options.
  alignas(8) uint64_t options_length;  // In: bytes.
  alignas(8) uint64_t headers;  // In: guest address of an array of HeaderSource (COMPILE).
  alignas(8) uint64_t inputs;  // In: guest address of an array of u32 program handles (LINK).
  uint32_t header_count;  // In.
  uint32_t input_count;  // In.
  alignas(8) uint64_t constants;  // In: guest address of an array of SpecializationConstant (BUILD, COMPILE).
  uint32_t constant_count;  // In.
  uint32_t reserved;  // Zero.
};
static_assert(sizeof(ProgramBuild) == 88);
static_assert(offsetof(ProgramBuild, kind) == 0);
static_assert(offsetof(ProgramBuild, device) == 4);
static_assert(offsetof(ProgramBuild, signal) == 8);
static_assert(offsetof(ProgramBuild, program) == 12);
static_assert(offsetof(ProgramBuild, source) == 16);
static_assert(offsetof(ProgramBuild, source_length) == 24);
static_assert(offsetof(ProgramBuild, options) == 32);
static_assert(offsetof(ProgramBuild, options_length) == 40);
static_assert(offsetof(ProgramBuild, headers) == 48);
static_assert(offsetof(ProgramBuild, inputs) == 56);
static_assert(offsetof(ProgramBuild, header_count) == 64);
static_assert(offsetof(ProgramBuild, input_count) == 68);
static_assert(offsetof(ProgramBuild, constants) == 72);
static_assert(offsetof(ProgramBuild, constant_count) == 80);
static_assert(offsetof(ProgramBuild, reserved) == 84);

// Load a program binary.
struct ProgramLoad {
  alignas(8) uint64_t binary;  // In: guest address.
  alignas(8) uint64_t length;  // In: bytes.
  uint32_t device;  // In: target device.
  uint32_t program;  // Out: handle; 0 when status is not 0.
  int32_t status;  // Out: 0 or CL_INVALID_BINARY.
  uint32_t reserved;  // Zero.
};
static_assert(sizeof(ProgramLoad) == 32);
static_assert(offsetof(ProgramLoad, binary) == 0);
static_assert(offsetof(ProgramLoad, length) == 8);
static_assert(offsetof(ProgramLoad, device) == 16);
static_assert(offsetof(ProgramLoad, program) == 20);
static_assert(offsetof(ProgramLoad, status) == 24);
static_assert(offsetof(ProgramLoad, reserved) == 28);

// Result of a build job or of a load.
struct ProgramStatus {
  uint32_t program;  // In: handle.
  int32_t status;  // Out: 0, CL_BUILD_PROGRAM_FAILURE, CL_COMPILE_PROGRAM_FAILURE, CL_LINK_PROGRAM_FAILURE, CL_INVALID_BUILD_OPTIONS (or its compile and link forms), CL_COMPILER_NOT_AVAILABLE.
  uint32_t binary_type;  // Out: BinaryType.
  uint32_t kernel_count;  // Out: kernels.
  alignas(8) uint64_t log_length;  // Out: bytes of the build log, without a NUL.
  alignas(8) uint64_t binary_length;  // Out: bytes of the binary.
  alignas(8) uint64_t printf_length;  // Out: bytes of the printf table.
};
static_assert(sizeof(ProgramStatus) == 40);
static_assert(offsetof(ProgramStatus, program) == 0);
static_assert(offsetof(ProgramStatus, status) == 4);
static_assert(offsetof(ProgramStatus, binary_type) == 8);
static_assert(offsetof(ProgramStatus, kernel_count) == 12);
static_assert(offsetof(ProgramStatus, log_length) == 16);
static_assert(offsetof(ProgramStatus, binary_length) == 24);
static_assert(offsetof(ProgramStatus, printf_length) == 32);

// Copy log, binary or printf table into the guest.
struct ProgramRead {
  uint32_t program;  // In: handle.
  uint32_t what;  // In: ProgramText.
  alignas(8) uint64_t address;  // In: destination address in the guest.
  alignas(8) uint64_t length;  // In: room; out: bytes written.
};
static_assert(sizeof(ProgramRead) == 24);
static_assert(offsetof(ProgramRead, program) == 0);
static_assert(offsetof(ProgramRead, what) == 4);
static_assert(offsetof(ProgramRead, address) == 8);
static_assert(offsetof(ProgramRead, length) == 16);

// Release a program; cancels its job when it still runs.
struct ProgramRelease {
  uint32_t program;  // In: handle.
  uint32_t reserved;  // Zero.
};
static_assert(sizeof(ProgramRelease) == 8);
static_assert(offsetof(ProgramRelease, program) == 0);
static_assert(offsetof(ProgramRelease, reserved) == 4);

// A kernel of a program.
struct KernelInfo {
  uint32_t program;  // In: handle.
  uint32_t kernel;  // In: index from 0. EINVAL beyond.
  uint32_t argument_count;  // Out.
  uint32_t flags;  // Out: KernelFlag bits.
  uint32_t kernarg_size;  // Out: bytes of the kernarg segment.
  uint32_t work_group_size;  // Out: largest work-group that fits.
  uint32_t reqd_work_group_size[3];  // Out: reqd_work_group_size or zeros.
  uint32_t lds_size;  // Out: bytes of static LDS.
  uint32_t private_size;  // Out: bytes of scratch of a work-item.
  uint32_t preferred_multiple;  // Out: wavefront size.
  alignas(8) uint64_t long_name;  // In: guest address for a name that is longer than the field name below; 0: none.
  alignas(8) uint64_t long_name_room;  // In: bytes there; a longer name is truncated.
  alignas(8) uint64_t name_length;  // Out: bytes of the name.
  char name[1024];  // Out: the first bytes of the name.
  char attributes[1024];  // Out: value of CL_KERNEL_ATTRIBUTES.
};
static_assert(sizeof(KernelInfo) == 2120);
static_assert(offsetof(KernelInfo, program) == 0);
static_assert(offsetof(KernelInfo, kernel) == 4);
static_assert(offsetof(KernelInfo, argument_count) == 8);
static_assert(offsetof(KernelInfo, flags) == 12);
static_assert(offsetof(KernelInfo, kernarg_size) == 16);
static_assert(offsetof(KernelInfo, work_group_size) == 20);
static_assert(offsetof(KernelInfo, reqd_work_group_size) == 24);
static_assert(offsetof(KernelInfo, lds_size) == 36);
static_assert(offsetof(KernelInfo, private_size) == 40);
static_assert(offsetof(KernelInfo, preferred_multiple) == 44);
static_assert(offsetof(KernelInfo, long_name) == 48);
static_assert(offsetof(KernelInfo, long_name_room) == 56);
static_assert(offsetof(KernelInfo, name_length) == 64);
static_assert(offsetof(KernelInfo, name) == 72);
static_assert(offsetof(KernelInfo, attributes) == 1096);

// An argument of a kernel.
struct KernelArgument {
  uint32_t program;  // In: handle.
  uint32_t kernel;  // In: kernel index.
  uint32_t argument;  // In: argument index. EINVAL beyond.
  uint32_t kind;  // Out: ArgumentKind.
  uint32_t offset;  // Out: bytes from the start of the kernarg segment.
  uint32_t size;  // Out: bytes of the value that clSetKernelArg takes (VALUE); slot size otherwise: a GPU address, an LDS offset (LOCAL), the GPU address of a descriptor (IMAGE), CLK_* bits (SAMPLER).
  uint32_t alignment;  // Out: alignment of the memory of a LOCAL argument, bytes.
  uint32_t image_kind;  // Out: ImageKind of an IMAGE.
  uint32_t address_qualifier;  // Out: cl_kernel_arg_address_qualifier.
  uint32_t access_qualifier;  // Out: cl_kernel_arg_access_qualifier.
  alignas(8) uint64_t type_qualifier;  // Out: cl_kernel_arg_type_qualifier.
  uint32_t has_info;  // Out: 1 when names and qualifiers are known (-cl-kernel-arg-info, or built from source).
  uint32_t reserved;  // Zero.
  char type_name[256];  // Out.
  char name[256];  // Out.
};
static_assert(sizeof(KernelArgument) == 568);
static_assert(offsetof(KernelArgument, program) == 0);
static_assert(offsetof(KernelArgument, kernel) == 4);
static_assert(offsetof(KernelArgument, argument) == 8);
static_assert(offsetof(KernelArgument, kind) == 12);
static_assert(offsetof(KernelArgument, offset) == 16);
static_assert(offsetof(KernelArgument, size) == 20);
static_assert(offsetof(KernelArgument, alignment) == 24);
static_assert(offsetof(KernelArgument, image_kind) == 28);
static_assert(offsetof(KernelArgument, address_qualifier) == 32);
static_assert(offsetof(KernelArgument, access_qualifier) == 36);
static_assert(offsetof(KernelArgument, type_qualifier) == 40);
static_assert(offsetof(KernelArgument, has_info) == 48);
static_assert(offsetof(KernelArgument, reserved) == 52);
static_assert(offsetof(KernelArgument, type_name) == 56);
static_assert(offsetof(KernelArgument, name) == 312);

// Reason of a failed signal, as text.
struct FaultText {
  uint32_t signal;  // In: index of the signal.
  uint32_t reserved;  // Zero.
  char text[4096];  // Out: empty when the signal did not fail.
};
static_assert(sizeof(FaultText) == 4104);
static_assert(offsetof(FaultText, signal) == 0);
static_assert(offsetof(FaultText, reserved) == 4);
static_assert(offsetof(FaultText, text) == 8);

// For devices with the flag NOTES: an operation of the program on memory.
struct MemoryNote {
  uint32_t kind;  // In: NoteKind.
  uint32_t call;  // In: number of calls of this kind by the program (clCreateBuffer, ...), including this one.
  alignas(8) uint64_t object;  // In: number of the memory object, from 1.
  alignas(8) uint64_t parent;  // In: number of the object that it is a part of, or 0.
  alignas(8) uint64_t address;  // In: GPU address.
  alignas(8) uint64_t width;  // In: bytes of the object, or of a row of the box.
  alignas(8) uint64_t rows;  // In: rows of the box.
  alignas(8) uint64_t row_pitch;  // In: bytes from row to row.
  alignas(8) uint64_t slices;  // In: slices of the box.
  alignas(8) uint64_t slice_pitch;  // In: bytes from slice to slice.
  alignas(8) uint64_t source;  // In: GPU address of the box that was copied.
  alignas(8) uint64_t source_row_pitch;  // In: bytes from row to row there.
  alignas(8) uint64_t source_slice_pitch;  // In: bytes from slice to slice there.
  alignas(8) uint64_t flags;  // In: cl_mem_flags of an object; 1 for the launch of a recorded kernel, whose call recorded it.
  uint32_t first;  // In: number of the first of the arguments that follow.
  uint32_t count;  // In: how many follow.
  alignas(8) uint64_t objects[64];  // In: their memory objects.
};
static_assert(sizeof(MemoryNote) == 624);
static_assert(offsetof(MemoryNote, kind) == 0);
static_assert(offsetof(MemoryNote, call) == 4);
static_assert(offsetof(MemoryNote, object) == 8);
static_assert(offsetof(MemoryNote, parent) == 16);
static_assert(offsetof(MemoryNote, address) == 24);
static_assert(offsetof(MemoryNote, width) == 32);
static_assert(offsetof(MemoryNote, rows) == 40);
static_assert(offsetof(MemoryNote, row_pitch) == 48);
static_assert(offsetof(MemoryNote, slices) == 56);
static_assert(offsetof(MemoryNote, slice_pitch) == 64);
static_assert(offsetof(MemoryNote, source) == 72);
static_assert(offsetof(MemoryNote, source_row_pitch) == 80);
static_assert(offsetof(MemoryNote, source_slice_pitch) == 88);
static_assert(offsetof(MemoryNote, flags) == 96);
static_assert(offsetof(MemoryNote, first) == 104);
static_assert(offsetof(MemoryNote, count) == 108);
static_assert(offsetof(MemoryNote, objects) == 112);

// Request that the records of calls are read, so that there is room for more.
struct TraceDrain {
  uint32_t taken;  // Out: how many have been read.
  uint32_t reserved;  // Zero.
};
static_assert(sizeof(TraceDrain) == 8);
static_assert(offsetof(TraceDrain, taken) == 0);
static_assert(offsetof(TraceDrain, reserved) == 4);

// A call of OpenCL has failed. It does not return before failure_heard has reached its number.
struct CallFailed {
  int32_t code;  // In: the OpenCL error code.
  uint32_t number;  // Out: its number, from 1; 0: it may return at once.
  char call[48];  // In: name of the call.
  alignas(8) uint64_t caller_offset;  // In: file offset of the caller, as for addr2line; 0 when unknown.
  char caller[256];  // In: that file; empty when unknown.
};
static_assert(sizeof(CallFailed) == 320);
static_assert(offsetof(CallFailed, code) == 0);
static_assert(offsetof(CallFailed, number) == 4);
static_assert(offsetof(CallFailed, call) == 8);
static_assert(offsetof(CallFailed, caller_offset) == 56);
static_assert(offsetof(CallFailed, caller) == 64);

inline constexpr uint32_t kRequestHello = 0xc048a700u;
inline constexpr uint32_t kRequestDeviceInfo = 0xc180a701u;
inline constexpr uint32_t kRequestMemoryAlloc = 0xc028a702u;
inline constexpr uint32_t kRequestMemoryFree = 0xc008a703u;
inline constexpr uint32_t kRequestImageDescribe = 0xc040a704u;
inline constexpr uint32_t kRequestImageFormats = 0xc408a705u;
inline constexpr uint32_t kRequestDriverVersion = 0xc080a706u;
inline constexpr uint32_t kRequestProgramBuild = 0xc058a708u;
inline constexpr uint32_t kRequestProgramLoad = 0xc020a709u;
inline constexpr uint32_t kRequestProgramStatus = 0xc028a70au;
inline constexpr uint32_t kRequestProgramRead = 0xc018a70bu;
inline constexpr uint32_t kRequestProgramRelease = 0xc008a70cu;
inline constexpr uint32_t kRequestKernelInfo = 0xc848a70du;
inline constexpr uint32_t kRequestKernelArgument = 0xc238a70eu;
inline constexpr uint32_t kRequestFaultText = 0xd008a70fu;
inline constexpr uint32_t kRequestMemoryNote = 0xc270a710u;
inline constexpr uint32_t kRequestTraceDrain = 0xc008a718u;
inline constexpr uint32_t kRequestCallFailed = 0xc140a719u;

// An OpenCL extension, and the DeviceFlag bits that a device needs to have it.
struct Extension {
  const char* name;
  uint32_t needs;
  uint32_t major, minor, patch;
};
inline constexpr Extension kExtensions[] = {
    {"cl_khr_icd", 0, 1, 0, 0},
    {"cl_khr_global_int32_base_atomics", 0, 1, 0, 0},
    {"cl_khr_global_int32_extended_atomics", 0, 1, 0, 0},
    {"cl_khr_local_int32_base_atomics", 0, 1, 0, 0},
    {"cl_khr_local_int32_extended_atomics", 0, 1, 0, 0},
    {"cl_khr_int64_base_atomics", 0, 1, 0, 0},
    {"cl_khr_int64_extended_atomics", 0, 1, 0, 0},
    {"cl_khr_byte_addressable_store", 0, 1, 0, 0},
    {"cl_khr_fp64", DeviceFlag_FP64, 1, 0, 0},
    {"cl_amd_fp64", DeviceFlag_FP64, 1, 0, 0},
    {"cl_khr_3d_image_writes", DeviceFlag_IMAGES, 1, 0, 0},
    {"cl_khr_il_program", DeviceFlag_COMPILER, 1, 0, 0},
    {"cl_khr_pci_bus_info", 0, 1, 0, 0},
    {"cl_amd_printf", 0, 1, 0, 0},
    {"cl_amd_media_ops", 0, 1, 0, 0},
    {"cl_amd_media_ops2", 0, 1, 0, 0},
    {"cl_amd_device_attribute_query", 0, 1, 0, 0},
    {"cl_khr_extended_versioning", 0, 1, 0, 0},
    {"cl_khr_command_buffer", 0, 1, 0, 0},
    {"cl_khr_command_buffer_mutable_dispatch", 0, 0, 9, 5},
};

}  // namespace runtime::abi
