// shuffle and shuffle2 through a table in private memory: libclc selects element by element with branches, up to 19 KB
// of code for one call. Constant masks need no table. Specification: OpenCL C 1.2, section 6.12.12; only the low bits
// of a mask's elements count.

#define GATHER(E, U)                                                                                             \
  PART E##2 gather(const E *t, U##2 m, U last) { return (E##2)(t[m.x & last], t[m.y & last]); }                  \
  PART E##4 gather(const E *t, U##4 m, U last) { return (E##4)(gather(t, m.lo, last), gather(t, m.hi, last)); }  \
  PART E##8 gather(const E *t, U##8 m, U last) { return (E##8)(gather(t, m.lo, last), gather(t, m.hi, last)); }  \
  PART E##16 gather(const E *t, U##16 m, U last) { return (E##16)(gather(t, m.lo, last), gather(t, m.hi, last)); }

#define PART static inline __attribute__((always_inline, overloadable))

// From vectors of N elements of type E, with masks of M.
#define SHUFFLE(E, U, N, M)                                                               \
  E##M __attribute__((overloadable, const)) own_shuffle(E##N x, U##M mask) {              \
    union { E##N v; E table[N]; } u;                                                      \
    u.v = x;                                                                              \
    return gather(u.table, mask, (U)(N - 1));                                             \
  }                                                                                       \
  SHUFFLE2(E, U, N, M)
#define SHUFFLE2(E, U, N, M)                                                              \
  E##M __attribute__((overloadable, const)) own_shuffle2(E##N x, E##N y, U##M mask) {     \
    union { E##N v[2]; E table[2 * N]; } u;                                               \
    u.v[0] = x;                                                                           \
    u.v[1] = y;                                                                           \
    return gather(u.table, mask, (U)(2 * N - 1));                                         \
  }

// A choice between two elements needs no table.
#define SHUFFLES_TO(E, U, M) SHUFFLE2(E, U, 2, M) SHUFFLE(E, U, 4, M) SHUFFLE(E, U, 8, M) SHUFFLE(E, U, 16, M)
#define SHUFFLES(E, U) \
  GATHER(E, U) SHUFFLES_TO(E, U, 2) SHUFFLES_TO(E, U, 4) SHUFFLES_TO(E, U, 8) SHUFFLES_TO(E, U, 16)

SHUFFLES(char, uchar)
SHUFFLES(uchar, uchar)
SHUFFLES(short, ushort)
SHUFFLES(ushort, ushort)
SHUFFLES(int, uint)
SHUFFLES(uint, uint)
SHUFFLES(long, ulong)
SHUFFLES(ulong, ulong)
SHUFFLES(float, uint)
SHUFFLES(double, ulong)

#undef PART
