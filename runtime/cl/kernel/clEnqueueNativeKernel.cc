// clEnqueueNativeKernel: a function of the program, called by a worker thread with its own copy of the arguments.
#include <string.h>

#include "core/transfer.h"

using namespace runtime;

namespace {

typedef void(CL_CALLBACK* NativeFunction)(void*);

}  // namespace

cl_int clEnqueueNativeKernel(cl_command_queue command_queue, void(CL_CALLBACK* user_func)(void*), void* args,
                             size_t cb_args, cl_uint num_mem_objects, const cl_mem* mem_list,
                             const void** args_mem_loc, cl_uint num_events_in_wait_list,
                             const cl_event* event_wait_list, cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    check(user_func != nullptr, CL_INVALID_VALUE);
    check((args != nullptr) == (cb_args != 0) && (args || !num_mem_objects), CL_INVALID_VALUE);
    bool has_objects = num_mem_objects != 0;
    check(has_objects == (mem_list != nullptr) && has_objects == (args_mem_loc != nullptr), CL_INVALID_VALUE);
    std::vector<unsigned char> copy(cb_args);
    if (cb_args) memcpy(copy.data(), args, cb_args);
    std::vector<Ref<_cl_mem>> objects;
    for (cl_uint index = 0; index < num_mem_objects; index++) {
      Ref<_cl_mem> object = require_buffer(mem_list[index], *queue);
      // The place inside of `args` where the function expects the address of the buffer.
      size_t place = static_cast<size_t>(static_cast<const unsigned char*>(args_mem_loc[index]) -
                                         static_cast<const unsigned char*>(args));
      check(cb_args >= sizeof(void*) && place <= cb_args - sizeof(void*), CL_INVALID_VALUE);
      void* address = object->bytes();
      memcpy(copy.data() + place, &address, sizeof address);
      objects.push_back(std::move(object));
    }
    WaitList waits(*queue->context, num_events_in_wait_list, event_wait_list);
    NativeFunction function = user_func;
    auto command = transfer_command(0, objects, [function, objects, copy = std::move(copy)]() mutable {
      function(copy.empty() ? nullptr : copy.data());
      for (const Ref<_cl_mem>& object : objects) note_written(*object);
    });
    command->is_foreign = true;
    enqueue_host(*queue, CL_COMMAND_NATIVE_KERNEL, waits, false, std::move(command), event);
  });
}
