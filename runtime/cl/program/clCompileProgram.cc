// clCompileProgram.
#include "core/program.h"

using namespace runtime;

cl_int clCompileProgram(cl_program program, cl_uint num_devices, const cl_device_id* device_list, const char* options,
                        cl_uint num_input_headers, const cl_program* input_headers, const char** header_include_names,
                        void(CL_CALLBACK* pfn_notify)(cl_program, void*), void* user_data) {
  return status([&] {
    Ref<_cl_program> object = require(program);
    check(pfn_notify || !user_data, CL_INVALID_VALUE);
    bool has_headers = num_input_headers != 0;
    check(has_headers == (input_headers != nullptr) && has_headers == (header_include_names != nullptr),
          CL_INVALID_VALUE);
    check(object->has_source, CL_INVALID_OPERATION);
    BuildOrder order = {};
    order.kind = abi::BuildKind_COMPILE;
    order.options = options ? options : "";
    order.devices = select_devices(devices_of(*object), num_devices, device_list);
    for (cl_uint index = 0; index < num_input_headers; index++) {
      check(header_include_names[index] != nullptr, CL_INVALID_VALUE);
      Ref<_cl_program> header = require(input_headers[index]);
      check(header->has_source && !header->is_il, CL_INVALID_PROGRAM);
      order.headers.push_back(std::move(header));
      order.header_names.push_back(header_include_names[index]);
    }
    // Without a compiler the device refuses, with the reason in the build log.
    begin_build(*object, order);
    cl_int code = start_build(object, std::move(order), pfn_notify, user_data);
    check(code == CL_SUCCESS, code);
  });
}
