// Included before every OpenCL C source: macros of AMD's compiler, and workarounds for some clang versions.
#define __IMAGE_SUPPORT__ 1
#define __GPU__ 1
#ifndef __OPENCL_VERSION__
#define __OPENCL_VERSION__ 120
#endif
#define cl_amd_fp64 1
#define cl_khr_3d_image_writes 1

// C++ for OpenCL: pointers to classes other than plain structures, as instances of templates, may be arguments of
// kernels. Their layout is equal on host and device.
#ifdef __OPENCL_CPP_VERSION__
#pragma OPENCL EXTENSION __cl_clang_non_portable_kernel_param_types : enable
#endif

// clang 14 to 19 declare it with a pointer type that libclc does not define; every copy is complete when it returns,
// so that waiting is a barrier.
#ifndef __ATOLL_CHECK__
#define wait_group_events(count, events) barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#else
// `atoll check` distinguishes the accesses of asynchronous copies by instructions without effect
// (src/check/copy-marks.ts).
#define __atoll_mark(number) __asm__ volatile("s_nop " #number ::: "memory")
#define wait_group_events(count, events) \
  ({ __atoll_mark(0xa703); barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); })
#define __atoll_copy(copy) ({ __atoll_mark(0xa701); event_t __atoll_event = copy; __atoll_mark(0xa702); __atoll_event; })
#define async_work_group_copy(...) __atoll_copy(async_work_group_copy(__VA_ARGS__))
#define async_work_group_strided_copy(...) __atoll_copy(async_work_group_strided_copy(__VA_ARGS__))
#endif

// The aligned forms of one half are the others by another name; clang does not declare them.
#define vloada_half vload_half
#define vstorea_half vstore_half
#define vstorea_half_rte vstore_half_rte
#define vstorea_half_rtz vstore_half_rtz
#define vstorea_half_rtp vstore_half_rtp
#define vstorea_half_rtn vstore_half_rtn

// AMD's media operations are defined by Atoll's library alone: clang hides the extensions (clang-args.ts).
#define cl_amd_media_ops 1
#define cl_amd_media_ops2 1
#include "media.h"
