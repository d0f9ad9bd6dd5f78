// Tables about gfx600 that do not belong to the project: tests use them where they are present.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = join(process.env['ATOLL_SHARED'] ?? join(ROOT, '..', 'shared'), 'isa');

export interface EncodingRow {
  readonly hex: string;
  readonly words: readonly number[];
  readonly family: string;
  readonly opcode: number;
  /** LLVM's text; undefined where LLVM has none. */
  readonly canonical: string | undefined;
  /** The text of whatever source the row has. */
  readonly text: string;
}

export interface OpcodeRow {
  readonly family: string;
  readonly opcode: number;
  /** LLVM's name. */
  readonly name: string;
  /** Two independent tables have it. */
  readonly certain: boolean;
}

function rows(file: string): string[][] | undefined {
  const path = join(FOLDER, file);
  if (!existsSync(path)) return undefined;
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split('\t'));
}

/** The encodings, or undefined where the table is not at hand. */
export function encodingRows(): readonly EncodingRow[] | undefined {
  return rows('gfx600-encodings.tsv')?.map(([hex, family, opcode, text]) => ({
    hex: hex!,
    words: [...hex!.matchAll(/.{8}/g)].map(([word]) => Buffer.from(word, 'hex').readUInt32LE(0)),
    family: family!,
    opcode: Number(opcode),
    canonical: text!.startsWith('- ') ? undefined : text!.replace(/\s*;.*$/, ''),
    text: text!,
  }));
}

/** The opcodes, or undefined where the table is not at hand. */
export function opcodeRows(): readonly OpcodeRow[] | undefined {
  return rows('gfx600-opcodes.tsv')?.map(([family, opcode, name, , status]) => ({
    family: family!,
    opcode: Number(opcode),
    name: name!,
    certain: status === 'both',
  }));
}
