// Compiles and runs libm-reference.c: results of the C library and the processor for tests.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * One question: a function of libm-reference.c, a rounding (0 nearest, 1 up, 2 down, 3 toward zero) and bit patterns.
 */
export interface Question {
  readonly name: string;
  readonly round?: number;
  readonly args: readonly bigint[];
}

const SOURCE = fileURLToPath(new URL('../../../test/isa/libm-reference.c', import.meta.url));

/** Evaluates all arguments in one run of the program; answers are bit patterns. */
export function askLibm(questions: readonly Question[]): readonly bigint[] {
  const directory = mkdtempSync(join(tmpdir(), 'atoll-libm-'));
  try {
    const program = join(directory, 'reference');
    execFileSync('gcc', ['-O0', '-frounding-math', '-ffp-contract=off', '-o', program, SOURCE, '-lm']);
    const lines = questions.map(({ name, round, args }) =>
      [name, round ?? 0, ...[0, 1, 2].map((index) => (args[index] ?? 0n).toString(16))].join(' '),
    );
    const output = execFileSync(program, { input: `${lines.join('\n')}\n`, encoding: 'utf8', maxBuffer: 1 << 28 });
    const answers = output.trim().split('\n');
    if (answers.length !== questions.length)
      throw new Error(`asked ${questions.length}, got ${answers.length} answers`);
    return answers.map((answer) => BigInt(`0x${answer}`));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
