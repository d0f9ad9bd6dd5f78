// Operands of `s_nop` that mark places in kernels built for `atoll check`: compilers do not use them, they count wait
// states. prelude.h (src/compiler/library) has those of copies again.

export const CHECK_MARKS = {
  copyBegins: 0xa701,
  copyEnds: 0xa702,
  copyAwaited: 0xa703,
  /** The next access of vector memory or LDS is an atomic that changes nothing, whatever instruction it has become. */
  atomicLoad: 0xa704,
} as const;
