// Generated files in the repository match their sources.

import test from 'ava';
import { staleFiles } from '../src/documents/generate.js';

test('no generated file is stale', (t) => {
  t.deepEqual(staleFiles(), []);
});
