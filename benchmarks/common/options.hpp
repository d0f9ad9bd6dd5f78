// Command line of a benchmark program: the flags every program has, and the program's own.
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

#include "error.hpp"

namespace bench {

/**
 * Options are written `-n VALUE`, `--name VALUE`, `--name=VALUE`; one dash before a long name is accepted too
 * (`-verify`), as users of the vendors' samples type it. Declared once, they give parsing, defaults and `-h`.
 */
class Options {
 public:
  Options(std::string program, std::string summary) : program_(std::move(program)), summary_(std::move(summary)) {
    flag("verify", 'e', "compare with the CPU reference; print Passed! or Failed");
    flag("quiet", 'q', "do not print inputs and results");
    flag("timing", 't', "print times");
    number("iterations", 'i', 1, 1, 1000000, "times the measured part is run");
    number("seed", 0, 1, 0, UINT32_MAX, "seed of the random inputs");
    text("device", 0, "", "cpu, gpu or all; default: any device, a GPU if there is one");
    text("platform", 0, "", "use only platforms whose name contains this text");
    text("load", 0, "", "take the program from this binary file instead of its source");
    text("dump", 0, "", "write the program's binary to this file");
    flag("help", 'h', "print this text and exit");
  }

  /** Declares an option without value. */
  Options& flag(const std::string& name, char letter, const std::string& help) {
    return add({name, letter, Kind::flag, "", 0, 0, help});
  }

  /** Declares an unsigned number; values outside [low, high] are refused. */
  Options& number(const std::string& name, char letter, uint64_t value, uint64_t low, uint64_t high,
                  const std::string& help) {
    return add({name, letter, Kind::number, std::to_string(value), low, high, help});
  }

  /** Declares an option with a text value. */
  Options& text(const std::string& name, char letter, const std::string& value, const std::string& help) {
    return add({name, letter, Kind::text, value, 0, 0, help});
  }

  /** Declares the problem size -x, -y or -z, in [low, high]. */
  Options& size(char axis, uint64_t value, const std::string& help, uint64_t low = 1, uint64_t high = 1u << 28) {
    return number(std::string(1, axis), axis, value, low, high, help);
  }

  /** Declares -o/--output, a picture to write. */
  Options& output(const std::string& help) { return text("output", 'o', "", help); }

  const std::string& program() const { return program_; }
  bool has(const std::string& name) const { return find(name).value == "true"; }
  const std::string& text(const std::string& name) const { return find(name).value; }
  uint64_t number(const std::string& name) const { return std::strtoull(find(name).value.c_str(), nullptr, 10); }
  size_t size(char axis) const { return static_cast<size_t>(number(std::string(1, axis))); }

  /** Reads the command line. Throws UsageError. */
  void parse(int argc, char** argv) {
    for (int index = 1; index < argc; index++) {
      const std::string argument = argv[index];
      const size_t equals = argument.find('=');
      Option& option = match(argument.substr(0, equals));
      if (option.kind == Kind::flag) {
        if (equals != std::string::npos) throw UsageError(argument + ": this option takes no value");
        option.value = "true";
        continue;
      }
      if (equals == std::string::npos && index + 1 == argc) throw UsageError(argument + " needs a value");
      option.value = equals == std::string::npos ? argv[++index] : argument.substr(equals + 1);
      if (option.kind == Kind::number) checkNumber(option);
    }
    const std::string& device = text("device");
    if (!device.empty() && device != "cpu" && device != "gpu" && device != "all")
      throw UsageError("--device " + device + ": expected cpu, gpu or all");
  }

  void printHelp(std::ostream& out) const {
    out << "Usage: " << program_ << " [options]\n" << summary_ << "\n\nOptions:\n";
    for (const Option& option : options_) {
      std::string form = option.letter ? std::string("-") + option.letter : "  ";
      if (option.name.size() > 1) form += (option.letter ? ", --" : "  --") + option.name;
      if (option.kind != Kind::flag) form += option.kind == Kind::number ? " N" : " TEXT";
      out << "  " << std::left << std::setw(26) << form << option.help;
      if (option.kind == Kind::number) out << " (default " << option.value << ")";
      out << "\n";
    }
  }

 private:
  enum class Kind { flag, number, text };
  struct Option {
    std::string name;
    char letter;
    Kind kind;
    std::string value;
    uint64_t low;
    uint64_t high;
    std::string help;
  };

  Options& add(Option option) {
    options_.push_back(std::move(option));
    return *this;
  }

  const Option& find(const std::string& name) const {
    for (const Option& option : options_)
      if (option.name == name) return option;
    throw Error("option " + name + " is not declared");
  }

  Option& match(const std::string& argument) {
    const bool dash = argument.size() > 1 && argument[0] == '-';
    const std::string name = !dash ? "" : argument.substr(argument[1] == '-' ? 2 : 1);
    for (Option& option : options_)
      if (dash && option.name == name) return option;
    for (Option& option : options_)
      if (dash && argument.size() == 2 && option.letter && option.letter == argument[1]) return option;
    throw UsageError("unknown option " + argument);
  }

  static void checkNumber(const Option& option) {
    char* end = nullptr;
    errno = 0;
    const unsigned long long value = std::strtoull(option.value.c_str(), &end, 10);
    const bool digits = !option.value.empty() && option.value.find_first_not_of("0123456789") == std::string::npos;
    if (!digits || errno == ERANGE || value < option.low || value > option.high)
      throw UsageError("--" + option.name + " " + option.value + ": expected a number from " +
                       std::to_string(option.low) + " to " + std::to_string(option.high));
  }

  std::string program_;
  std::string summary_;
  std::vector<Option> options_;
};

}  // namespace bench
