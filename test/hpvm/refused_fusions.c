/* Merges that are refused, each in a root of its own. */
#include <hpvm.h>

#define ARRAY(name) float *name, size_t name##_bytes
#define X __hpvm__getNodeInstanceID_x(__hpvm__getNode())

#define LEAF(name, target)                                                                                             \
  void name(ARRAY(in), ARRAY(out)) {                                                                                   \
    __hpvm__hint(target);                                                                                              \
    __hpvm__attributes(1, in, 1, out);                                                                                 \
    out[X] = in[X] + 1;                                                                                                \
    __hpvm__return(1, out_bytes);                                                                                      \
  }
LEAF(first, GPU_TARGET)
LEAF(second, GPU_TARGET)
LEAF(third, GPU_TARGET)
LEAF(host, CPU_TARGET)

#define BIND(node, in, out)                                                                                            \
  __hpvm__bindIn(node, in, 0, 0), __hpvm__bindIn(node, out, 2, 0), __hpvm__bindIn(node, (out) + 1, 3, 0)
#define ROOT(name)                                                                                                     \
  void name(ARRAY(a), ARRAY(b), ARRAY(c), ARRAY(d), size_t n, size_t m) {                                              \
    __hpvm__hint(CPU_TARGET);                                                                                          \
    __hpvm__attributes(1, a, 3, b, c, d);
#define SIZE(node, port) __hpvm__bindIn(node, port, 1, 0)

ROOT(replicated_edge)
  void *one = __hpvm__createNodeND(1, first, n), *other = __hpvm__createNodeND(1, second, n);
  BIND(one, 0, 2), SIZE(one, 1), BIND(other, 2, 4);
  __hpvm__edge(one, other, 1, 0, 1, 0);
  __hpvm__fuse(one, other);
}

ROOT(node_between)
  void *one = __hpvm__createNodeND(1, first, n), *other = __hpvm__createNodeND(1, second, n);
  void *last = __hpvm__createNodeND(1, third, n);
  BIND(one, 0, 2), SIZE(one, 1), BIND(other, 2, 4), BIND(last, 4, 6);
  __hpvm__edge(one, other, 0, 0, 1, 0);
  __hpvm__edge(other, last, 0, 0, 1, 0);
  __hpvm__fuse(one, last);
}

ROOT(different_instances)
  void *one = __hpvm__createNodeND(1, first, n), *other = __hpvm__createNodeND(1, second, m);
  BIND(one, 0, 2), SIZE(one, 1), BIND(other, 0, 4), SIZE(other, 1);
  __hpvm__fuse(one, other);
}

ROOT(different_targets)
  void *one = __hpvm__createNodeND(1, first, n), *other = __hpvm__createNodeND(1, host, n);
  BIND(one, 0, 2), SIZE(one, 1), BIND(other, 0, 4), SIZE(other, 1);
  __hpvm__fuse(one, other);
}

ROOT(same_memory)
  void *one = __hpvm__createNodeND(1, first, n), *other = __hpvm__createNodeND(1, second, n);
  BIND(one, 0, 2), SIZE(one, 1), BIND(other, 2, 4), SIZE(other, 3);
  __hpvm__fuse(one, other);
}

#define GROUP(name, create)                                                                                            \
  void name(ARRAY(in), ARRAY(out), size_t n, size_t m) {                                                               \
    __hpvm__hint(CPU_TARGET);                                                                                          \
    __hpvm__attributes(1, in, 1, out);                                                                                 \
    void *node = create;                                                                                               \
    for (unsigned input = 0; input < 4; input++)                                                                       \
      __hpvm__bindIn(node, input, input, 0);                                                                           \
    __hpvm__bindOut(node, 0, 0, 0);                                                                                    \
  }
GROUP(small_group, __hpvm__createNodeND(1, first, n))
GROUP(large_group, __hpvm__createNodeND(1, second, m))
GROUP(same_group, __hpvm__createNodeND(1, third, n))

void pair_group(ARRAY(in), ARRAY(out), size_t n, size_t m) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(1, in, 1, out);
  void *one = __hpvm__createNodeND(1, first, n), *other = __hpvm__createNodeND(1, second, n);
  for (unsigned input = 0; input < 4; input++)
    __hpvm__bindIn(one, input, input, 0), __hpvm__bindIn(other, input, input, 0);
  __hpvm__bindOut(one, 0, 0, 0);
}

#define GROUPS(name, left, right)                                                                                      \
  ROOT(name)                                                                                                           \
    void *one = __hpvm__createNodeND(1, left, n), *other = __hpvm__createNodeND(1, right, n);                          \
    BIND(one, 0, 2), SIZE(one, 1), BIND(other, 0, 4), SIZE(other, 1);                                                  \
    __hpvm__bindIn(one, 8, 4, 0), __hpvm__bindIn(one, 9, 5, 0);                                                        \
    __hpvm__bindIn(other, 8, 4, 0), __hpvm__bindIn(other, 9, 5, 0);                                                    \
    __hpvm__fuse(one, other);                                                                                          \
  }
GROUPS(different_leaves, small_group, large_group)
GROUPS(two_leaves, small_group, pair_group)

ROOT(connected_groups)
  void *one = __hpvm__createNodeND(1, small_group, n), *other = __hpvm__createNodeND(1, same_group, n);
  BIND(one, 0, 2), SIZE(one, 1), BIND(other, 2, 4);
  __hpvm__edge(one, other, 0, 0, 1, 0);
  __hpvm__bindIn(one, 8, 4, 0), __hpvm__bindIn(one, 9, 5, 0);
  __hpvm__bindIn(other, 8, 4, 0), __hpvm__bindIn(other, 9, 5, 0);
  __hpvm__fuse(one, other);
}

ROOT(leaf_and_group)
  void *one = __hpvm__createNodeND(1, first, n), *other = __hpvm__createNodeND(1, small_group, n);
  BIND(one, 0, 2), SIZE(one, 1), BIND(other, 0, 4), SIZE(other, 1);
  __hpvm__bindIn(other, 8, 4, 0), __hpvm__bindIn(other, 9, 5, 0);
  __hpvm__fuse(one, other);
}

__attribute__((noinline)) void kept(ARRAY(in), ARRAY(out)) {
  __hpvm__hint(GPU_TARGET);
  __hpvm__attributes(1, in, 1, out);
  out[X] = in[X];
}
ROOT(not_inlined)
  void *one = __hpvm__createNodeND(1, first, n), *other = __hpvm__createNodeND(1, kept, n);
  BIND(one, 0, 2), SIZE(one, 1), BIND(other, 0, 4), SIZE(other, 1);
  __hpvm__fuse(one, other);
}

int main(void) {
#define LAUNCH(root) __hpvm__launch(0, root, 0)
  LAUNCH(replicated_edge), LAUNCH(node_between), LAUNCH(different_instances), LAUNCH(different_targets);
  LAUNCH(same_memory), LAUNCH(different_leaves), LAUNCH(two_leaves), LAUNCH(connected_groups), LAUNCH(leaf_and_group);
  LAUNCH(not_inlined);
  return 0;
}
