// The test files of `npm run test:unit`: those that start no process and no thread, and take a second or two at most.

import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { filesBelow, root } from './steps.mjs';

const STARTS = /'node:child_process'|'node:worker_threads'|from 'execa'/;
const IMPORT = /from '(\.[^']+)'/g;
/** Whole engines over many random programs, and what compiles OpenCL C or machine code. */
const LONG =
  /property|fuzz|file-tests|native|\/optimised\/|\/golden\/|^test\/(compiler|benchmarks|documents|opencl|generator|library|generated|jit\/(parts|linear|large|lockstep|groups|access-ways|divisions|entries|translations))/;
/** Each row, format or step of an instruction set on several engines: many seconds of processor time for each file. */
export const EXHAUSTIVE_FILES = [
  'cal/damage',
  'debug/watched-steps',
  'emulator/oracle',
  'emulator/remainder',
  'emulator/residents',
  'hsail/conformance',
  'hsail/il/conformance',
  'hsail/il/kernels',
  'hsail/printer/printer',
  'isa/encodings',
  'isa/gcn3/compiled-rows',
  'isa/gcn3/lockstep',
  'jit/component-trees',
  'jit/known-words',
  'jit/tiering',
  'launch/address-space',
  'statistics/counts',
  'statistics/summed',
  'timing/compiled-records',
  'timing/core',
  'timing/levels',
  'timing/recorder-pause',
].map((name) => `test/${name}.test.ts`);

const text = (file) => readFileSync(join(root, file), 'utf8');

/** True if a test file, or a module of test/ that it imports, starts processes. */
function startsProcesses(file, known = new Map()) {
  if (known.has(file)) return known.get(file);
  known.set(file, false);
  const source = text(file);
  const imported = [...source.matchAll(IMPORT)]
    .map(([, path]) => posix.join(posix.dirname(file), path).replace(/\.js$/, '.ts'))
    .filter((path) => path.startsWith('test/') && existsSync(join(root, path)));
  const result = STARTS.test(source) || imported.some((path) => startsProcesses(path, known));
  known.set(file, result);
  return result;
}

/** Compiled files, for ava. */
export function unitTests() {
  const known = new Map();
  return filesBelow('test')
    .map((path) => path.replaceAll('\\', '/'))
    .filter(
      (path) =>
        path.endsWith('.test.ts') &&
        !LONG.test(path) &&
        !EXHAUSTIVE_FILES.includes(path) &&
        !startsProcesses(path, known),
    )
    .map((path) => join('dist', path.replace(/\.ts$/, '.js')));
}
