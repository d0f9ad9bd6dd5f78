// Opens render nodes as ROCm 6 and later do, by libdrm: prints the PCI device number of each GPU.
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>

/** struct amdgpu_gpu_info begins with it. */
struct gpu_info {
  uint32_t asic_id;
  uint8_t rest[4096];
};

int main(int argc, char** argv) {
  void* library = dlopen("libdrm_amdgpu.so.1", RTLD_NOW);
  if (!library) return 2;
  int (*initialize)(int, uint32_t*, uint32_t*, void**) = dlsym(library, "amdgpu_device_initialize");
  int (*query)(void*, struct gpu_info*) = dlsym(library, "amdgpu_query_gpu_info");
  for (int i = 1; i < argc; i++) {
    uint32_t major, minor;
    void* device;
    struct gpu_info info;
    int error = initialize(open(argv[i], O_RDWR | O_CLOEXEC), &major, &minor, &device);
    if (!error) error = query(device, &info);
    if (error) printf("%s: error %d\n", argv[i], error);
    else printf("%s: 0x%x\n", argv[i], info.asic_id);
  }
}
