// clLinkProgram. A failed link still gives a program, for its log.
#include "core/program.h"

using namespace runtime;

namespace {

/** Devices for which every input has a compiled object or library; CL_INVALID_OPERATION when only some have. */
std::vector<Ref<_cl_device_id>> linkable_devices(const BuildOrder& order) {
  std::vector<Ref<_cl_device_id>> linkable;
  for (const Ref<_cl_device_id>& device : order.devices) {
    size_t ready = 0;
    for (const Ref<_cl_program>& input : order.inputs) {
      std::lock_guard<std::mutex> lock(input->mutex);
      DeviceProgram* entry = input->find(device.get());
      ready += entry && entry->image && entry->image->binary_type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    }
    if (ready == order.inputs.size()) linkable.push_back(device);
    else check(ready == 0, CL_INVALID_OPERATION);
  }
  check(!linkable.empty(), CL_INVALID_OPERATION);
  return linkable;
}

}  // namespace

cl_program clLinkProgram(cl_context context, cl_uint num_devices, const cl_device_id* device_list,
                         const char* options, cl_uint num_input_programs, const cl_program* input_programs,
                         void(CL_CALLBACK* pfn_notify)(cl_program, void*), void* user_data, cl_int* errcode_ret) {
  cl_int link_error = CL_SUCCESS;
  cl_program linked = create(errcode_ret, [&] {
    Ref<_cl_context> owner = require(context);
    check(pfn_notify || !user_data, CL_INVALID_VALUE);
    check(num_input_programs && input_programs, CL_INVALID_VALUE);
    BuildOrder order = {};
    order.kind = abi::BuildKind_LINK;
    order.options = options ? options : "";
    order.devices = select_devices(owner->devices, num_devices, device_list);
    for (cl_uint index = 0; index < num_input_programs; index++) {
      Ref<_cl_program> input = require(input_programs[index]);
      check(input->context.get() == owner.get(), CL_INVALID_CONTEXT);
      order.inputs.push_back(std::move(input));
    }
    order.devices = linkable_devices(order);
    for (const Ref<_cl_device_id>& device : order.devices) {
      check(device->has(abi::DeviceFlag_COMPILER), CL_LINKER_NOT_AVAILABLE);
    }
    Ref<_cl_program> program = make<_cl_program>(*owner);
    for (const Ref<_cl_device_id>& device : order.devices) {
      program->devices.emplace_back();
      program->devices.back().device = device;
    }
    begin_build(*program, order);
    // The callback gets the handle: the program has to have it before.
    Ref<_cl_program> given = program;
    cl_program handle = hand_out(std::move(given));
    link_error = start_build(program, std::move(order), pfn_notify, user_data);
    return handle;
  });
  if (link_error == CL_SUCCESS) return linked;
  if (errcode_ret) *errcode_ret = link_error;
  note_failure("clLinkProgram", link_error);
  if (link_error == CL_LINK_PROGRAM_FAILURE) return linked;
  clReleaseProgram(linked);
  return nullptr;
}
