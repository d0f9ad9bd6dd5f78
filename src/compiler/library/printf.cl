// Room for a printf record; LLVM's printf lowering calls it and then writes the record. src/cal/printf.ts has the layout.

// Word offset of the printf buffer's address in the implicit arguments: IMPLICIT_ARGS.printfBuffer of convention.ts.
#define PRINTF_BUFFER 4
#define HEADER_WORDS 2

__attribute__((visibility("hidden"), always_inline)) __global char *__printf_alloc(uint bytes) {
  __constant const uint *implicit = (__constant const uint *)__builtin_amdgcn_implicitarg_ptr();
  ulong address = ((ulong)implicit[PRINTF_BUFFER + 1] << 32) | implicit[PRINTF_BUFFER];
  __global uint *buffer = (__global uint *)address;
  if (buffer == 0) return 0;
  uint capacity = buffer[1];
  uint offset = __atomic_fetch_add(buffer, bytes, __ATOMIC_RELAXED);
  __global char *record = (__global char *)(buffer + HEADER_WORDS) + offset;
  if (offset <= capacity && bytes <= capacity - offset) return record;
  // The first record that does not fit ends the sequence: a format id of 0.
  if (offset < capacity) *(__global uint *)record = 0;
  return 0;
}
