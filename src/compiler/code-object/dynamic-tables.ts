// Symbols of a code object in memory: the table of hashes, which has their number, and the dynamic
// section, which has the places of all tables.

import { fields, SYMBOL_SIZE } from './elf64.js';

const DT = { end: 0, hash: 4, strings: 5, symbols: 6, stringBytes: 10, symbolBytes: 11 } as const;
const WORD = 4;

/** One bucket, which any name's hash leads to: its chain has all symbols behind the first one, which is none. */
export function hashTable(symbols: number): Uint8Array {
  const chain = Array.from({ length: symbols }, (_, n) => (n === 0 || n + 1 === symbols ? 0 : n + 1));
  const words = [1, symbols, symbols > 1 ? 1 : 0, ...chain];
  return fields(...words.map((word) => [WORD, word] as const));
}

export interface TablePlaces {
  readonly hash: number;
  readonly strings: number;
  readonly symbols: number;
  readonly stringBytes: number;
}

export function dynamicTable({ hash, strings, symbols, stringBytes }: TablePlaces): Uint8Array {
  const entries = [
    [DT.hash, hash],
    [DT.strings, strings],
    [DT.symbols, symbols],
    [DT.stringBytes, stringBytes],
    [DT.symbolBytes, SYMBOL_SIZE],
    [DT.end, 0],
  ];
  return fields(...entries.flat().map((value) => [8, value] as const));
}
