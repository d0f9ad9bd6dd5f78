// The same BRIG as machine code and as HSAIL: programs print the same.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { assemble } from '../../../src/hsail/text/assembler.js';
import { root } from '../../../src/util/paths.js';
import { run, scratchFolder } from '../../cli/atoll.js';
import { runtimeTest } from '../runtime.js';
import { CALLEE, CALLER, FAULTING, FORM_KERNELS, FORMS } from './kernels.js';

interface Program {
  readonly path: string;
  readonly modules: readonly string[];
}

function programOf(t: ExecutionContext, ...texts: readonly string[]): Program {
  const folder = scratchFolder(t);
  const path = join(folder, 'launch');
  execFileSync('gcc', ['-O1', '-w', join(root, 'test/hsa/programs/launch.c'), '-o', path, '-lhsa-runtime64']);
  const modules = texts.map((text, n) => {
    const module = join(folder, `${n}.brig`);
    writeFileSync(module, assemble(text));
    return module;
  });
  return { path, modules };
}

async function output({ path, modules }: Program, kernels: readonly string[], options: readonly string[]) {
  const names = kernels.map((name) => `&${name}`).join(',');
  const { stdout, stderr, exitCode } = await run([path, names, ...modules], [...options]);
  return { stdout: String(stdout), stderr: String(stderr), exitCode };
}

/** The row of statistics of the kernel &queries. */
function scalarInstructions(text: string): string {
  const own = text.slice(text.indexOf('statistics of kernel &queries'));
  return own.split('\n').find((line) => line.includes('instructions.salu')) ?? 'no row';
}

for (const device of ['fiji', 'vega10'])
  runtimeTest(`kernels give the same as HSAIL and as machine code on ${device}`, async (t) => {
    const program = programOf(t, FORMS);
    const [isa, il] = [
      await output(program, FORM_KERNELS, ['--device', device, '--stats=all']),
      await output(program, FORM_KERNELS, ['--device', device, '--hsail=il', '--stats=all']),
    ];
    t.is(isa.exitCode, 0, isa.stderr);
    t.is(isa.stdout.split('\n').length, FORM_KERNELS.length, isa.stdout);
    t.is(il.stdout, isa.stdout, il.stderr);
    t.regex(il.stdout, /&count: 261 261 261 261/);
    t.regex(il.stdout, /&answer: 9 0/);
    // HSAIL has no scalar instructions.
    t.regex(scalarInstructions(il.stderr), / 0 /);
    t.notRegex(scalarInstructions(isa.stderr), / 0 /);
  });

runtimeTest('modules of a program refer to each other, and keep their rounding, in both forms', async (t) => {
  const program = programOf(t, CALLER, CALLEE);
  const isa = await output(program, ['linked'], ['--device', 'fiji']);
  // 1 / 3 differs by one unit.
  t.regex(isa.stdout, /^&linked: 1000 1001 1000 1000, all /, isa.stderr);
  const il = await output(program, ['linked'], ['--device', 'fiji', '--hsail=il']);
  t.is(il.stdout, isa.stdout, il.stderr);
});

const faultOf = async (program: Program, form: string, kernel = 'faulting'): Promise<string> =>
  (await output(program, [kernel], ['--device', 'fiji', '--hsail', form])).stderr;

runtimeTest('a fault names the kernel, and as HSAIL the line of the module', async (t) => {
  // Of two modules: the lines are those of the second one.
  const program = programOf(t, CALLEE, FAULTING);
  t.regex(await faultOf(program, 'isa'), /&faulting/);
  const text = await faultOf(program, 'il');
  t.regex(text, /&faulting/);
  t.regex(text, /forms\.hsail:15.*\n\s*st_global_u32\s/);
});

runtimeTest('a fault at memory of the program that kernels do not reach names it', async (t) => {
  const program = programOf(t, FORMS);
  t.regex(
    await faultOf(program, 'isa', 'loop@stack'),
    /the program has memory at this address: its stack; kernels reach/,
  );
  t.regex(
    await faultOf(program, 'isa', 'loop@static'),
    /at this address: data of .*\/launch; kernels reach memory of malloc/,
  );
});
