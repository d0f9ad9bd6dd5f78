// Kinds of accesses of memory.

export type AccessKind = 'load' | 'store' | 'atomic';
