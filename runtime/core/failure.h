// How an OpenCL error leaves a call: thrown inside as Failure, returned outside as a code.
#pragma once
#include <exception>

#include "core/call_trace.h"
#include "core/failed_call.h"
#include "core/opencl.h"

namespace runtime {

/** An OpenCL error code on its way to the caller. Never crosses the border of the library. */
struct Failure {
  cl_int code;
};

[[noreturn]] inline void fail(cl_int code) { throw Failure{code}; }

/** Ends the call with `code` unless the condition holds. */
inline void check(bool holds, cl_int code) {
  if (!holds) fail(code);
}

/** The status that the body of a call ends with. */
template <class Body>
cl_int outcome(Body&& body) {
  try {
    body();
    return CL_SUCCESS;
  } catch (const Failure& failure) {
    return failure.code;
  } catch (const std::exception&) {  // std::bad_alloc, std::length_error, std::system_error of a thread
    return CL_OUT_OF_HOST_MEMORY;
  }
}

/** Runs the body of a call that returns a status. @param call its name, for traces and debuggers */
template <class Body>
cl_int status(Body&& body, const char* call = __builtin_FUNCTION()) {
  TracedCall traced(call);
  const cl_int code = outcome(body);
  if (code != CL_SUCCESS) note_failure(call, code);
  return code;
}

/** Runs the body of a call that returns an object, and returns the error through `errcode_ret`. */
template <class Body>
auto create(cl_int* errcode_ret, Body&& body, const char* call = __builtin_FUNCTION()) -> decltype(body()) {
  decltype(body()) result = nullptr;
  cl_int code = status([&] { result = body(); }, call);
  if (errcode_ret) *errcode_ret = code;
  return result;
}

}  // namespace runtime
