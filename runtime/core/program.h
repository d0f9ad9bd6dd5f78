// Programs: source or binaries, and their build results for each device.
#pragma once
#include <sys/types.h>

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "core/context.h"
#include "core/printf.h"

typedef void(CL_CALLBACK* ProgramNotify)(cl_program, void*);

namespace runtime {

struct ArgumentRecord {
  uint32_t kind;  ///< abi::ArgumentKind
  uint32_t offset;
  uint32_t size;
  uint32_t alignment;
  uint32_t image_kind;
  uint32_t address_qualifier;
  uint32_t access_qualifier;
  uint64_t type_qualifier;
  std::string type_name;
  std::string name;
};

struct KernelRecord {
  std::string name;
  std::string attributes;
  uint32_t flags;
  uint32_t kernarg_size;
  uint32_t work_group_size;
  uint32_t reqd_work_group_size[3];
  uint32_t lds_size;
  uint32_t private_size;
  uint32_t preferred_multiple;
  uint32_t argument_count;
  std::vector<ArgumentRecord> arguments;  ///< Read when a kernel object is made.
};

/** A program of the device: the result of one build job or of one binary. Released with its last user. */
struct Image {
  uint32_t handle = 0;
  uint32_t generation = 0;
  cl_program_binary_type binary_type = CL_PROGRAM_BINARY_TYPE_NONE;
  uint64_t binary_length = 0;
  std::vector<KernelRecord> kernels;
  std::vector<PrintfFormat> formats;
  std::mutex mutex;  ///< Guards the reading of arguments.
  ~Image();

  /** Index of a kernel, or -1. */
  int find(const std::string& name) const;
  /** The kernel with its arguments. */
  const KernelRecord& kernel(uint32_t index);
};

/** The state of a program for one of its devices. */
struct DeviceProgram {
  Ref<_cl_device_id> device;
  std::shared_ptr<Image> image;
  cl_build_status status = CL_BUILD_NONE;
  std::string options;
  std::string log;
  /** True once clBuildProgram or clLinkProgram succeeded: kernels can be made. */
  bool is_executable = false;
  /** True for a sub-device that has the build of its parent. */
  bool is_inherited = false;
};

}  // namespace runtime

struct _cl_program : runtime::Object {
  static constexpr runtime::Kind kKind = runtime::Kind::Program;
  static constexpr cl_int kInvalid = CL_INVALID_PROGRAM;
  explicit _cl_program(_cl_context& context)
      : Object(kKind, runtime::destroy_as<_cl_program>), context(context) {}

  const runtime::Ref<_cl_context> context;
  std::string source;
  bool has_source = false;
  /** The source is SPIR-V. */
  bool is_il = false;

  std::mutex mutex;  ///< Guards what follows.
  std::vector<runtime::DeviceProgram> devices;
  /** Values of specialization constants, by their ids. */
  std::map<uint32_t, runtime::abi::SpecializationConstant> constants;
  bool is_building = false;
  /** The process whose thread builds: after a fork the child has none. */
  pid_t builder = 0;
  std::condition_variable built;
  /** Kernel objects that are alive: while there are any, the program cannot be built again. */
  std::atomic<uint32_t> kernel_count{0};

  runtime::DeviceProgram* find(const _cl_device_id* device);
};

namespace runtime {

/** Checks a device list of a program call; an empty list means all devices of the program. */
std::vector<Ref<_cl_device_id>> select_devices(const std::vector<Ref<_cl_device_id>>& all, cl_uint count,
                                               const cl_device_id* list);
std::vector<Ref<_cl_device_id>> devices_of(_cl_program& program);

/** One build, compile or link, for several devices. */
struct BuildOrder {
  uint32_t kind;  ///< abi::BuildKind
  std::string options;
  std::vector<Ref<_cl_device_id>> devices;
  /** COMPILE: include names and their programs. LINK: the programs to link. */
  std::vector<std::string> header_names;
  std::vector<Ref<_cl_program>> headers;
  std::vector<Ref<_cl_program>> inputs;
};

/** Marks the program as being built; CL_INVALID_OPERATION while kernels are attached or another build runs. */
void begin_build(_cl_program& program, const BuildOrder& order);
/** Builds and stores the results. Returns CL_SUCCESS or the first error. begin_build() has to come before. */
cl_int run_build(_cl_program& program, const BuildOrder& order);
/** Waits for a build on another thread: code that needs its result comes behind it. The program is locked. */
void await_build(_cl_program& program, std::unique_lock<std::mutex>& lock);
/** run_build() now, or on another thread when the program has passed a callback. */
cl_int start_build(Ref<_cl_program> program, BuildOrder order, ProgramNotify notify, void* user_data);

/** Loads a binary; nullptr when it is none. */
std::shared_ptr<Image> load_binary(const _cl_device_id& device, const unsigned char* binary, size_t length);
std::string read_program_text(uint32_t handle, uint32_t what, uint64_t length);
/** Reads the device's data about a finished program. */
std::shared_ptr<Image> read_image(uint32_t handle, const abi::ProgramStatus& status);

}  // namespace runtime
