// Functions of nodes, by their addresses, and values of their inputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "include/atoll_hpvm_program.h"

namespace hpvm {

using Function = atoll_hpvm_function;
/** Bytes of a value of any type, from its address on. */
using Value = uint64_t;
using Values = std::vector<Value>;

/** @param purpose for the message if there is no such function */
const Function &function_at(const void *address, const char *purpose);
bool has_function(const std::string &name);
size_t type_bytes(char type);
/** A value of __hpvm__return as an input of another type. */
Value converted(Value value, char output, char input);
/** Arguments of a launch, which are packed. @param bytes gets their size */
Values unpack(const Function &root, const char *arguments, size_t &bytes);
/** The address of each value, as functions of the table take them. */
std::vector<void *> addresses_of(Values &values);
void invoke(const Function &function, Values values);

}  // namespace hpvm
