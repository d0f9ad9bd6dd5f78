// clGetPlatformInfo.
#include "core/platform.h"
#include "core/query.h"

using namespace runtime;

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name, size_t param_value_size,
                         void* param_value, size_t* param_value_size_ret) {
  return status([&] {
    require_platform(platform);
    Reply reply(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_PLATFORM_PROFILE: return reply.text("FULL_PROFILE");
      case CL_PLATFORM_VERSION: return reply.text(platform_version());
      case CL_PLATFORM_NAME: return reply.text("Atoll OpenCL simulator");
      case CL_PLATFORM_VENDOR: return reply.text("Advanced Micro Devices, Inc.");
      case CL_PLATFORM_EXTENSIONS: return reply.text("cl_khr_icd");
      case CL_PLATFORM_NUMERIC_VERSION: return reply.value<cl_version>(kVersion);
      case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
        return reply.list(std::vector<cl_name_version>{name_version("cl_khr_icd", CL_MAKE_VERSION(1, 0, 0))});
      case CL_PLATFORM_ICD_SUFFIX_KHR: return reply.text("ATOLL");
      default: fail(CL_INVALID_VALUE);
    }
  });
}
