// clGetProgramInfo.
#include "core/program.h"
#include "core/query.h"

using namespace runtime;

namespace {

/** The images of all devices, in order; nullptr where nothing was built. */
std::vector<std::shared_ptr<Image>> images_of(_cl_program& program) {
  std::lock_guard<std::mutex> lock(program.mutex);
  std::vector<std::shared_ptr<Image>> images;
  for (const DeviceProgram& entry : program.devices) images.push_back(entry.image);
  return images;
}

/** The first image with kernels that can be created. */
std::shared_ptr<Image> executable_of(_cl_program& program) {
  std::unique_lock<std::mutex> lock(program.mutex);
  await_build(program, lock);
  for (const DeviceProgram& entry : program.devices) {
    if (entry.is_executable) return entry.image;
  }
  fail(CL_INVALID_PROGRAM_EXECUTABLE);
}

void reply_binaries(_cl_program& program, Reply& reply) {
  std::vector<std::shared_ptr<Image>> images = images_of(program);
  void* room = reply.room_for(images.size() * sizeof(unsigned char*));
  if (!room) return;
  unsigned char** targets = static_cast<unsigned char**>(room);
  for (size_t index = 0; index < images.size(); index++) {
    if (!targets[index] || !images[index]) continue;
    const Image& image = *images[index];
    std::string binary = read_program_text(image.handle, abi::ProgramText_BINARY, image.binary_length);
    binary.copy(reinterpret_cast<char*>(targets[index]), binary.size());
  }
}

std::string kernel_names(const Image& image) {
  std::string names;
  for (const KernelRecord& kernel : image.kernels) names += (names.empty() ? "" : ";") + kernel.name;
  return names;
}

}  // namespace

cl_int clGetProgramInfo(cl_program program, cl_program_info param_name, size_t param_value_size, void* param_value,
                        size_t* param_value_size_ret) {
  return status([&] {
    Ref<_cl_program> object = require(program);
    Reply reply(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_PROGRAM_REFERENCE_COUNT: return reply.value<cl_uint>(object->api_references);
      case CL_PROGRAM_CONTEXT: return reply.value<cl_context>(object->context.get());
      case CL_PROGRAM_NUM_DEVICES: return reply.value(static_cast<cl_uint>(devices_of(*object).size()));
      case CL_PROGRAM_DEVICES: {
        std::vector<cl_device_id> devices;
        for (const Ref<_cl_device_id>& device : devices_of(*object)) devices.push_back(device.get());
        return reply.list(devices);
      }
      case CL_PROGRAM_SOURCE: return reply.text(object->is_il ? std::string() : object->source);
      case CL_PROGRAM_BINARY_SIZES: {
        std::vector<size_t> sizes;
        for (const auto& image : images_of(*object)) {
          sizes.push_back(image ? static_cast<size_t>(image->binary_length) : 0);
        }
        return reply.list(sizes);
      }
      case CL_PROGRAM_BINARIES: return reply_binaries(*object, reply);
      case CL_PROGRAM_NUM_KERNELS: return reply.value<size_t>(executable_of(*object)->kernels.size());
      case CL_PROGRAM_KERNEL_NAMES: return reply.text(kernel_names(*executable_of(*object)));
      case CL_PROGRAM_IL:
        return object->is_il ? reply.bytes(object->source.data(), object->source.size()) : reply.bytes(nullptr, 0);
      default: fail(CL_INVALID_VALUE);
    }
  });
}
