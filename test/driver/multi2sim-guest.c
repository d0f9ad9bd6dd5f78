/* A static i386 program that uses Multi2Sim's driver ABI as its runtime does: finds the device by access(2), loads a
 * binary, launches, reads back. Prints one line for each step. `guest FILE [--shared]`; `guest --bad` makes
 * invalid calls instead and prints their results. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
  Init = 1, MemAlloc, MemRead, MemWrite, MemCopy, MemFree, ProgramCreate, ProgramSetBinary, KernelCreate, KernelSetArgValue,
  KernelSetArgPointer, NDRangeCreate = 14, NDRangeGetNumBufferEntries, NDRangeSendWorkGroups, NDRangeFinish,
  NDRangePassMemObjs, NDRangeSetFused, NDRangeFlush, NDRangeFree, NDRangeStart, NDRangeEnd,
};

#define COUNT 256

static int device;

#define call(number, ...) ioctl(device, number, (unsigned[]){__VA_ARGS__})

static unsigned pointer(const void *p) { return (unsigned)p; }

static void mistakes(void) {
  unsigned word;
  printf("unknown request %d\n", ioctl(device, 25, 0) < 0);
  printf("no kernel %d\n", call(KernelSetArgValue, 7, 0, pointer(&word), 4) < 0 && errno == EINVAL);
  printf("no NDRange %d\n", call(NDRangeFinish, 3) < 0 && errno == EINVAL);
  printf("foreign memory %d\n", call(MemRead, pointer(&word), 0x50000000, 4) < 0 && errno == EINVAL);
  printf("bad pointer %d\n", ioctl(device, MemAlloc, 0x10) < 0 && errno == EFAULT);
  call(ProgramCreate, 0);
  printf("no binary %d\n", call(ProgramSetBinary, 0, pointer("junk"), 4) < 0);
}

/*
 * With `shared`, the kernel gets the address of the program's own array, as the runtime does with
 * M2S_OPENCL_SHARED_MEMORY=1.
 */
static int launch(const char *file, int shared) {
  static char binary[1 << 16];
  static unsigned values[COUNT];
  int fd = open(file, O_RDONLY);
  int size = read(fd, binary, sizeof binary);
  if (size <= 0) return 2;
  for (int i = 0; i < COUNT; i++) values[i] = i * i;
  unsigned addend = 1000, offset = 0, global = COUNT, local = 64, entries = 0;
  unsigned buffer = shared ? pointer(values) : call(MemAlloc, sizeof values);
  if (!shared) call(MemWrite, buffer, pointer(values), sizeof values);
  unsigned program = call(ProgramCreate, 0);
  printf("binary %d\n", call(ProgramSetBinary, program, pointer(binary), size));
  unsigned kernel = call(KernelCreate, program, pointer("twice_plus"));
  call(KernelSetArgPointer, kernel, 0, buffer, sizeof values);
  call(KernelSetArgValue, kernel, 1, pointer(&addend), sizeof addend);
  call(NDRangeSetFused, 0);
  unsigned range = call(NDRangeCreate, kernel, 1, pointer(&offset), pointer(&global), pointer(&local));
  printf("bind %d\n", call(NDRangePassMemObjs, range, kernel, 0, 0));
  call(NDRangeStart, 0);
  call(NDRangeGetNumBufferEntries, pointer(&entries));
  printf("entries %d\n", entries >= COUNT / 64);
  for (int group = 0; group < COUNT / 64; group++) call(NDRangeSendWorkGroups, range, group, 1);
  printf("finish %d\n", call(NDRangeFinish, range));
  call(NDRangeFlush, range);
  call(NDRangeEnd, 0);
  call(NDRangeFree, range);
  if (!shared) {
    memset(values, 0, sizeof values);
    call(MemRead, pointer(values), buffer, sizeof values);
  }
  int wrong = 0;
  for (unsigned i = 0; i < COUNT; i++) wrong += values[i] != 2 * i * i + 1000;
  if (!shared) call(MemFree, buffer);
  printf("wrong %d\n", wrong);
  return wrong != 0;
}

int main(int count, char **arguments) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  printf("present %d\n", access("/dev/multi2sim", F_OK) == 0);
  device = open("/dev/southern-islands", O_RDWR);
  printf("open %d\n", device >= 0);
  if (device < 0 || count < 2) return 2;
  call(Init, 0);
  if (strcmp(arguments[1], "--bad") == 0) return mistakes(), 0;
  return launch(arguments[1], count > 2 && strcmp(arguments[2], "--shared") == 0);
}
