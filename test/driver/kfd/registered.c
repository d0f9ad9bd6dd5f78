// Makes its own memory known to the GPU: more than is carried is refused, and returned memory counts no longer.

#include <errno.h>
#include <fcntl.h>
#include <linux/kfd_ioctl.h>
#include <stdio.h>
#include <sys/ioctl.h>

static int kfd;
static struct kfd_ioctl_alloc_memory_of_gpu_args order;

static int allocate(unsigned long long megabytes, unsigned long long at) {
  order = (struct kfd_ioctl_alloc_memory_of_gpu_args){
      .va_addr = 0x1050000000ull + (at << 20),
      .size = megabytes << 20,
      .mmap_offset = 0x7f0000000000ull,
      .gpu_id = 0xa701,
      .flags = KFD_IOC_ALLOC_MEM_FLAGS_USERPTR | KFD_IOC_ALLOC_MEM_FLAGS_WRITABLE};
  return ioctl(kfd, AMDKFD_IOC_ALLOC_MEMORY_OF_GPU, &order) ? errno : 0;
}

int main(void) {
  kfd = open("/dev/kfd", O_RDWR | O_CLOEXEC);
  int render = open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC);
  struct kfd_ioctl_acquire_vm_args vm = {.drm_fd = render, .gpu_id = 0xa701};
  if (kfd < 0 || render < 0 || ioctl(kfd, AMDKFD_IOC_ACQUIRE_VM, &vm)) return 1;
  int small = allocate(600, 0);
  struct kfd_ioctl_free_memory_of_gpu_args freed = {.handle = order.handle};
  int more = allocate(600, 600);
  int back = ioctl(kfd, AMDKFD_IOC_FREE_MEMORY_OF_GPU, &freed);
  printf("%d %d %d %d\n", small, more == ENOMEM, back, allocate(600, 600));
  return 0;
}
