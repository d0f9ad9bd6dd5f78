// The groups whose results are exact: a table of cases, each a kernel and its result, bit for bit.
#pragma once
#include "campaign.h"

/** An integer or floating-point scalar type of OpenCL C. */
struct ScalarType {
  const char* name;
  int bits;
  bool is_signed, is_real;
};
static const ScalarType kTypes[] = {
    {"char", 8, true, false},   {"uchar", 8, false, false}, {"short", 16, true, false}, {"ushort", 16, false, false},
    {"int", 32, true, false},   {"uint", 32, false, false}, {"long", 64, true, false},  {"ulong", 64, false, false},
    {"float", 32, true, true},  {"double", 64, true, true},
};
static constexpr int kIntegerTypes = 8, kAllTypes = 10;

typedef __int128 Wide;

inline Wide lowest(const ScalarType& type) { return type.is_signed ? -((Wide)1 << (type.bits - 1)) : 0; }
inline Wide highest(const ScalarType& type) { return ((Wide)1 << (type.bits - (type.is_signed ? 1 : 0))) - 1; }

/** The low bits of a value, as the type reads them. */
inline Wide wrapped(Wide value, const ScalarType& type) {
  unsigned __int128 mask = ((unsigned __int128)1 << type.bits) - 1, low = (unsigned __int128)value & mask;
  if (type.is_signed && low >> (type.bits - 1)) return (Wide)low - ((Wide)1 << type.bits);
  return (Wide)low;
}
inline Wide saturated(Wide value, const ScalarType& type) {
  return value < lowest(type) ? lowest(type) : value > highest(type) ? highest(type) : value;
}

inline Wide integer_at(const Bytes& bytes, size_t index, const ScalarType& type) {
  uint64_t bits = 0;
  memcpy(&bits, &bytes[index * (type.bits / 8)], type.bits / 8);
  return wrapped((Wide)bits, type);
}
inline void put_integer(Bytes& bytes, Wide value, const ScalarType& type) {
  uint64_t bits = (uint64_t)value;
  const unsigned char* start = (const unsigned char*)&bits;
  bytes.insert(bytes.end(), start, start + type.bits / 8);
}

/** Values at the ends and around powers of two, then random ones of every magnitude. */
Bytes integer_values(const ScalarType& type, size_t count, Random& random);

/** Compares outputs bit for bit and prints one row for a function and a type. */
class ExactRow {
 public:
  ExactRow(const std::string& group, const std::string& function, const std::string& type, const std::string& reference);
  ~ExactRow() { print_row(row_); }
  ExactRow(const ExactRow&) = delete;
  void expect(bool good, const std::string& what);
  void compare(const Bytes& got, const Bytes& expected, size_t element, const std::string& what);

 private:
  Row row_;
};

void run_integers(const Fixture& f, const Effort& effort);
void run_relational(const Fixture& f, const Effort& effort);
void run_conversions(const Fixture& f, const Effort& effort);
void run_vectors(const Fixture& f, const Effort& effort);
void run_halves(const Fixture& f, const Effort& effort);
void run_atomics(const Fixture& f, const Effort& effort);
void run_async(const Fixture& f, const Effort& effort);
void run_work_items(const Fixture& f, const Effort& effort);
void run_images(const Fixture& f, const Effort& effort);
void run_geometric(const Fixture& f, const Effort& effort);
void run_geometric_references(const Fixture& f, const Effort& effort);
void run_media(const Fixture& f, const Effort& effort);
