// Private memory takes any address on GFX9, as compilers for amdhsa rely on since LLVM 20. C functions of packed
// structures, copies at odd distances and pointers to anywhere give on every engine what they give on this machine; on
// gfx8 compilers take them apart.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import type { EngineName } from '../../src/config/engine-names.js';
import { Machine, readImage } from '../../src/library/index.js';
import { compileC } from './objects.js';

const FILE = fileURLToPath(new URL('../../../test/hsa/unaligned-private.c', import.meta.url));
const ITEMS = 64;
/** The oracle takes a hundred times as long as others. */
const itemsOf = (engine: EngineName): number => (engine === 'oracle' ? 12 : ITEMS);
const ARGUMENT = 3;

/** Results of each function in each work-item, as the host's compiler has it. */
function expectedResults(): ReadonlyMap<string, readonly number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-unaligned-'));
  try {
    const program = join(folder, 'reference');
    execFileSync('gcc', ['-O1', '-w', FILE, '-o', program]);
    const lines = execFileSync(program, [String(ARGUMENT)], { encoding: 'utf8' })
      .trim()
      .split('\n');
    return new Map(
      lines.map((line) => {
        const [name, ...values] = line.split(' ');
        return [name!, values.map(Number)];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const EXPECTED = expectedResults();
const FLAT_SCRATCH = ['-Xclang', '-target-feature', '-Xclang', '+enable-flat-scratch'];
/**
 * clang 22 moves an array to LDS with a stride of lanes that ignores its alignment; accesses of gfx8 have to be
 * aligned.
 */
const PRIVATE = ['-mllvm', '-disable-promote-alloca-to-lds'];

/** Of each kind of access one: for engines that take long for each kernel, or for each instruction. */
const FEW = ['wide_members', 'store_halves', 'quads', 'any_pointer', 'neighbours'] as const;

/** clang 22 reads the aperture of private memory at address 0xc0 in a recursive function: its base got lost. */
const NOT_ON_GFX803 = 'stack';

interface Build {
  readonly cpu: string;
  readonly flags: readonly string[];
  /** Engines, and those that get few functions. */
  readonly all: readonly EngineName[];
  readonly few: readonly EngineName[];
}

/** Without optimisation pointers stay generic; with it they are buffers, or their own instructions. */
const BUILDS: readonly Build[] = [
  { cpu: 'gfx900', flags: ['-O0'], all: ['interp'], few: [] },
  { cpu: 'gfx900', flags: ['-O2'], all: ['wasm', 'interp'], few: ['jit', 'oracle', 'native'] },
  { cpu: 'gfx906:xnack-', flags: ['-O2', ...FLAT_SCRATCH], all: ['interp'], few: ['wasm'] },
  { cpu: 'gfx906:xnack+', flags: ['-O1'], all: ['interp'], few: [] },

  { cpu: 'gfx803', flags: ['-O2', ...PRIVATE], all: ['interp'], few: ['wasm', 'jit', 'oracle'] },
];

for (const { cpu, flags, all, few } of BUILDS) {
  const image = readImage(compileC(readFileSync(FILE, 'utf8'), cpu, flags));
  for (const engine of [...all, ...few])
    test.serial(`${cpu} ${flags.filter((flag) => /^-O|^\+/.test(flag)).join(' ')}: ${engine}`, async (t) => {
      t.timeout(600_000);
      const machine = new Machine({ engine });
      for (const name of all.includes(engine) ? EXPECTED.keys() : FEW) {
        if (cpu === 'gfx803' && name === NOT_ON_GFX803) continue;
        const [items, out] = [itemsOf(engine), new Uint32Array(ITEMS)];
        const values = [out, Uint32Array.of(ARGUMENT)];
        await machine.launch(image.kernel(`k_${name}`), { globalSize: [items], localSize: [items], arguments: values });
        t.deepEqual([...out.subarray(0, items)], EXPECTED.get(name)!.slice(0, items), name);
      }
      await machine.close();
    });
}
