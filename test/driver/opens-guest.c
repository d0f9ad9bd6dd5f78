// Opens a device, makes a request and closes it, repeatedly, in this process or in children. Arguments: atoll
// or kfd, own or children, how many times. Prints how many opens failed, and by how much the simulator has grown behind
// the first ones: gigabytes of address space, mebibytes in memory, mappings, open files.

#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

// Of runtime/generated/abi.h: struct Hello; of Linux' kfd_ioctl.h: ACQUIRE_VM.
struct hello {
  uint32_t version, devices;
  char release[64];
};
struct acquire {
  uint32_t file, gpu;
};

static long lineOf(int pid, const char* name) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%d/status", pid);
  FILE* file = fopen(path, "r");
  long value = -1;
  while (file && fgets(line, sizeof line, file))
    if (strncmp(line, name, strlen(name)) == 0) value = atol(line + strlen(name));
  if (file) fclose(file);
  return value;
}

static long mappingsOf(int pid) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/maps", pid);
  FILE* file = fopen(path, "r");
  long lines = 0;
  for (int c; file && (c = fgetc(file)) != EOF;) lines += c == '\n';
  if (file) fclose(file);
  return lines;
}

static long filesOf(int pid) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/fd", pid);
  DIR* folder = opendir(path);
  long count = 0;
  while (folder && readdir(folder)) count++;
  if (folder) closedir(folder);
  return count;
}

static int gpu;

static int readGpu(void) {
  FILE* file = fopen("/sys/devices/virtual/kfd/kfd/topology/nodes/1/gpu_id", "r");
  if (!file || fscanf(file, "%d", &gpu) != 1) return 0;
  fclose(file);
  return 1;
}

static int useKfd(void) {
  int kfd = open("/dev/kfd", O_RDWR), render = open("/dev/dri/renderD128", O_RDWR);
  struct acquire acquire = {(uint32_t)render, (uint32_t)gpu};
  int failed = kfd < 0 || render < 0 || ioctl(kfd, _IOW('K', 0x15, struct acquire), &acquire) != 0;
  close(kfd);
  close(render);
  return failed;
}

static int useAtoll(uint32_t version) {
  int device = open("/dev/atoll0", O_RDWR);
  struct hello hello = {version};
  int failed = device < 0 || ioctl(device, _IOWR(0xa7, 0, struct hello), &hello) != 0;
  close(device);
  return failed;
}

int main(int argc, char** argv) {
  int isKfd = strcmp(argv[1], "kfd") == 0, hasChildren = strcmp(argv[2], "children") == 0, count = atoi(argv[3]);
  uint32_t version = argc > 4 ? (uint32_t)atoi(argv[4]) : 0;
  int tracer = (int)lineOf(getpid(), "TracerPid:"), failed = 0;
  long size = 0, resident = 0, mappings = 0, files = 0;
  if (isKfd && !readGpu()) return 2;
  for (int n = 0; n < count; n++) {
    if (n == count / 10) {
      size = lineOf(tracer, "VmSize:");
      resident = lineOf(tracer, "VmRSS:");
      mappings = mappingsOf(tracer);
      files = filesOf(tracer);
    }
    int status = 0;
    pid_t child = hasChildren ? fork() : 0;
    if (child == 0) status = isKfd ? useKfd() : useAtoll(version);
    if (child == 0 && hasChildren) _exit(status);
    if (child > 0) waitpid(child, &status, 0);
    failed += status != 0;
  }
  printf("failed %d size %ld resident %ld mappings %ld files %ld\n", failed, (lineOf(tracer, "VmSize:") - size) >> 20,
         (lineOf(tracer, "VmRSS:") - resident) >> 10,
         mappingsOf(tracer) - mappings, filesOf(tracer) - files);
  return 0;
}
