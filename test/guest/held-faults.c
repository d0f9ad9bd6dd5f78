/* Pages whose faults are served by a thread of the program, early, late, or for the kernel's own access alone. */
#include "guest.h"
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum { PROMPT, ARGUMENT, PATH, PAGES };

static char *pages;
static long page;
static int faults;
static int releaseArgument[2];
static int seen[PAGES];

static void serve(int index) {
  char contents[4096] = {0};
  if (index == PATH) strcpy(contents, "/dev/null");
  else *(struct exchange *)contents = (struct exchange){7, 0, 41};
  struct uffdio_copy copy = {(uintptr_t)(pages + index * page), (uintptr_t)contents, (uint64_t)page, 0, 0};
  ioctl(faults, UFFDIO_COPY, &copy);
}

/* The page of the argument is served on request, that of the path when it is touched a second time: by the kernel,
 * which executes the call then. */
static void *handler(void *unused) {
  for (;;) {
    struct pollfd sources[2] = {{faults, POLLIN, 0}, {releaseArgument[0], POLLIN, 0}};
    poll(sources, 2, -1);
    if (sources[1].revents) {
      char byte;
      if (read(releaseArgument[0], &byte, 1) == 1) serve(ARGUMENT);
    }
    struct uffd_msg message;
    if (!(sources[0].revents & POLLIN) || read(faults, &message, sizeof message) != sizeof message) continue;
    int index = (int)((message.arg.pagefault.address - (uintptr_t)pages) / (unsigned long)page);
    int times = ++seen[index];
    if (index == PROMPT || (index == PATH && times > 1)) serve(index);
  }
  return unused;
}

static void watch_pages(void) {
  page = sysconf(_SC_PAGESIZE);
  pages = mmap(NULL, PAGES * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  struct uffdio_api api = {UFFD_API, 0, 0};
  ioctl(faults, UFFDIO_API, &api);
  struct uffdio_register range = {{(uintptr_t)pages, (uint64_t)(PAGES * page)}, UFFDIO_REGISTER_MODE_MISSING, 0};
  check("the pages are registered", ioctl(faults, UFFDIO_REGISTER, &range) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, handler, NULL);
}

int main(void) {
  int fd = open_device();
  faults = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK);
  /* Ordinary users get those that do not serve the kernel's faults, nor Atoll's. */
  int limited = faults < 0 && errno == EPERM;
  if (limited) faults = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | 1 /* UFFD_USER_MODE_ONLY */);
  if (faults < 0) {
    printf("ok no userfaultfd here: %s\n", strerror(errno));
    return finish();
  }
  if (pipe(releaseArgument)) return 2;
  watch_pages();
  struct exchange *prompt = (struct exchange *)(pages + PROMPT * page);
  struct exchange *argument = (struct exchange *)(pages + ARGUMENT * page);
  if (!limited) check("a fault that is served", ioctl(fd, REQUEST_INCREMENT, prompt) == 7 && prompt->value == 42);
  check("a fault that is not served while the call waits", ioctl(fd, REQUEST_INCREMENT, argument) < 0 && errno == EFAULT);
  if (!limited) check("a path in such a page", open(pages + PATH * page, O_RDWR) >= 0);
  check("releasing the page", write(releaseArgument[1], "", 1) == 1);
  check("its contents", argument->value == 41);
  check("the call again", ioctl(fd, REQUEST_INCREMENT, argument) == 7 && argument->value == 42);
  return finish();
}
