/*
 * Mistakes of HPVM-C programs. `error: TEXT` and `warning: TEXT` in a comment are what is expected of the line; after
 * `also`, a second one.
 */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

#define PARAMETERS float *in, size_t in_bytes, float *out, size_t out_bytes, long n
#define ACCESSES __hpvm__attributes(1, in, 1, out)
#define INTERNAL __hpvm__hint(CPU_TARGET), ACCESSES

static void bind_all(void *node) {
  for (unsigned input = 0; input < 5; input++)
    __hpvm__bindIn(node, input, input, 0);
}

void good_leaf(PARAMETERS) {
  __hpvm__hint(GPU_TARGET);
  ACCESSES;
  long x = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
  out[x] = in[x];
}

/* Graph code. */

void computed_function(PARAMETERS) {
  INTERNAL;
  void *functions[2] = {(void *)good_leaf, (void *)computed_function};
  bind_all(__hpvm__createNodeND(1, functions[n & 1], n)); /* error: graph code reads memory at an address in */
}
void dimension_count(PARAMETERS) {
  INTERNAL;
  bind_all(__hpvm__createNodeND(2, good_leaf, n)); /* error: __hpvm__createNodeND(2, good_leaf) with 1 extents */
}
void run_time_condition(PARAMETERS) {
  INTERNAL;
  void *node = __hpvm__createNodeND(1, good_leaf, n);
  if (n > 5) /* error: graph code depends on a value at run time: n sgt 5 */
    bind_all(node);
}
void run_time_loop(PARAMETERS) {
  INTERNAL;
  for (long i = 0; i < n; i++) /* error: graph code depends on a value at run time */
    bind_all(__hpvm__createNodeND(1, good_leaf, n));
}
void no_hint(PARAMETERS) { /* error: no_hint: no __hpvm__hint gives its target */
  ACCESSES;
  bind_all(__hpvm__createNodeND(1, good_leaf, n));
}
void two_hints(PARAMETERS) {
  INTERNAL;
  __hpvm__hint(GPU_TARGET); /* error: two_hints: a second __hpvm__hint */
  bind_all(__hpvm__createNodeND(1, good_leaf, n));
}
void calls_others(PARAMETERS) {
  INTERNAL;
  puts("a graph"); /* error: graph code calls puts, which is no function of HPVM */
  bind_all(__hpvm__createNodeND(1, good_leaf, n));
}
void reads_memory(PARAMETERS) {
  INTERNAL;
  bind_all(__hpvm__createNodeND(1, good_leaf, (size_t)in[0])); /* error: graph code reads memory at in */
}
void itself(PARAMETERS) {
  INTERNAL;
  bind_all(__hpvm__createNodeND(1, itself, n)); /* error: itself contains itself */
}
void outside(PARAMETERS);
void of_another_file(PARAMETERS) {
  INTERNAL;
  bind_all(__hpvm__createNodeND(1, outside, n)); /* error: outside, the function of a node, is not defined */
}

/* Values and edges. */

