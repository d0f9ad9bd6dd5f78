// Writes printf records; src/compiler/passes/printf.ts makes the calls, src/cal/printf.ts has the layout. Places are
// addresses as numbers; 0 is the place in a record without room, and stays 0.

// Word offset of the printf buffer's address in the implicit arguments: IMPLICIT_ARGS.printfBuffer of convention.ts.
#define PRINTF_BUFFER 4
#define HEADER_WORDS 2

#define RECORD __attribute__((always_inline))

static RECORD __global char *room(uint bytes) {
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

RECORD ulong __atoll_printf_u32(ulong at, uint value) {
  if (at == 0) return 0;
  *(__global uint *)at = value;
  return at + 4;
}

// Records are aligned to 4 bytes.
RECORD ulong __atoll_printf_u64(ulong at, ulong value) {
  return __atoll_printf_u32(__atoll_printf_u32(at, (uint)value), (uint)(value >> 32));
}

RECORD ulong __atoll_printf_begin(uint id, uint bytes) { return __atoll_printf_u32((ulong)room(bytes), id); }

// For strings in each memory. length: the bytes of a string, with its characters and at least one NUL; none for a null
// pointer. string: writes the number of bytes that follow, then the characters, then NULs.
#define STRINGS(memory, number)                                                            \
  RECORD uint __atoll_printf_length_##memory(number address) {                             \
    __##memory const uchar *characters = (__##memory const uchar *)address;                \
    if (characters == 0) return 0;                                                         \
    uint length = 0;                                                                       \
    while (characters[length] != 0) length++;                                              \
    return (length + 4) & ~3u;                                                             \
  }                                                                                        \
  RECORD ulong __atoll_printf_string_##memory(ulong at, number address, uint bytes) {      \
    at = __atoll_printf_u32(at, bytes);                                                    \
    if (at == 0) return 0;                                                                 \
    bool ended = false;                                                                    \
    for (uint i = 0; i < bytes; i++) {                                                     \
      uchar character = ended ? 0 : ((__##memory const uchar *)address)[i];                \
      ended |= character == 0;                                                             \
      ((__global uchar *)at)[i] = character;                                               \
    }                                                                                      \
    return at + bytes;                                                                     \
  }

STRINGS(global, ulong)
STRINGS(local, uint)
STRINGS(private, uint)
