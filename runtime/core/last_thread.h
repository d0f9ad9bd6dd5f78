// The end of a program whose first thread has ended by pthread_exit(3): with the last thread that is not the runtime's
// own.
#pragma once

namespace runtime {

/** One of the runtime's own threads is about to start, or has ended. */
void own_thread_starts();
void own_thread_ends();

void forget_own_threads_after_fork();

}  // namespace runtime
