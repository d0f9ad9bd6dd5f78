// Programs of the device: reading kernels, arguments, texts.
#include "core/program.h"

#include <string.h>

#include "core/session.h"

using namespace runtime;

DeviceProgram* _cl_program::find(const _cl_device_id* device) {
  for (DeviceProgram& entry : devices) {
    if (entry.device.get() == device) return &entry;
  }
  return nullptr;
}

namespace runtime {
namespace {

/** A fixed-size text of the protocol, which may lack its NUL. */
template <size_t Size>
std::string text_of(const char (&text)[Size]) {
  return std::string(text, strnlen(text, Size));
}

KernelRecord read_kernel(uint32_t program, uint32_t index) {
  abi::KernelInfo info = {};
  info.program = program;
  info.kernel = index;
  check(request(abi::kRequestKernelInfo, &info) == 0, CL_OUT_OF_RESOURCES);
  KernelRecord kernel = {};
  kernel.name = text_of(info.name);
  if (info.name_length > kernel.name.size()) {
    kernel.name.resize(static_cast<size_t>(info.name_length));
    info.long_name = reinterpret_cast<uintptr_t>(kernel.name.data());
    info.long_name_room = kernel.name.size();
    check(request(abi::kRequestKernelInfo, &info) == 0, CL_OUT_OF_RESOURCES);
  }
  kernel.attributes = text_of(info.attributes);
  kernel.flags = info.flags;
  kernel.kernarg_size = info.kernarg_size;
  kernel.work_group_size = info.work_group_size;
  memcpy(kernel.reqd_work_group_size, info.reqd_work_group_size, sizeof kernel.reqd_work_group_size);
  kernel.lds_size = info.lds_size;
  kernel.private_size = info.private_size;
  kernel.preferred_multiple = info.preferred_multiple;
  kernel.argument_count = info.argument_count;
  return kernel;
}

ArgumentRecord read_argument(uint32_t program, uint32_t kernel, uint32_t index) {
  abi::KernelArgument info = {};
  info.program = program;
  info.kernel = kernel;
  info.argument = index;
  check(request(abi::kRequestKernelArgument, &info) == 0, CL_OUT_OF_RESOURCES);
  return {info.kind,
          info.offset,
          info.size,
          info.alignment,
          info.image_kind,
          info.address_qualifier,
          info.access_qualifier,
          info.type_qualifier,
          text_of(info.type_name),
          text_of(info.name)};
}

cl_program_binary_type binary_type_of(uint32_t type) {
  switch (type) {
    case abi::BinaryType_COMPILED_OBJECT: return CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
    case abi::BinaryType_LIBRARY: return CL_PROGRAM_BINARY_TYPE_LIBRARY;
    case abi::BinaryType_EXECUTABLE: return CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    default: return CL_PROGRAM_BINARY_TYPE_NONE;
  }
}

}  // namespace

Image::~Image() {
  if (!handle) return;
  abi::ProgramRelease release = {handle, 0};
  if (generation == fork_generation()) request(abi::kRequestProgramRelease, &release);
}

int Image::find(const std::string& name) const {
  for (size_t index = 0; index < kernels.size(); index++) {
    if (kernels[index].name == name) return static_cast<int>(index);
  }
  return -1;
}

const KernelRecord& Image::kernel(uint32_t index) {
  std::lock_guard<std::mutex> lock(mutex);
  KernelRecord& record = kernels[index];
  for (uint32_t next = static_cast<uint32_t>(record.arguments.size()); next < record.argument_count; next++) {
    record.arguments.push_back(read_argument(handle, index, next));
  }
  return record;
}

std::string read_program_text(uint32_t handle, uint32_t what, uint64_t length) {
  std::string text(static_cast<size_t>(length), '\0');
  abi::ProgramRead read = {};
  read.program = handle;
  read.what = what;
  read.address = reinterpret_cast<uintptr_t>(text.data());
  read.length = length;
  if (length && request(abi::kRequestProgramRead, &read) != 0) return {};
  text.resize(static_cast<size_t>(length ? read.length : 0));
  return text;
}

std::shared_ptr<Image> read_image(uint32_t handle, const abi::ProgramStatus& status) {
  auto image = std::make_shared<Image>();
  image->handle = handle;
  image->generation = fork_generation();
  image->binary_type = binary_type_of(status.binary_type);
  image->binary_length = status.binary_length;
  for (uint32_t index = 0; index < status.kernel_count; index++) image->kernels.push_back(read_kernel(handle, index));
  image->formats = parse_printf_table(read_program_text(handle, abi::ProgramText_PRINTF, status.printf_length));
  return image;
}

std::shared_ptr<Image> load_binary(const _cl_device_id& device, const unsigned char* binary, size_t length) {
  abi::ProgramLoad load = {};
  load.binary = reinterpret_cast<uintptr_t>(binary);
  load.length = length;
  load.device = device.info.index;
  check(request(abi::kRequestProgramLoad, &load) == 0, CL_OUT_OF_RESOURCES);
  if (load.status != 0) return nullptr;
  abi::ProgramStatus status = {};
  status.program = load.program;
  check(request(abi::kRequestProgramStatus, &status) == 0, CL_OUT_OF_RESOURCES);
  return read_image(load.program, status);
}

std::vector<Ref<_cl_device_id>> devices_of(_cl_program& program) {
  std::lock_guard<std::mutex> lock(program.mutex);
  std::vector<Ref<_cl_device_id>> devices;
  for (const DeviceProgram& entry : program.devices) devices.push_back(entry.device);
  return devices;
}

std::vector<Ref<_cl_device_id>> select_devices(const std::vector<Ref<_cl_device_id>>& all, cl_uint count,
                                               const cl_device_id* list) {
  check((count == 0) == (list == nullptr), CL_INVALID_VALUE);
  if (!count) return all;
  std::vector<Ref<_cl_device_id>> selected;
  for (cl_uint index = 0; index < count; index++) {
    Ref<_cl_device_id> device = require(list[index]);
    bool known = false;
    for (const Ref<_cl_device_id>& one : all) known |= one.get() == device.get();
    check(known, CL_INVALID_DEVICE);
    selected.push_back(std::move(device));
  }
  return selected;
}

}  // namespace runtime
