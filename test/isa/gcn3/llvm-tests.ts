// Encodings of LLVM's own tests for a chip: their assembly assembled, their bytes disassembled and their IR compiled by
// the LLVM that is installed; each encoding once, read by us. LLVM's source tree is given, and nothing of it is kept:
//
//   node dist/test/isa/gcn3/llvm-tests.js FOLDER [--ir] [CHIP...]
//
// FOLDER has llvm/test (`apt-get source llvm-toolchain-16`); --ir compiles the tests of code generation, too.

import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadIsa } from '../../../src/isa/load-isa.js';
import { LLVM_MC, llvmTool } from '../llvm-mc.js';
import { kindOf } from './differences.js';
import { compareWords, type Pair } from './random-words.js';

/** Programs at the same time. */
const JOBS = 2;
const LIMIT_MS = 30_000;
const BATCH = 20_000;

interface Kind {
  readonly folder: string;
  readonly suffix: string;
  readonly tool: string;
  readonly options: readonly string[];
}

const TEXTS: readonly Kind[] = [
  { folder: 'MC/AMDGPU', suffix: '.s', tool: LLVM_MC, options: ['-triple=amdgcn', '-show-encoding'] },
  {
    folder: 'MC/Disassembler/AMDGPU',
    suffix: '.txt',
    tool: LLVM_MC,
    options: ['-triple=amdgcn', '--disassemble', '-show-encoding'],
  },
];
const IR: Kind = {
  folder: 'CodeGen/AMDGPU',
  suffix: '.ll',
  tool: llvmTool('llc'),
  options: ['-mtriple=amdgcn', '-show-mc-encoding', '-o', '-'],
};

/** Output, also of failing runs: most files are for several chips, and have errors on purpose. */
const outputOf = (tool: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(tool, args, { timeout: LIMIT_MS, maxBuffer: 1 << 28 }, (_error, stdout) => resolve(stdout));
  });

/** Bytes of an encoding; those that a fixup fills are 0. */
function bytesIn(list: string): readonly number[] | undefined {
  const bytes = list.split(',').map((byte) => {
    const text = byte.replace(/^A$/, '0').replace(/'A'$/, '');
    if (text.startsWith('0b')) return Number(text.replaceAll('A', '0'));
    return Number(text);
  });
  return bytes.some(Number.isNaN) ? undefined : bytes;
}

/** Adds the first two words of each encoding, which distinguish all but literals of 64-bit forms. */
function collect(output: string, pairs: Map<string, Pair>): void {
  for (const [, list] of output.matchAll(/encoding: \[([^\]]*)\]/g)) {
    const bytes = bytesIn(list!);
    if (!bytes || bytes.length % 4 !== 0) continue;
    const words = new Uint32Array(Uint8Array.from(bytes).buffer);
    pairs.set(words.join(), [words[0]!, words[1] ?? 0]);
  }
}

async function encodingsOf(tests: string, kinds: readonly Kind[], chip: string): Promise<Map<string, Pair>> {
  const pairs = new Map<string, Pair>();
  const work = kinds.flatMap(({ folder, suffix, tool, options }) =>
    readdirSync(join(tests, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(suffix))
      .map((name) => [tool, [...options, `-mcpu=${chip}`, join(tests, folder, name)]] as const),
  );
  const worker = async (): Promise<void> => {
    for (let next = work.pop(); next; next = work.pop()) collect(await outputOf(...next), pairs);
  };
  await Promise.all(Array.from({ length: JOBS }, worker));
  return pairs;
}

async function report(tests: string, kinds: readonly Kind[], chip: string): Promise<boolean> {
  const isa = await loadIsa(chip);
  const pairs = [...(await encodingsOf(tests, kinds, chip)).values()];
  const tally = new Map<string, number>();
  const count = (name: string, by = 1): void => void tally.set(name, (tally.get(name) ?? 0) + by);
  const wrong: string[] = [];
  for (let at = 0; at < pairs.length; at += BATCH) {
    const { both, neither, differences, changed } = compareWords(isa, pairs.slice(at, at + BATCH));
    count('the same text, and the same bytes of it', both);
    if (neither > 0) count('refused by both', neither);
    for (const [first, second, text] of changed)
      wrong.push(`encoded otherwise: ${first.toString(16)} ${second.toString(16)} ${text}`);
    for (const difference of differences) {
      const kind = kindOf(difference);
      if (kind) count(kind.name);
      else
        wrong.push(
          `${difference.pair.map((word) => word.toString(16)).join(' ')}: ${difference.ours ?? difference.reason} / ${difference.llvm}`,
        );
    }
  }
  console.log(`${chip}: ${pairs.length} different encodings`);
  for (const [name, number] of tally) console.log(`  ${String(number).padStart(6)} ${name}`);
  console.log(`  ${String(wrong.length).padStart(6)} without an explanation`);
  for (const text of wrong.slice(0, 50)) console.log(`    ${text}`);
  return wrong.length === 0;
}

async function main([folder, ...rest]: readonly string[]): Promise<number> {
  const tests = folder && join(folder, 'llvm', 'test');
  if (!tests || !existsSync(join(tests, 'MC', 'AMDGPU'))) {
    console.error(`usage: node llvm-tests.js FOLDER [--ir] [CHIP...]\n${tests ?? 'FOLDER'} has no tests of LLVM`);
    return 2;
  }
  const kinds = rest.includes('--ir') ? [...TEXTS, IR] : TEXTS;
  const named = rest.filter((word) => !word.startsWith('-'));
  let fine = true;
  for (const chip of named.length > 0 ? named : ['gfx803', 'gfx900', 'gfx906'])
    fine = (await report(tests, kinds, chip)) && fine;
  return fine ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main(process.argv.slice(2));
