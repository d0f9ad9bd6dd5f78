// Rules of Landlock (landlock(7)): permitted file operations below a few paths; elsewhere none.
#pragma once

class Landlock {
 public:
  /** Names files that may be read and executed, or also made, written and removed. Missing files are skipped. */
  void allow(const char* path, bool write);
  /** From now on, the rules hold. @returns false where there are some and the kernel does not enforce them */
  bool enforce();

  /** The version of the interface; 0 where the kernel has none. */
  static int version();

 private:
  int rules_ = -1;
  /** There are rules that the kernel does not take: it has no Landlock, or no room. */
  bool absent_ = false;
};
