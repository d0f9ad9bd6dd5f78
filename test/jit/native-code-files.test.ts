// Machine code on disk that is none: thrown away, so that it is made anew.

import { join } from 'node:path';
import test from 'ava';
import { loadNative } from '../../src/host/native.js';
import { NativeCodeFiles, nativeCodeFiles, nativeCodeKey } from '../../src/kernels/native-code.js';
import { translationFileKey } from '../../src/kernels/translations.js';
import { temporaryFolder } from '../compiler/setup.js';
import { createMemory } from '../emulator/harness.js';

test('what no system would load is thrown away', (t) => {
  const folder = join(temporaryFolder(t), 'cache');
  const level = loadNative().instructionSetLevel();
  if (level === 0) {
    t.pass('this processor has no machine code of ours');
    return;
  }
  const key = nativeCodeKey(translationFileKey('me', 'kernel'), level);
  const files = nativeCodeFiles(folder);
  files.put(key, { header: null, binary: Buffer.from('no shared library') });
  t.true(files.has(key));
  t.is(new NativeCodeFiles(folder, 'me', () => undefined).find('kernel', createMemory(), []), undefined);
  t.false(files.has(key));
});
