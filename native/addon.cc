// The addon's exports. Context-aware: no state outside of the sessions, so main thread and Workers load it alike.
#include <napi.h>

#include "kernel_workers.h"
#include "descriptors.h"
#include "fpu.h"
#include "futex.h"
#include "guest_memory.h"
#include "hash.h"
#include "kernel_code.h"
#include "mapping.h"
#include "memfd.h"
#include "session.h"
#include "signals.h"
#include "stream.h"

static Napi::Object initialize(Napi::Env env, Napi::Object exports) {
  host::registerMapping(env, exports);
  host::registerMemfd(env, exports);
  host::registerFutex(env, exports);
  host::registerFpu(env, exports);
  host::registerGuestMemory(env, exports);
  host::registerDescriptors(env, exports);
  host::registerHash(env, exports);
  host::registerKernelCode(env, exports);
  host::registerKernelWorkers(env, exports);
  host::registerSession(env, exports);
  host::registerSignals(env, exports);
  host::registerStream(env, exports);
  return exports;
}

NODE_API_MODULE(atoll_native, initialize)
