// Read before every OpenCL C source: macros that AMD's compiler defines, and cures for gaps of some clang versions.
#define __IMAGE_SUPPORT__ 1
#define __GPU__ 1
#ifndef __OPENCL_VERSION__
#define __OPENCL_VERSION__ 120
#endif
#define cl_amd_fp64 1
#define cl_khr_3d_image_writes 1

// clang 14 to 19 declare it with a pointer type that libclc does not define; every copy is complete when it returns,
// so that waiting is a barrier.
#define wait_group_events(count, events) barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)

// floor of double is ours (floor.cl). A declaration hides clang's own, so that those of float are repeated;
// the parentheses keep away a program's macro of that name.
#define ATOLL_FLOOR(TYPE) TYPE __attribute__((overloadable, const)) (floor)(TYPE)
ATOLL_FLOOR(float);
ATOLL_FLOOR(float2);
ATOLL_FLOOR(float3);
ATOLL_FLOOR(float4);
ATOLL_FLOOR(float8);
ATOLL_FLOOR(float16);
ATOLL_FLOOR(double) __asm__("_Z13__atoll_floord");
ATOLL_FLOOR(double2) __asm__("_Z13__atoll_floorDv2_d");
ATOLL_FLOOR(double3) __asm__("_Z13__atoll_floorDv3_d");
ATOLL_FLOOR(double4) __asm__("_Z13__atoll_floorDv4_d");
ATOLL_FLOOR(double8) __asm__("_Z13__atoll_floorDv8_d");
ATOLL_FLOOR(double16) __asm__("_Z13__atoll_floorDv16_d");
#undef ATOLL_FLOOR