void unbound(PARAMETERS) {
  INTERNAL;
  void *node = __hpvm__createNodeND(1, good_leaf, n); /* error: input 4 (n) of good_leaf has no value */
  for (unsigned input = 0; input < 4; input++)
    __hpvm__bindIn(node, input, input, 0);
}
void bound_twice(PARAMETERS) {
  INTERNAL;
  void *node = __hpvm__createNodeND(1, good_leaf, n); /* error: input 4 (n) of good_leaf has 2 values */
  bind_all(node);
  __hpvm__bindIn(node, 3, 4, 0);
}
void other_type(PARAMETERS) {
  INTERNAL;
  void *node = __hpvm__createNodeND(1, good_leaf, n);
  for (unsigned input = 0; input < 4; input++)
    __hpvm__bindIn(node, input, input, 0);
  __hpvm__bindIn(node, 0, 4, 0); /* error: bindIn of ptr input 0 (in) of other_type to i64 input 4 (n) of good_leaf */
}
void absent_ports(PARAMETERS) {
  INTERNAL;
  void *node = __hpvm__createNodeND(1, good_leaf, n);
  bind_all(node);
  __hpvm__bindIn(node, 5, 9, 0); /* error: but absent_ports has 5 inputs; also error: bindIn to input 9 of good_leaf */
  __hpvm__bindOut(node, 0, 0, 0); /* error: bindOut of output 0 of good_leaf, which has 0 outputs */
}
void adder(long a) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(0, 0);
  __hpvm__return(1, a + 1);
}
void edges(PARAMETERS) { /* error: the edges make a cycle: adder -> adder -> adder */
  INTERNAL;
  void *one = __hpvm__createNodeND(1, adder, 4), *other = __hpvm__createNodeND(1, adder, 8);
  __hpvm__edge(one, other, 0, 0, 0, 0); /* error: a one-to-one edge needs the same extents: adder [4] and adder [8] */
  __hpvm__edge(other, one, 1, 0, 0, 0);
}
void edge_to_itself(PARAMETERS) {
  INTERNAL;
  void *one = __hpvm__createNodeND(0, adder);
  __hpvm__edge(one, one, 1, 0, 0, 0); /* error: edge from adder to itself */
}
void takes_float(float a) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(0, 0);
  __hpvm__return(1, a);
}
void takes_double(double a) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(0, 0);
}
void edge_types(PARAMETERS) {
  INTERNAL;
  void *one = __hpvm__createNodeND(0, adder), *other = __hpvm__createNodeND(0, takes_float);
  __hpvm__bindIn(one, 4, 0, 0);
  __hpvm__edge(one, other, 1, 0, 0, 0); /* error: edge from i64 output 0 of adder to float input 0 (a) of takes_float */
  void *fits = __hpvm__createNodeND(0, takes_float); /* a float becomes a double on its way */
  __hpvm__edge(other, fits, 1, 0, 0, 0);
}
void foreign_node(void *node, size_t node_bytes, long n) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__bindIn(__hpvm__createNodeND(0, adder), 2, 0, 0);
  __hpvm__edge(node, node, 1, 0, 0, 0); /* error: node is no node that foreign_node has created */
}
void gap_in_outputs(long n) { /* error: output 0 of gap_in_outputs is not bound, but output 1 is */
  __hpvm__hint(CPU_TARGET);
  void *node = __hpvm__createNodeND(0, adder);
  __hpvm__bindIn(node, 0, 0, 0);
  __hpvm__bindOut(node, 0, 1, 0);
}

/* Extents. */

void no_instances(PARAMETERS) {
  INTERNAL;
  bind_all(__hpvm__createNodeND(2, good_leaf, n, 0)); /* error: good_leaf has 0 instances in dimension 1 */
}
void many_dimensions(PARAMETERS) {
  INTERNAL;
  bind_all(__hpvm__createNodeND(4, good_leaf, n, n, n, n)); /* error: good_leaf has 4 dimensions, at most 3 */
}
void large_groups_inner(PARAMETERS) {
  INTERNAL;
  bind_all(__hpvm__createNodeND(2, good_leaf, 32, 32)); /* error: good_leaf has work-groups of 1024 work-items */
}
void large_groups(PARAMETERS) {
  INTERNAL;
  bind_all(__hpvm__createNodeND(2, large_groups_inner, n, n));
}
void large_allocation(void) {
  __hpvm__hint(GPU_TARGET);
  __hpvm__return(2, __hpvm__malloc(40000), 40000L); /* error: the LDS of GPUs has 32768 */
}
void allocates(long n) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__createNodeND(0, large_allocation);
}

/* Attributes. */

