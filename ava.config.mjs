import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** They take minutes: begun last, they would run alone in the end. */
export const FIRST_FILES = [
  'opencl/builtins',
  'opencl/programs',
  'hip/hip',
  'benchmarks/lockstep',
  'compiler/executed',
  'hip/instruments',
].map((name) => `dist/test/${name}.test.js`);

const root = fileURLToPath(new URL('.', import.meta.url));

function placeOf(file) {
  const place = FIRST_FILES.indexOf(relative(root, file));
  return place < 0 ? FIRST_FILES.length : place;
}

export default {
  files: ['dist/test/**/*.test.js'],
  workerThreads: false,
  timeout: '5m',
  sortTestFiles: (one, other) => placeOf(one) - placeOf(other) || one.localeCompare(other),
};
