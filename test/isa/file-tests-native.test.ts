// Runs the file tests test/isa/*.s on machine code that clang makes. Most tests share a kernel with others of their file: clang takes longer
// for what stands around a test's code than for the code.

import test from 'ava';
import { createJit } from '../../src/jit/engine/jit.js';
import { CompiledAtOnce } from '../../src/kernels/compiled-at-once.js';
import { denormals } from '../jit/denormals.js';
import { DEFAULT_MODE, type Program } from './cells.js';
import { CASES, type Case, defineFileTests } from './file-tests.js';
import { LaunchDriver, type Together } from './launch-driver.js';

/** Tests in a kernel. */
const MOST = 12;
/** Code that works at the start of the image only: it looks at addresses, its own or those of labels, or leaves the image. */
const STAYS = /_b64 .*\bpc\b|pc_b64|fork|join|s_branch -/;

const stays = ({ program, runs }: Case): boolean =>
  STAYS.test(program.text) || runs.some(({ of }) => of.fault !== undefined || /code/.test(JSON.stringify(of)));

/** Kernels by program and MODE. */
const shared = new Map<Program, Map<number, Together>>();
const open = new Map<string, Program[]>();

function share(program: Program, key: string, mode: number): void {
  let together = open.get(key);
  if (!together || together.length === MOST) open.set(key, (together = []));
  together.push(program);
  let byMode = shared.get(program);
  if (!byMode) shared.set(program, (byMode = new Map()));
  byMode.set(mode, together);
}

for (const each of CASES) {
  const { file, program, runs } = each;
  const modes = new Set(runs.map(({ state }) => state.get('mode') ?? DEFAULT_MODE));
  for (const mode of modes) share(program, stays(each) ? each.name : `${file} ${mode} ${program.ldsBytes}`, mode);
}

const code = new CompiledAtOnce();
defineFileTests([
  new LaunchDriver(
    'native',
    (memory) => createJit(memory, { denormals, store: code, nativeCode: code }),
    (program, mode) => shared.get(program)!.get(mode)!,
  ),
]);

test.serial('kernels were compiled by clang', (t) => {
  t.true(code.compiled > 0);
});
