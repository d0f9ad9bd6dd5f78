// Compiles the core of the timing model to WebAssembly, from the sources that are executed as TypeScript:
// AssemblyScript knows their subset. What stands below them is another file there, and numbers that they share with the
// rest of the model are read off the compiled rest.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pinnedNode } from './node.mjs';
import { command, root, step } from './steps.mjs';

const source = join(root, 'src', 'timing', 'core');
const folder = join(root, 'build', 'timing-core');
const compiler = join(root, 'node_modules', 'assemblyscript', 'bin', 'asc.js');
const OUTPUT = 'dist/src/timing/core/core.wasm';
/** Modules that AssemblyScript gets from elsewhere. */
const OTHERS = ['platform.ts', 'numbers.ts', 'head.ts', 'types.d.ts'];

const constants = (values, indent) =>
  Object.entries(values)
    .map(([name, value]) => `${indent}export const ${name}: i32 = ${value};\n`)
    .join('');

export async function numbers() {
  const all = Object.entries(await import(pathToFileURL(join(root, 'dist/src/timing/core/numbers.js')).href));
  const plain = all.filter(([, value]) => typeof value === 'number');
  const groups = all.filter(([, value]) => typeof value === 'object');
  const spaces = groups.map(([name, values]) => `export namespace ${name} {\n${constants(values, '  ')}}\n`);
  return `${constants(Object.fromEntries(plain), '')}${spaces.join('')}`;
}

const printer = `
  import { numbers } from ${JSON.stringify(import.meta.url)};
  process.stdout.write(await numbers());
`;

function copySources() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(source).filter((name) => name.endsWith('.ts') && !OTHERS.includes(name)))
    writeFileSync(
      join(folder, file),
      readFileSync(join(source, file), 'utf8').replace(/(from '\.\/[\w-]+)\.js'/g, "$1'"),
    );
  writeFileSync(join(folder, 'platform.ts'), readFileSync(join(source, 'platform.as')));
  // Under our own Node, which knows what the compiled files use.
  writeFileSync(join(folder, 'numbers.ts'), command(pinnedNode(), ['--input-type=module', '-e', printer]));
}

/** Memory is shared: threads may help one another. */
const MEMORY = ['--importMemory', '--sharedMemory', '--initialMemory', '1', '--maximumMemory', '65536'];
/** AssemblyScript's runtime without garbage collection: the core allocates nothing. */
const RUNTIME = ['--runtime', 'stub'];
const FEATURES = ['--enable', 'threads', '--enable', 'simd'];
const OPTIONS = ['-O3', ...RUNTIME, '--noAssert', '--use', 'abort=', ...FEATURES, ...MEMORY];

export function compileTimingCore() {
  step({
    name: 'timing-core',
    text: 'compiling the core of the timing model to WebAssembly',
    inputs: ['src/timing', 'src/isa/rates.ts', 'src/setup/timing-core.mjs', 'package-lock.json'],
    outputs: [OUTPUT],
    run: () => {
      copySources();
      command(pinnedNode(), [compiler, join(folder, 'index.ts'), ...OPTIONS, '--outFile', join(root, OUTPUT)]);
    },
  });
}
