// Launches of graphs, each on a thread.

#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "execute.h"
#include "failure.h"
#include "include/hpvm.h"
#include "measure.h"
#include "stream.h"
#include "tracker.h"

namespace hpvm {
namespace {

/** A graph that runs once, or a stream. */
struct Launch {
  std::thread thread;
  std::unique_ptr<Stream> stream;
};

std::mutex mutex;
/** By handle. A thread may pop while another one waits for the end. */
std::map<void *, std::shared_ptr<Launch>> launches;
bool is_initialized = false;

/** Ends a program that has not read the error of a stream. */
void check_stream(const Launch &launch) {
  if (launch.stream && launch.stream->is_failure_unread())
    fail("the program has not read the error of its stream (__hpvm__error)");
}

void execute(const Function &root, char *arguments) {
  size_t bytes;
  const Values values = unpack(root, arguments, bytes);
  Levels levels;
  const GraphScope scope(root, false, begin_execution(root, false));
  const Outputs outputs = run_graph(root, values, levels);
  for (size_t output = 0; output < outputs.values.size(); output++) {
    const size_t own = type_bytes(outputs.types[output]);
    memcpy(arguments + bytes, &outputs.values[output], own);
    bytes += own;
  }
}

std::shared_ptr<Launch> launch_of(void *graph, const char *call) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = launches.find(graph);
  if (found == launches.end()) fail("%s of a graph that is not running", call);
  if (!found->second->stream && strcmp(call, "__hpvm__wait") != 0) fail("%s: the graph is not streaming", call);
  return found->second;
}

}  // namespace
}  // namespace hpvm

using namespace hpvm;

void __hpvm__init(void) noexcept {
  std::lock_guard<std::mutex> lock(mutex);
  is_initialized = true;
}

void __hpvm__cleanup(void) noexcept {
  {
    std::lock_guard<std::mutex> lock(mutex);
    for (const auto &[graph, launch] : launches) check_stream(*launch);
  }
  const char *wanted = getenv("ATOLL_HPVM_STATISTICS");
  if (wanted && *wanted && strcmp(wanted, "0") != 0) print_statistics();
}

void *__hpvm__launch(unsigned streaming, ...) noexcept {
  va_list words;
  va_start(words, streaming);
  const void *address = va_arg(words, void *);
  char *arguments = va_arg(words, char *);
  va_end(words);
  std::lock_guard<std::mutex> lock(mutex);
  if (!is_initialized) fail("__hpvm__launch before __hpvm__init");
  const Function &root = function_at(address, "__hpvm__launch");
  if (root.kind != ATOLL_HPVM_INTERNAL) fail("__hpvm__launch of %s, which is no internal node", root.name);
  auto launch = std::make_shared<Launch>();
  if (streaming) {
    launch->stream = std::make_unique<Stream>(root);
  } else {
    launch->thread = std::thread(execute, std::cref(root), arguments);
  }
  launches[launch.get()] = launch;
  return launch.get();
}

void __hpvm__wait(void *graph) noexcept {
  const std::shared_ptr<Launch> launch = launch_of(graph, "__hpvm__wait");
  if (launch->stream) {
    launch->stream->end();
  } else {
    launch->thread.join();
  }
  std::lock_guard<std::mutex> lock(mutex);
  launches.erase(graph);
  check_stream(*launch);
}

void __hpvm__push(void *graph, void *arguments) noexcept {
  launch_of(graph, "__hpvm__push")->stream->push(static_cast<const char *>(arguments));
}

const char *__hpvm__error(void *graph) noexcept { return launch_of(graph, "__hpvm__error")->stream->error(); }

void *__hpvm__pop(void *graph) noexcept { return launch_of(graph, "__hpvm__pop")->stream->pop(); }
