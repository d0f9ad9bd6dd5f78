// LLVM's disassembler for gfx8 and gfx9, many instructions at a time: the text of the first instruction of each pair of
// words.

import { spawnSync } from 'node:child_process';
import { LLVM_MC } from '../llvm-mc.js';

const SLEEP = 0xbf8e0000;
const NOP = 0xbf800000;

const bytesOf = (word: number): string =>
  [0, 8, 16, 24].map((low) => `0x${((word >>> low) & 0xff).toString(16)}`).join(',');

/**
 * LLVM's output for each pair: the text of its first instruction, or undefined where that is none. Two instructions
 * that carry the pair's number follow it; the first of them may be taken for a literal.
 * @throws Error when llvm-mc's answer is not understood
 */
export function llvmTexts(
  chip: string,
  pairs: readonly (readonly [number, number])[],
): readonly (string | undefined)[] {
  const input = pairs.map(([first, second], i) => {
    const mark = i & 0xffff;
    return `${[first, second, SLEEP | mark, NOP | mark].map(bytesOf).join(',')}\n`;
  });
  const { stdout, stderr } = spawnSync(LLVM_MC, ['-triple=amdgcn', `-mcpu=${chip}`, '--disassemble'], {
    input: input.join(''),
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  // Of an invalid encoding the disassembler may or may not print something; it warns at the first column of the pair's
  // line.
  const invalid = new Set([...stderr.matchAll(/<stdin>:(\d+):1: warning/g)].map(([, line]) => Number(line) - 1));
  const texts: (string | undefined)[] = [];
  let first: string | undefined;
  for (const line of stdout.split('\n')) {
    const text = line.replace(/;.*$/, '').trim();
    if (text === '' || text.startsWith('.')) continue;
    const mark = /^s_nop (\S+)$/.exec(text)?.[1];
    const isEnd = mark !== undefined && Number(mark) === (texts.length & 0xffff);
    if (isEnd && (first !== undefined || invalid.has(texts.length))) {
      texts.push(invalid.has(texts.length) || first === 'v_illegal' ? undefined : first);
      first = undefined;
    } else first ??= text;
  }
  if (texts.length !== pairs.length) throw new Error(`llvm-mc answers ${texts.length} of ${pairs.length}`);
  return texts;
}
