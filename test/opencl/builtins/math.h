// Math builtins of the campaign: a table run in one type.
#pragma once
#include "math-rows.h"

struct MathGroup {
  std::string name;
  const std::vector<MathRow>& rows;
  /** How many of kWidths: all six, or the scalar alone. */
  size_t widths;
  /** Build options. */
  const char* options;
  /** True if bounds and edges count; without, the errors are measured only. */
  bool bounded;
};

/** Prints a row for every function of the group. T is float or double. */
template <class T>
void run_math(const Fixture& f, const MathGroup& group, const Effort& effort);
