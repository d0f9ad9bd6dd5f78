// Queries Linux' compute driver with each kind of pointer in its structures, and prints the results.

#include <fcntl.h>
#include <linux/kfd_ioctl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct version {
  int major, minor, patch;
  size_t lengths_and_texts[6];
};

static void sum(const char* what, const void* bytes, size_t count) {
  uint32_t all = 0;
  for (size_t i = 0; i < count; i++) all = all * 31 + ((const unsigned char*)bytes)[i];
  printf("%s %08x\n", what, all);
}

int main(void) {
  int kfd = open("/dev/kfd", O_RDWR), render = open("/dev/dri/renderD128", O_RDWR);
  struct kfd_ioctl_get_version_args version = {0};
  int told = ioctl(kfd, AMDKFD_IOC_GET_VERSION, &version);
  printf("version %d %u.%u\n", told, version.major_version, version.minor_version);

  struct kfd_process_device_apertures apertures[4] = {0};
  struct kfd_ioctl_get_process_apertures_new_args wanted = {(uint64_t)(uintptr_t)apertures, 4, 0};
  ioctl(kfd, AMDKFD_IOC_GET_PROCESS_APERTURES_NEW, &wanted);
  uint32_t gpu = apertures[0].gpu_id;
  printf("%u nodes, gpu %x, scratch %llx\n", wanted.num_of_nodes, gpu, (unsigned long long)apertures[0].scratch_base);

  uint32_t tiles[32] = {0}, macros[16] = {0};
  struct kfd_ioctl_get_tile_config_args tile = {
      .tile_config_ptr = (uint64_t)(uintptr_t)tiles, .macro_tile_config_ptr = (uint64_t)(uintptr_t)macros,
      .num_tile_configs = 32, .num_macro_tile_configs = 16, .gpu_id = gpu};
  ioctl(kfd, AMDKFD_IOC_GET_TILE_CONFIG, &tile);
  sum("tiles", tiles, sizeof tiles);
  sum("macro tiles", macros, sizeof macros);

  char name[16] = {0}, date[16] = {0}, text[16] = {0};
  struct version driver = {.lengths_and_texts = {15, (size_t)name, 15, (size_t)date, 15, (size_t)text}};
  ioctl(render, _IOWR('d', 0, struct version), &driver);
  printf("driver %d.%d %s %s %s\n", driver.major, driver.minor, name, date, text);
  unsigned char info[256] = {0};
  struct { uint64_t pointer; uint32_t size, query, rest[4]; } question = {(uint64_t)(uintptr_t)info, sizeof info, 0x16, {0}};
  ioctl(render, _IOW('d', 0x45, question), &question);
  sum("board", info, sizeof info);

  struct kfd_ioctl_acquire_vm_args vm = {(uint32_t)render, gpu};
  printf("acquired %d\n", ioctl(kfd, AMDKFD_IOC_ACQUIRE_VM, &vm));
  /* Another place in almost every run. */
  uint64_t room = 0x1050000000ull + ((((uintptr_t)&vm >> 12) & 0xff) << 20);
  struct kfd_ioctl_alloc_memory_of_gpu_args order = {.va_addr = room, .size = 1 << 20, .gpu_id = gpu,
                                                     .flags = KFD_IOC_ALLOC_MEM_FLAGS_GTT | KFD_IOC_ALLOC_MEM_FLAGS_WRITABLE};
  int allocated = ioctl(kfd, AMDKFD_IOC_ALLOC_MEMORY_OF_GPU, &order);
  printf("allocated %d, the address is mine: %d\n", allocated, order.va_addr == room);
  uint32_t gpus[1] = {gpu};
  struct kfd_ioctl_map_memory_to_gpu_args map = {order.handle, (uint64_t)(uintptr_t)gpus, 1, 0};
  int mapped = ioctl(kfd, AMDKFD_IOC_MAP_MEMORY_TO_GPU, &map);
  printf("mapped %d %u\n", mapped, map.n_success);

  struct kfd_ioctl_create_event_args event = {.event_type = KFD_IOC_EVENT_SIGNAL};
  ioctl(kfd, AMDKFD_IOC_CREATE_EVENT, &event);
  struct kfd_ioctl_set_event_args set = {event.event_id, 0};
  ioctl(kfd, AMDKFD_IOC_SET_EVENT, &set);
  struct kfd_event_data data = {.event_id = event.event_id};
  struct kfd_ioctl_wait_events_args wait = {(uint64_t)(uintptr_t)&data, 1, 1, 1000, 9};
  int waited = ioctl(kfd, AMDKFD_IOC_WAIT_EVENTS, &wait);
  printf("waited %d %u\n", waited, wait.wait_result);
  return 0;
}
