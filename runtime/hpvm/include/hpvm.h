/*
 * Functions of HPVM-C 1.0, for C and C++. `atoll hpvm` finds this header by itself.
 *
 * Functions of nodes describe a graph, or one instance of a leaf; the compiler reads their calls.
 */
#ifndef ATOLL_HPVM_H
#define ATOLL_HPVM_H

#include <stddef.h>

/* The target of leaves that programs leave to the command line. */
#ifndef DEVICE
#define DEVICE GPU_TARGET
#endif

#ifdef __cplusplus
namespace hpvm {
#endif
/* HPVM-C 1.0 has no number for vector code. */
enum Target {
  None,
  CPU_TARGET,
  GPU_TARGET,
  CUDNN_TARGET,
  TENSOR_TARGET,
  CPU_OR_GPU_TARGET,
  NUM_TARGETS,
  VECTOR_TARGET = 16
};
#ifdef __cplusplus
}
#define ATOLL_HPVM_TARGET hpvm::Target
#define ATOLL_HPVM_NOEXCEPT noexcept
extern "C" {
#else
#define ATOLL_HPVM_TARGET enum Target
#define ATOLL_HPVM_NOEXCEPT
#endif

/* Calls must not become dependent on conditions on which they do not depend in the source. */
#ifdef __clang__
#define ATOLL_HPVM_CONVERGENT __attribute__((convergent))
#else
#define ATOLL_HPVM_CONVERGENT
#endif

/* All functions of nodes: the target, and pointers that are read and written: count, pointers, count, pointers. */
void __hpvm__hint(ATOLL_HPVM_TARGET target) ATOLL_HPVM_NOEXCEPT;
void __hpvm__attributes(unsigned inputs, ...) ATOLL_HPVM_NOEXCEPT;

/* Internal nodes. Extents are of type size_t; an edge is all-to-all if `replication` is not 0. */
void *__hpvm__createNodeND(unsigned dimensions, ...) ATOLL_HPVM_NOEXCEPT;
void *__hpvm__edge(void *source, void *destination, unsigned replication, unsigned source_output,
                   unsigned destination_input, unsigned streaming) ATOLL_HPVM_NOEXCEPT;
void __hpvm__bindIn(void *child, unsigned parent_input, unsigned child_input, unsigned streaming) ATOLL_HPVM_NOEXCEPT;
void __hpvm__bindOut(void *child, unsigned child_output, unsigned parent_output,
                     unsigned streaming) ATOLL_HPVM_NOEXCEPT;
/* Atoll's: the compiler merges two nodes, or refuses that with its reason. */
void __hpvm__fuse(void *node, void *other) ATOLL_HPVM_NOEXCEPT;

/* Leaves. */
void *__hpvm__getNode(void) ATOLL_HPVM_NOEXCEPT;
void *__hpvm__getParentNode(void *node) ATOLL_HPVM_NOEXCEPT;
long __hpvm__getNodeInstanceID_x(void *node) ATOLL_HPVM_NOEXCEPT;
long __hpvm__getNodeInstanceID_y(void *node) ATOLL_HPVM_NOEXCEPT;
long __hpvm__getNodeInstanceID_z(void *node) ATOLL_HPVM_NOEXCEPT;
long __hpvm__getNumNodeInstances_x(void *node) ATOLL_HPVM_NOEXCEPT;
long __hpvm__getNumNodeInstances_y(void *node) ATOLL_HPVM_NOEXCEPT;
long __hpvm__getNumNodeInstances_z(void *node) ATOLL_HPVM_NOEXCEPT;
long __hpvm__getVectorLength(void) ATOLL_HPVM_NOEXCEPT;
void __hpvm__barrier(void) ATOLL_HPVM_NOEXCEPT ATOLL_HPVM_CONVERGENT;
void *__hpvm__malloc(long bytes) ATOLL_HPVM_NOEXCEPT;
void __hpvm__return(unsigned values, ...) ATOLL_HPVM_NOEXCEPT;
int __hpvm__atomic_add(int *address, int value) ATOLL_HPVM_NOEXCEPT;
int __hpvm__atomic_sub(int *address, int value) ATOLL_HPVM_NOEXCEPT;
int __hpvm__atomic_xchg(int *address, int value) ATOLL_HPVM_NOEXCEPT;
int __hpvm__atomic_min(int *address, int value) ATOLL_HPVM_NOEXCEPT;
int __hpvm__atomic_max(int *address, int value) ATOLL_HPVM_NOEXCEPT;
int __hpvm__atomic_and(int *address, int value) ATOLL_HPVM_NOEXCEPT;
int __hpvm__atomic_or(int *address, int value) ATOLL_HPVM_NOEXCEPT;
int __hpvm__atomic_xor(int *address, int value) ATOLL_HPVM_NOEXCEPT;

/* The host program. Arguments of a launch are a packed structure of the root's parameters, then of its outputs. */
void __hpvm__init(void) ATOLL_HPVM_NOEXCEPT;
void __hpvm__cleanup(void) ATOLL_HPVM_NOEXCEPT;
void *__hpvm__launch(unsigned streaming, ...) ATOLL_HPVM_NOEXCEPT;
void __hpvm__wait(void *graph) ATOLL_HPVM_NOEXCEPT;
void __hpvm__push(void *graph, void *arguments) ATOLL_HPVM_NOEXCEPT;
void *__hpvm__pop(void *graph) ATOLL_HPVM_NOEXCEPT;
/* Atoll's: the error that has ended a stream, after which pop returns null; null without an error. */
const char *__hpvm__error(void *graph) ATOLL_HPVM_NOEXCEPT;
void llvm_hpvm_track_mem(void *start, size_t bytes) ATOLL_HPVM_NOEXCEPT;
void llvm_hpvm_untrack_mem(void *start) ATOLL_HPVM_NOEXCEPT;
void llvm_hpvm_request_mem(void *start, size_t bytes) ATOLL_HPVM_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
