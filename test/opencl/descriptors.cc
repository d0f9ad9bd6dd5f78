// A program's descriptors are its own: standard streams that it has closed stay closed, and after fork its files stay
// open.
#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness.h"

static const char* kSource = "__kernel void k(__global int* p) { p[get_global_id(0)] = 40 + 2 * (int)get_global_id(0); }";

static bool kernel_runs(const Fixture& f) {
  cl_kernel kernel = f.kernel(kSource, "k");
  cl_mem buffer = f.buffer(2 * sizeof(int));
  const size_t items = 2;
  clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
  if (clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr)) return false;
  return f.read<int>(buffer, items) == std::vector<int>{40, 42};
}

/** With descriptors 0 to 2 closed while the implementation opens its files. */
static void without_standard_streams() {
  const int first_kept = 100;
  for (int fd = 0; fd <= STDERR_FILENO; fd++) {
    fcntl(fd, F_DUPFD, first_kept + fd);
    close(fd);
  }
  Fixture f;
  bool before = kernel_runs(f);
  const std::string text(4096, 'x');
  int written = 0;
  for (int fd = 0; fd <= STDERR_FILENO; fd++) {
    if (write(fd, text.data(), text.size()) >= 0 || errno != EBADF) written++;
  }
  bool after = kernel_runs(f);
  for (int fd = 0; fd <= STDERR_FILENO; fd++) dup2(first_kept + fd, fd);
  EXPECT(before);
  EXPECT(written == 0);
  EXPECT(after);
}

/** The program closes descriptors that it has not opened, and opens its own files. */
static void child_keeps_files() {
  const int last = 50;
  for (int fd = STDERR_FILENO + 1; fd <= last; fd++) close(fd);
  int ends[2];
  EXPECT(pipe(ends) == 0);
  for (int fd = ends[1]; fd < last; fd++) EXPECT(dup2(ends[1], fd + 1) == fd + 1);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    int lost = 0;
    for (int fd = ends[1]; fd <= last; fd++) lost += write(fd, "x", 1) != 1;
    _exit(lost);
  }
  int status = -1;
  EXPECT(waitpid(child, &status, 0) == child);
  EXPECT(status == 0);
}

int main() {
  without_standard_streams();
  child_keeps_files();
  return finish();
}
