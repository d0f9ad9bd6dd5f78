// clCreateProgramWithBinary.
#include "core/program.h"

using namespace runtime;

cl_program clCreateProgramWithBinary(cl_context context, cl_uint num_devices, const cl_device_id* device_list,
                                     const size_t* lengths, const unsigned char** binaries, cl_int* binary_status,
                                     cl_int* errcode_ret) {
  return create(errcode_ret, [&] {
    Ref<_cl_context> owner = require(context);
    check(num_devices && device_list && lengths && binaries, CL_INVALID_VALUE);
    std::vector<Ref<_cl_device_id>> devices = select_devices(owner->devices, num_devices, device_list);
    // OpenCL does not specify which of two binaries of one device applies.
    for (size_t index = 0; index < devices.size(); index++) {
      for (size_t other = 0; other < index; other++) check(devices[index].get() != devices[other].get(), CL_INVALID_DEVICE);
    }
    cl_int result = CL_SUCCESS;
    for (cl_uint index = 0; index < num_devices; index++) {
      bool is_empty = !lengths[index] || !binaries[index];
      if (binary_status) binary_status[index] = is_empty ? CL_INVALID_VALUE : CL_SUCCESS;
      if (is_empty) result = CL_INVALID_VALUE;
    }
    check(result == CL_SUCCESS, result);
    Ref<_cl_program> program = make<_cl_program>(*owner);
    for (cl_uint index = 0; index < num_devices; index++) {
      std::shared_ptr<Image> image = load_binary(*devices[index], binaries[index], lengths[index]);
      if (!image) {
        result = CL_INVALID_BINARY;
        if (binary_status) binary_status[index] = result;
      }
      program->devices.emplace_back();
      program->devices.back().device = devices[index];
      program->devices.back().image = std::move(image);
    }
    check(result == CL_SUCCESS, result);
    return hand_out(std::move(program));
  });
}
