// clEnqueueFillBuffer.
#include <string.h>

#include <array>

#include "core/transfer.h"

using namespace runtime;

cl_int clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void* pattern, size_t pattern_size,
                           size_t offset, size_t size, cl_uint num_events_in_wait_list,
                           const cl_event* event_wait_list, cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    Ref<_cl_mem> to = require_buffer(buffer, *queue);
    check_range(*to, offset, size);
    constexpr size_t kLargest = 128;  // long16
    bool is_power = pattern_size && (pattern_size & (pattern_size - 1)) == 0;
    check(pattern && is_power && pattern_size <= kLargest, CL_INVALID_VALUE);
    check(offset % pattern_size == 0 && size % pattern_size == 0, CL_INVALID_VALUE);
    check_alignment(*to, *queue);
    WaitList waits(*queue->context, num_events_in_wait_list, event_wait_list);
    std::array<unsigned char, kLargest> copy;
    memcpy(copy.data(), pattern, pattern_size);
    auto command = transfer_command(size, {to}, [to, copy, pattern_size, offset, size] {
      fill_box({to->bytes() + offset, 0, 0}, copy.data(), pattern_size, size, 1, 1);
      note_written(*to, {to->bytes() + offset, size, size}, size, 1, 1);
    });
    enqueue_host(*queue, CL_COMMAND_FILL_BUFFER, waits, false, std::move(command), event);
  });
}
