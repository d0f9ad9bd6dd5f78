import test from 'ava';
import { afterFirstHalf } from '../../../src/compiler/clang/code-halves.js';

const LOG = 'BISECT: running pass (1) A on f\nBISECT: running pass (2) B on f\nBISECT: NOT running pass (3) C on f\n';

test('a limit of passes counts on from the first half of code generation', (t) => {
  t.deepEqual(afterFirstHalf(['-O2', '-mllvm', '-opt-bisect-limit=5'], LOG), ['-O2', '-mllvm', '-opt-bisect-limit=2']);
  t.deepEqual(afterFirstHalf(['-opt-bisect-limit=2'], LOG), ['-opt-bisect-limit=0']);
  t.deepEqual(afterFirstHalf(['-opt-bisect-limit=-1', '-O3'], LOG), ['-opt-bisect-limit=-1', '-O3']);
});
