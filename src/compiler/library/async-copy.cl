// Asynchronous copies and prefetch. The work-items of the group share the copy; it is complete after the barrier of
// wait_group_events (prelude.h).

#define ASYNC __attribute__((overloadable, always_inline))

static inline __attribute__((always_inline)) uint flat_local_id(void) {
  return (local_id(2) * IMPLICIT[LOCAL_SIZE + 1] + local_id(1)) * IMPLICIT[LOCAL_SIZE] + local_id(0);
}

static inline __attribute__((always_inline)) uint flat_local_size(void) {
  return IMPLICIT[LOCAL_SIZE] * IMPLICIT[LOCAL_SIZE + 1] * IMPLICIT[LOCAL_SIZE + 2];
}

#define COPY(TYPE, TO, FROM)                                                                                   \
  event_t ASYNC async_work_group_copy(TO TYPE *target, const FROM TYPE *source, size_t count, event_t event) { \
    uint step = flat_local_size();                                                                             \
    for (size_t i = flat_local_id(); i < count; i += step) target[i] = source[i];                              \
    return event;                                                                                              \
  }

#define GATHER(TYPE)                                                                                            \
  event_t ASYNC async_work_group_strided_copy(__local TYPE *target, const __global TYPE *source, size_t count, \
                                              size_t stride, event_t event) {                                  \
    uint step = flat_local_size();                                                                             \
    for (size_t i = flat_local_id(); i < count; i += step) target[i] = source[i * stride];                     \
    return event;                                                                                              \
  }

#define SCATTER(TYPE)                                                                                           \
  event_t ASYNC async_work_group_strided_copy(__global TYPE *target, const __local TYPE *source, size_t count, \
                                              size_t stride, event_t event) {                                  \
    uint step = flat_local_size();                                                                             \
    for (size_t i = flat_local_id(); i < count; i += step) target[i * stride] = source[i];                     \
    return event;                                                                                              \
  }

#define PREFETCH(TYPE) \
  void ASYNC prefetch(const __global TYPE *source, size_t count) {}

#define COPIES(TYPE)              \
  COPY(TYPE, __local, __global)   \
  COPY(TYPE, __global, __local)   \
  GATHER(TYPE)                    \
  SCATTER(TYPE)                   \
  PREFETCH(TYPE)

#define COPY_WIDTHS(TYPE) COPIES(TYPE) COPIES(TYPE##2) COPIES(TYPE##3) COPIES(TYPE##4) COPIES(TYPE##8) COPIES(TYPE##16)

COPY_WIDTHS(char)
COPY_WIDTHS(uchar)
COPY_WIDTHS(short)
COPY_WIDTHS(ushort)
COPY_WIDTHS(int)
COPY_WIDTHS(uint)
COPY_WIDTHS(long)
COPY_WIDTHS(ulong)
COPY_WIDTHS(float)
COPY_WIDTHS(double)
