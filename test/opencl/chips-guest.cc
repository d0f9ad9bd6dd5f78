// Prints OpenCL's values of each device, a line each: numbers in the order of the names that stand in the first line.

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <cstdio>
#include <cstring>

#ifndef CL_DEVICE_GFXIP_MAJOR_AMD
#define CL_DEVICE_GFXIP_MAJOR_AMD 0x404A
#define CL_DEVICE_GFXIP_MINOR_AMD 0x404B
#endif
#ifndef CL_DEVICE_PCIE_ID_AMD
#define CL_DEVICE_PCIE_ID_AMD 0x4034
#endif

static const struct { const char* name; cl_device_info info; } numbers[] = {
    {"computeUnits", CL_DEVICE_MAX_COMPUTE_UNITS},
    {"clockMHz", CL_DEVICE_MAX_CLOCK_FREQUENCY},
    {"vendor", CL_DEVICE_VENDOR_ID},
    {"cacheLine", CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE},
    {"cacheBytes", CL_DEVICE_GLOBAL_MEM_CACHE_SIZE},
    {"groupLds", CL_DEVICE_LOCAL_MEM_SIZE},
    {"simds", CL_DEVICE_SIMD_PER_COMPUTE_UNIT_AMD},
    {"lanes", CL_DEVICE_WAVEFRONT_WIDTH_AMD},
    {"channels", CL_DEVICE_GLOBAL_MEM_CHANNELS_AMD},
    {"unitLds", CL_DEVICE_LOCAL_MEM_SIZE_PER_COMPUTE_UNIT_AMD},
    {"major", CL_DEVICE_GFXIP_MAJOR_AMD},
    {"minor", CL_DEVICE_GFXIP_MINOR_AMD},
    {"pciDevice", CL_DEVICE_PCIE_ID_AMD},
};

int main() {
  cl_platform_id platform;
  cl_device_id devices[32];
  cl_uint count = 0;
  clGetPlatformIDs(1, &platform, nullptr);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 32, devices, &count);
  for (const auto& number : numbers) printf("%s ", number.name);
  printf("bus\n");
  for (cl_uint n = 0; n < count; n++) {
    for (const auto& number : numbers) {
      unsigned char bytes[8] = {};
      unsigned long long value = 0;
      if (clGetDeviceInfo(devices[n], number.info, sizeof bytes, bytes, nullptr)) return 1;
      memcpy(&value, bytes, sizeof value);
      printf("%llu ", value);
    }
    cl_device_topology_amd topology{};
    if (clGetDeviceInfo(devices[n], CL_DEVICE_TOPOLOGY_AMD, sizeof topology, &topology, nullptr)) return 1;
    printf("%d\n", topology.pcie.bus);
  }
  return 0;
}