void stores_without_out(PARAMETERS) {
  __hpvm__hint(GPU_TARGET);
  __hpvm__attributes(2, in, out, 0);
  out[n] = in[n]; /* error: stores through parameter 2 (out), which has no "out" */
}
void loads_without_in(PARAMETERS) {
  __hpvm__hint(GPU_TARGET);
  __hpvm__attributes(0, 1, out);
  out[n] = in[n]; /* error: loads through parameter 0 (in), which has no "in" */
}
void nothing_stored(PARAMETERS) { /* warning: "out" of parameter 2 (out): nothing is stored there */
  __hpvm__hint(GPU_TARGET);
  __hpvm__attributes(1, in, 1, out);
}
void attribute_counts(PARAMETERS) {
  __hpvm__hint(GPU_TARGET);
  __hpvm__attributes(2, in, 1, out); /* error: the counts do not fit the number of pointers */
}
float global_data[4];
void no_parameter(PARAMETERS) {
  __hpvm__hint(GPU_TARGET);
  __hpvm__attributes(1, global_data, 0); /* error: __hpvm__attributes: an input is no parameter */
}
void no_pointer(PARAMETERS) {
  __hpvm__hint(GPU_TARGET);
  __hpvm__attributes(1, n, 0); /* error: __hpvm__attributes: parameter 4 (n) is no pointer */
}
struct by_value { long values[8]; };
void structure(struct by_value all) { /* error: is a structure by value; also warning: no size of type size_t */
  __hpvm__hint(CPU_TARGET);
}
void takes_structure(struct by_value all) { /* error: a structure by value; also warning: no size of type size_t */
  __hpvm__hint(CPU_TARGET);
  __hpvm__bindIn(__hpvm__createNodeND(0, structure), 0, 0, 0);
}

/* Code that GPUs cannot execute, and queries. */

void prints(PARAMETERS) {
  __hpvm__hint(GPU_TARGET);
  printf("%ld\n", n); /* error: its target is a GPU: a call of printf, which is outside of this program */
}
void allocates_memory(PARAMETERS) {
  __hpvm__hint(GPU_TARGET);
  free((void *)n); /* error: a call of free, which is outside of this program */
}
void by_address(void (*function)(void), size_t bytes) {
  __hpvm__hint(GPU_TARGET);
  function(); /* error: a call by an address of a function */
}
__attribute__((noinline)) long recursive(long n) {
  return n < 2 ? 1 : recursive(n - 1) * recursive(n - 2); /* error: recursive is recursive */
}
void calls_recursive(PARAMETERS) {
  __hpvm__hint(GPU_TARGET);
  __hpvm__return(1, recursive(n));
}
void wide_float(PARAMETERS) {
  __hpvm__hint(GPU_TARGET);
  ACCESSES;
  out[0] = (float)((long double)in[0] * in[1] + 1); /* error: values of type x86_fp80 do not exist on GPUs */
}
void wide_integer(PARAMETERS) {
  __hpvm__hint(GPU_TARGET);
  __hpvm__return(1, (long)(((__int128)n * n) >> 64)); /* error: values of type i128 do not exist on GPUs */
}
void assembly(PARAMETERS) {
  __hpvm__hint(GPU_TARGET);
  __asm__ volatile("nop"); /* error: inline assembly */
}
void pointer_in_memory(float **in, size_t in_bytes, float *out, size_t out_bytes) {
  __hpvm__hint(GPU_TARGET);
  ACCESSES;
  out[0] = *in[0]; /* error: a pointer is loaded from memory */
}
void above_launch(PARAMETERS) {
  __hpvm__hint(GPU_TARGET);
  ACCESSES;
  void *parent = __hpvm__getParentNode(__hpvm__getNode());
  void *above = __hpvm__getParentNode(parent); /* error: __hpvm__getParentNode above the root of the launch */
  out[__hpvm__getNodeInstanceID_x(above)] = in[0]; /* error: __hpvm__getNodeInstanceID_x above the root of the launch */
}
void third_dimension(PARAMETERS) {
  __hpvm__hint(GPU_TARGET);
  ACCESSES;
  out[__hpvm__getNodeInstanceID_z(__hpvm__getNode())] = in[0]; /* error: of third_dimension, which has 1 dimensions */
}
void returns_differ(PARAMETERS) {
  __hpvm__hint(GPU_TARGET);
  ACCESSES;
  if (in[0] > 1) {
    out[0] = 1;
    __hpvm__return(1, n);
  } else
    __hpvm__return(2, n, n); /* error: __hpvm__return of (i64, i64), and of (i64) before */
}
void return_count(PARAMETERS) {
  __hpvm__hint(GPU_TARGET);
  __hpvm__return(2, n); /* error: __hpvm__return(2, ...) with 1 values */
}

