// Traps by which code that Atoll makes ends a launch. Programs use the lower numbers.

export const TRAP_NUMBERS = { callDepth: 0xf2, allocation: 0xf3, codeHandle: 0xf4 } as const;

/** Their meaning, by number. */
export const TRAP_TEXTS: Readonly<Record<number, string>> = {
  [TRAP_NUMBERS.callDepth]: 'calls are nested too deep: the private memory of a work-item has no room for another one',
  [TRAP_NUMBERS.allocation]: 'alloca: the private memory of a work-item has no room for the allocation',
  // Faults name the handle behind it, as the address.
  [TRAP_NUMBERS.codeHandle]: 'icall: no indirect function of the program with the arguments of the call begins',
};
