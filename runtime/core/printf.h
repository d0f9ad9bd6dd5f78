// printf of kernels: the table of formats, and the text of the records that a kernel left in its buffer.
#pragma once
#include <stdint.h>
#include <stdio.h>

#include <string>
#include <vector>

namespace runtime {

/** Bytes before the first record: u32 bytes that kernels requested, u32 capacity. */
constexpr uint32_t kPrintfHeaderSize = 8;

struct PrintfFormat {
  uint32_t id;
  std::vector<uint32_t> sizes;  ///< Bytes of each argument in a record.
  std::string format;
};

/** Parses the result of PROGRAM_READ for PRINTF (src/driver/printf-table.ts). */
std::vector<PrintfFormat> parse_printf_table(const std::string& table);

void reset_printf_buffer(unsigned char* buffer, uint32_t capacity);

/** Writes the text of all records to `out`, flushes it, and clears the records. */
void print_records(unsigned char* buffer, const std::vector<PrintfFormat>& formats, FILE* out);

}  // namespace runtime
