// LLVM's assembler, line by line: its bytes, or its message.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Instruction } from '../../src/isa/instruction.js';

/** A tool of the LLVM that tests compare with (src/setup/packages.mjs installs it). */
export const llvmTool = (name: string): string => `/usr/lib/llvm-16/bin/${name}`;
export const LLVM_MC = llvmTool('llvm-mc');
/** Common part of the command lines of all these tools. */
export const LLVM_LIBRARY = '/usr/lib/x86_64-linux-gnu/libLLVM-16.so.1';

export interface Outcome {
  /** By line of the source, from 0: the bytes in hexadecimal, or the message. */
  readonly bytes: ReadonlyMap<number, string>;
  readonly errors: ReadonlyMap<number, string>;
}

/** Assembles lines, none of which needs another one; a label before a line gives its place. */
export function assembleLines(lines: readonly string[], chip = 'tahiti'): Outcome {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-llvm-mc-'));
  try {
    const source = join(folder, 'all.s');
    writeFileSync(source, lines.map((line, i) => `L${i}: ${line}\n`).join(''));
    const args = ['-triple=amdgcn--', `-mcpu=${chip}`, '-show-encoding', source];
    const { stdout, stderr } = spawnSync(LLVM_MC, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
    const bytes = new Map<number, string>();
    let line = -1;
    for (const text of stdout.split('\n')) {
      line = Number(/^L(\d+):/.exec(text)?.[1] ?? line);
      const encoding = /encoding: \[([^\]]*)\]/.exec(text);
      if (encoding) bytes.set(line, encoding[1]!.replaceAll(/0x|,/g, ''));
    }
    const errors = new Map<number, string>();
    for (const [, number, message] of stderr.matchAll(/all\.s:(\d+):\d+: error: (.*)/g))
      errors.set(Number(number) - 1, message!);
    return { bytes, errors };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The bytes of an instruction as `assembleLines` gives them. */
export const hexBytes = (instruction: Instruction): string =>
  Buffer.from(Uint32Array.from(instruction.words).buffer).toString('hex');
