// Notes for devices that check kernels: objects, writes of the host into them, launches. Otherwise they cost a test
// of a flag.
#pragma once
#include <vector>

#include "core/image.h"
#include "core/order.h"

struct _cl_mem;

namespace runtime {

/** True if the device has requested notes. */
bool wants_notes();

/** A memory object has got its memory. */
void note_object(_cl_mem& object);
/** A memory object ends. */
void note_released(const _cl_mem& object);
/**
 * The host has written, or may have written, a box of bytes of an object. @param target its place in the object's
 * memory
 */
void note_written(const _cl_mem& object, const Surface& target, size_t width, size_t rows, size_t slices);
/** All of an object. */
void note_written(const _cl_mem& object);
/** The host has copied a box of bytes. */
void note_copied(const _cl_mem& to, const Surface& target, const _cl_mem& from, const Surface& source, size_t width,
                 size_t rows, size_t slices);
/** A launch is about to be submitted. @param objects by argument, nullptr for other arguments */
void note_launch(uint64_t kernarg, uint32_t call, bool is_recorded, const std::vector<const _cl_mem*>& objects);

/** Notes the order of the launches before this one. */
void note_order(uint64_t kernarg, const LaunchClock& clock, LaunchPlace place);

}  // namespace runtime
