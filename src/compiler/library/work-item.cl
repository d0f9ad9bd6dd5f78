// Work-item functions for LLVM's raw amdgcn convention; src/cal/convention.ts has the layout that they read.
// Global ids and sizes fit 32 bits (the driver refuses larger NDRanges), so the arithmetic is done in 32 bits.

#define WORK_ITEM __attribute__((overloadable, always_inline, const))

// Offsets in 32-bit words: IMPLICIT_ARGS of convention.ts. The segment's header is not read: its address is not passed
// to functions that are not inlined.
#define WORK_DIM 0
#define GLOBAL_OFFSET 1
#define NUM_GROUPS 6
#define GLOBAL_SIZE 9
#define LOCAL_SIZE 12

#define IMPLICIT ((__constant const uint *)__builtin_amdgcn_implicitarg_ptr())

static inline __attribute__((always_inline)) uint group_id(uint d) {
  return d == 0   ? __builtin_amdgcn_workgroup_id_x()
         : d == 1 ? __builtin_amdgcn_workgroup_id_y()
         : d == 2 ? __builtin_amdgcn_workgroup_id_z()
                  : 0;
}

static inline __attribute__((always_inline)) uint local_id(uint d) {
  return d == 0   ? __builtin_amdgcn_workitem_id_x()
         : d == 1 ? __builtin_amdgcn_workitem_id_y()
         : d == 2 ? __builtin_amdgcn_workitem_id_z()
                  : 0;
}

uint WORK_ITEM get_work_dim(void) { return IMPLICIT[WORK_DIM]; }
size_t WORK_ITEM get_num_groups(uint d) { return d < 3 ? IMPLICIT[NUM_GROUPS + d] : 1; }
size_t WORK_ITEM get_global_size(uint d) { return d < 3 ? IMPLICIT[GLOBAL_SIZE + d] : 1; }
size_t WORK_ITEM get_local_size(uint d) { return d < 3 ? IMPLICIT[LOCAL_SIZE + d] : 1; }
size_t WORK_ITEM get_global_offset(uint d) { return d < 3 ? IMPLICIT[GLOBAL_OFFSET + d] : 0; }
size_t WORK_ITEM get_group_id(uint d) { return group_id(d); }
size_t WORK_ITEM get_local_id(uint d) { return local_id(d); }

size_t WORK_ITEM get_global_id(uint d) {
  return d < 3 ? group_id(d) * IMPLICIT[LOCAL_SIZE + d] + local_id(d) + IMPLICIT[GLOBAL_OFFSET + d] : 0;
}
