// Launches of graphs, each on a thread.

#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include "execute.h"
#include "failure.h"
#include "include/hpvm.h"
#include "tracker.h"

namespace hpvm {
namespace {

struct Launch {
  std::thread thread;
};

std::mutex mutex;
std::set<Launch *> launches;
bool is_initialized = false;

/** Arguments and results are packed. */
Values unpack(const Function &root, const char *arguments, size_t &bytes) {
  Values values(root.input_count);
  bytes = 0;
  for (unsigned input = 0; input < root.input_count; input++) {
    const size_t own = type_bytes(root.inputs[input].type);
    memcpy(&values[input], arguments + bytes, own);
    bytes += own;
  }
  return values;
}

void execute(const Function &root, char *arguments) {
  size_t bytes;
  const Values values = unpack(root, arguments, bytes);
  Levels levels;
  const Outputs outputs = run_graph(root, values, levels);
  for (size_t output = 0; output < outputs.values.size(); output++) {
    const size_t own = type_bytes(outputs.types[output]);
    memcpy(arguments + bytes, &outputs.values[output], own);
    bytes += own;
  }
}

}  // namespace
}  // namespace hpvm

using namespace hpvm;

void __hpvm__init(void) noexcept {
  std::lock_guard<std::mutex> lock(mutex);
  is_initialized = true;
}

void __hpvm__cleanup(void) noexcept {
  const char *wanted = getenv("ATOLL_HPVM_STATISTICS");
  if (wanted && *wanted && strcmp(wanted, "0") != 0) print_statistics();
}

void *__hpvm__launch(unsigned streaming, ...) noexcept {
  va_list words;
  va_start(words, streaming);
  const void *address = va_arg(words, void *);
  char *arguments = va_arg(words, char *);
  va_end(words);
  if (streaming) fail("__hpvm__launch: streaming launches are not implemented");
  std::lock_guard<std::mutex> lock(mutex);
  if (!is_initialized) fail("__hpvm__launch before __hpvm__init");
  const Function &root = function_at(address, "__hpvm__launch");
  if (root.kind != ATOLL_HPVM_INTERNAL) fail("__hpvm__launch of %s, which is no internal node", root.name);
  auto launch = std::make_unique<Launch>();
  launch->thread = std::thread(execute, std::cref(root), arguments);
  launches.insert(launch.get());
  return launch.release();
}

void __hpvm__wait(void *graph) noexcept {
  std::unique_ptr<Launch> launch(static_cast<Launch *>(graph));
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (launches.erase(launch.get()) == 0) {
      launch.release();
      fail("__hpvm__wait of a graph that is not running");
    }
  }
  launch->thread.join();
}

void __hpvm__push(void *, void *) noexcept { fail("__hpvm__push to a graph that is not streaming"); }
void *__hpvm__pop(void *) noexcept { fail("__hpvm__pop from a graph that is not streaming"); }
