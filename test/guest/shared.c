/* Device memory is one set of pages for guest and host: no copy is made in either direction. */
#include "guest.h"
#include <sys/mman.h>

/* The physical page behind an address (proc(5), pagemap); 0 without CAP_SYS_ADMIN. */
static uint64_t frame_of(const void *address) {
  uint64_t entry = 0;
  int pagemap = open("/proc/self/pagemap", O_RDONLY);
  if (pread64(pagemap, &entry, 8, (off64_t)((uintptr_t)address / 4096 * 8)) != 8) entry = 0;
  close(pagemap);
  return entry & ((1ull << 55) - 1);
}

int main(void) {
  int fd = open_device();
  unsigned char *memory = mmap(NULL, 1 << 26, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  uint32_t offset = (1 << 26) - 5000;
  memory[offset] = 0x42;
  struct exchange e = {offset, 0, 0};
  check("the host answers", ioctl(fd, REQUEST_SHARED, &e) == 0);
  check("the host sees what the guest wrote", (e.value & 0xff) == 0x42);
  check("the guest sees what the host wrote", memory[offset] == 0x99);
  /* The kernel may move a page at any time: both have to look before it does. */
  for (int i = 0; i < 100 && e.value >> 8 != frame_of(memory + offset); i++) ioctl(fd, REQUEST_SHARED, &e);
  int are_shown = frame_of(&offset) != 0;
  check("both look at the same physical page", e.value >> 8 == frame_of(memory + offset) && (e.value >> 8 != 0) == are_shown);
  return finish();
}
