// One conversion of a printf format, and the text of its argument: as glibc prints it, vectors as OpenCL C 1.2, 6.12.13
// has them.
#pragma once
#include <stddef.h>

#include <string>

namespace runtime {

struct Conversion {
  std::string flags, width, precision;  ///< The precision with its point; empty where the format gives none.
  bool width_given_apart = false;       ///< `*`: an argument before the value has it.
  bool precision_given_apart = false;
  unsigned vector = 1;
  /** How much of an integer is meant; for all others the argument's own size decides. */
  enum Length { Whole, Char, Short } length = Whole;
  char type = 0;
};

/** Parses at a '%'. Returns the position after the conversion, or `at` where there is none: then the '%' is text. */
size_t parse_conversion(const std::string& format, size_t at, Conversion& conversion);

/** Replaces `*` by the values of its arguments: a negative width is flag and width, a negative precision none. */
void fill_in(Conversion& conversion, int width, int precision);

/** Appends the text of an argument, which may be a vector. */
void append_argument(std::string& text, const Conversion& conversion, const unsigned char* data, size_t size);

}  // namespace runtime