#define LEAVES(each)                                                                                                   \
  each(stores_without_out) each(loads_without_in) each(nothing_stored) each(attribute_counts) each(no_parameter)       \
      each(no_pointer) each(prints) each(allocates_memory) each(calls_recursive) each(wide_float) each(wide_integer)   \
          each(assembly) each(above_launch) each(third_dimension) each(returns_differ) each(return_count)
#define IN_ROOT(leaf)                                                                                                  \
  void leaf##_root(PARAMETERS) {                                                                                       \
    __hpvm__hint(CPU_TARGET);                                                                                          \
    bind_all(__hpvm__createNodeND(1, leaf, n));                                                                        \
  }
LEAVES(IN_ROOT)
void by_address_root(void *in, size_t in_bytes) {
  __hpvm__hint(CPU_TARGET);
  void *node = __hpvm__createNodeND(0, by_address);
  for (unsigned input = 0; input < 2; input++)
    __hpvm__bindIn(node, input, input, 0);
}
void pointer_root(void *in, size_t in_bytes, void *out, size_t out_bytes) {
  __hpvm__hint(CPU_TARGET);
  void *node = __hpvm__createNodeND(0, pointer_in_memory);
  for (unsigned input = 0; input < 4; input++)
    __hpvm__bindIn(node, input, input, 0);
}

/* Launches. */

struct loose_arguments { int count; double value; };
void takes_loose(int count, double value) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__bindIn(__hpvm__createNodeND(0, takes_double), 1, 0, 0);
}
void ordinary(void) { puts("no node"); }
void leaf_as_root(PARAMETERS) {
  __hpvm__hint(CPU_TARGET);
}

#define LAUNCH_LEAF(leaf) __hpvm__launch(0, leaf##_root, arguments);
void launch_all(void *arguments, void (*root)(void)) {
  void *roots[] = {
      __hpvm__launch(0, computed_function, arguments), __hpvm__launch(0, dimension_count, arguments),
      __hpvm__launch(0, run_time_condition, arguments), __hpvm__launch(0, run_time_loop, arguments),
      __hpvm__launch(0, no_hint, arguments), __hpvm__launch(0, two_hints, arguments),
      __hpvm__launch(0, calls_others, arguments), __hpvm__launch(0, reads_memory, arguments),
      __hpvm__launch(0, itself, arguments), __hpvm__launch(0, of_another_file, arguments),
      __hpvm__launch(0, unbound, arguments), __hpvm__launch(0, bound_twice, arguments),
      __hpvm__launch(0, other_type, arguments), __hpvm__launch(0, absent_ports, arguments),
      __hpvm__launch(0, edges, arguments), __hpvm__launch(0, edge_to_itself, arguments),
      __hpvm__launch(0, edge_types, arguments), __hpvm__launch(0, foreign_node, arguments),
      __hpvm__launch(0, gap_in_outputs, arguments), __hpvm__launch(0, no_instances, arguments),
      __hpvm__launch(0, many_dimensions, arguments), __hpvm__launch(0, large_groups, arguments),
      __hpvm__launch(0, allocates, arguments), __hpvm__launch(0, takes_structure, arguments),
      __hpvm__launch(0, by_address_root, arguments), __hpvm__launch(0, pointer_root, arguments),
  };
  LEAVES(LAUNCH_LEAF)
  for (unsigned each = 0; each < sizeof roots / sizeof *roots; each++)
    __hpvm__wait(roots[each]);
  __hpvm__launch(0, ordinary, arguments); /* error: ordinary is launched, but creates no node */
  __hpvm__launch(0, root, arguments); /* error: __hpvm__launch of a computed function */
  __hpvm__launch(0, leaf_as_root, arguments); /* warning: leaf_as_root is launched, but creates no node */
  __hpvm__launch(0, outside, arguments); /* error: outside, the root of a launch, is not defined in this program */
}
void launch_loose(int count) {
  struct loose_arguments arguments = {count, 2};
  __hpvm__wait(__hpvm__launch(0, takes_loose, &arguments)); /* warning: the arguments of takes_loose are no packed */
}
