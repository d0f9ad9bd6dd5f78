// Start options of a session, passed by TypeScript; the shape is `SessionConfig` of src/host/native.ts.
#include "session_config.h"

#include <cstring>

#include "exact_text.h"

namespace host {
namespace {

std::vector<std::string> readStrings(Napi::Object object, const char* name) {
  Napi::Array list = object.Get(name).As<Napi::Array>();
  std::vector<std::string> strings;
  for (uint32_t i = 0; i < list.Length(); i++) strings.push_back(exactBytes(list.Get(i).As<Napi::String>().Utf16Value()));
  return strings;
}

std::vector<int> readNumbers(Napi::Object object, const char* name) {
  Napi::Array list = object.Get(name).As<Napi::Array>();
  std::vector<int> numbers;
  for (uint32_t i = 0; i < list.Length(); i++) numbers.push_back(list.Get(i).As<Napi::Number>().Int32Value());
  return numbers;
}

void readCalls(Napi::Object object, SessionConfig* config) {
  Napi::Int32Array cells = object.Get("calls").As<Napi::Int32Array>();
  for (size_t i = 0; i + kColumns <= cells.ElementLength(); i += kColumns) {
    const int32_t* cell = cells.Data() + i;
    const auto at = [cell](CallColumn::Value column) { return cell[column]; };
    config->calls.add({at(CallColumn::id), static_cast<Abi>(at(CallColumn::abi)), static_cast<uint32_t>(at(CallColumn::number)),
                       static_cast<CallRole>(at(CallColumn::role)), at(CallColumn::descriptor), at(CallColumn::directory),
                       at(CallColumn::path), at(CallColumn::flags), at(CallColumn::flagsIndirect) != 0});
  }
  Napi::Int32Array issued = object.Get("issued").As<Napi::Int32Array>();
  if (issued.ElementLength() != kIssued * kAbis) throw Napi::RangeError::New(object.Env(), "issued: so many numbers for each ABI");
  for (size_t abi = 0; abi < kAbis; abi++) {
    const auto number = [&](IssuedCall::Value call) { return static_cast<uint32_t>(issued[kIssued * abi + call]); };
    config->issued[abi] = {number(IssuedCall::memfd_create), number(IssuedCall::close), number(IssuedCall::mmap),
                           number(IssuedCall::munmap), number(IssuedCall::open)};
  }
}

}  // namespace

SessionConfig readSessionConfig(Napi::Object object) {
  SessionConfig config;
  config.spawn.candidates = readStrings(object, "candidates");
  config.spawn.arguments = readStrings(object, "argv");
  config.spawn.environment = readStrings(object, "environment");
  config.spawn.lasting = readStrings(object, "lasting");
  config.spawn.preload = readStrings(object, "preload");
  config.spawn.directory = object.Get("directory").As<Napi::String>().Utf8Value();
  config.spawn.ignoredSignals = readNumbers(object, "ignoredSignals");
  config.spawn.blockedSignals = readNumbers(object, "blockedSignals");
  config.spawn.descriptors = readNumbers(object, "descriptors");
  config.spawn.standard = readNumbers(object, "standard");
  config.spawn.descriptorLimit = object.Get("descriptorLimit").As<Napi::Number>().DoubleValue();
  config.spawn.notify = object.Get("notify").ToBoolean().Value();
  config.spawn.killable = object.Get("killable").ToBoolean().Value();
  config.spawn.follow = object.Get("follow").ToBoolean().Value();
  config.reportPassed = object.Get("reportPassed").ToBoolean().Value();
  config.maxOpenFiles = object.Get("maxOpenFiles").As<Napi::Number>().Uint32Value();
  Napi::Uint8Array filter = object.Get("filter").As<Napi::Uint8Array>();
  config.spawn.filter = filterFromBytes(filter.Data(), filter.ByteLength());
  if (config.spawn.filter.empty() || config.spawn.candidates.empty() || config.spawn.arguments.empty()) {
    throw Napi::RangeError::New(object.Env(), "filter, candidates and argv must not be empty");
  }
  for (auto& path : readStrings(object, "devicePaths")) config.paths.add(path);
  if (object.Get("watches").ToBoolean().Value()) config.watched.enable();
  for (auto& path : readStrings(object, "watchedPaths")) config.watched.add(path);
  for (auto& prefix : readStrings(object, "treePrefixes")) config.trees.add(prefix);
  config.trees.setFolder(exactBytes(object.Get("treeFolder").As<Napi::String>().Utf16Value()));
  readCalls(object, &config);
  return config;
}

}  // namespace host
