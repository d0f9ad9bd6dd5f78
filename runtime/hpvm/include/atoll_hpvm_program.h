/* The table of the nodes of a program, which `atoll hpvm cc` writes for the runtime. */
#ifndef ATOLL_HPVM_PROGRAM_H
#define ATOLL_HPVM_PROGRAM_H

#ifdef __cplusplus
extern "C" {
#endif

enum atoll_hpvm_kind { ATOLL_HPVM_INTERNAL, ATOLL_HPVM_LEAF, ATOLL_HPVM_ALLOCATION };

/* Types are letters: b i1, c i8, s i16, i i32, l i64, f float, d double, p pointer. */
struct atoll_hpvm_input {
  char type;
  char reads, writes;
};

/* A number of a node above the leaf that a kernel gets as an argument; level 1 is the parent. */
struct atoll_hpvm_query {
  unsigned char level, dimension, is_count;
};

struct atoll_hpvm_kernel {
  const char *name, *source;
  unsigned query_count;
  const struct atoll_hpvm_query *queries;
  /* For each input: l memory of an allocation node, c constant memory if it fits, g other memory. */
  const char *input_memories;
};

/* Children of an internal node that another node replaces. */
struct atoll_hpvm_fusion {
  unsigned member_count;
  const unsigned *members;
  /* Of all members, one after the other: the input of the fused node, or -1 for a value of another member. */
  const int *inputs;
  /* The first output of each member. */
  const unsigned *outputs;
  const void *function;
};

struct atoll_hpvm_function {
  const void *address;
  const char *name, *place;
  /* Calls the function; each value is at its address. */
  void (*invoke)(void *const *values);
  /* Executes all instances from a number in x on, without their returned values; null if they wait for each other. */
  void (*run)(void *const *values, const long *counts, long first, int is_vector);
  enum atoll_hpvm_kind kind;
  /* The hint: c CPU, v vector code, g GPU. */
  char target;
  char has_barrier;
  unsigned input_count;
  const struct atoll_hpvm_input *inputs;
  unsigned output_count;
  /* Types as __hpvm__return passes them. */
  const char *outputs;
  /* Of leaves: the kernel, or the reason of its absence. */
  const struct atoll_hpvm_kernel *kernel;
  const char *kernel_problem;
  /* Of internal nodes. */
  unsigned fusion_count;
  const struct atoll_hpvm_fusion *fusions;
  /* Pairs of children that could be merged: `a,b;c,d`. */
  const char *mergeable;
};

void atoll_hpvm_register(const struct atoll_hpvm_function *functions, unsigned count);

#ifdef __cplusplus
}
#endif

#endif
