// Machine code on disk that is none: thrown away, so that it is made anew.

import { join } from 'node:path';
import test from 'ava';
import { loadNative } from '../../src/host/native.js';
import { NativeCodeFiles, nativeCodeFiles, nativeCodeKey } from '../../src/kernels/native-code.js';
import { translationFileKey } from '../../src/kernels/translations.js';
import { temporaryFolder } from '../compiler/setup.js';
import { createMemory } from '../emulator/harness.js';

const level = loadNative().instructionSetLevel();

/** A processor without the instructions of any level has no machine code. */
(level > 0 ? test : test.skip)('what no system would load is thrown away', (t) => {
  const folder = join(temporaryFolder(t), 'cache');
  const key = nativeCodeKey(translationFileKey('me', 'kernel'), level);
  const files = nativeCodeFiles(folder);
  files.put(key, { header: null, binary: Buffer.from('no shared library') });
  t.true(files.has(key));
  t.is(new NativeCodeFiles(folder, 'me', () => undefined).find('kernel', createMemory(), []), undefined);
  t.false(files.has(key));
});
