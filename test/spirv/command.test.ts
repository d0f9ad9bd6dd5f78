// SPIR-V files as inputs of commands.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { atoll, scratchFolder } from '../cli/atoll.js';
import { assembleFile, disassembledByTools } from './tools.js';

const NAME = 'numbers.spvasm';

test('atoll disasm and inspect read a module; a damaged one is named with the word', async (t) => {
  const folder = scratchFolder(t);
  const bytes = assembleFile(NAME);
  const file = join(folder, 'x.spv');
  writeFileSync(file, bytes);
  t.is((await atoll(['disasm', file], { stripFinalNewline: false })).stdout, disassembledByTools(bytes));
  t.regex(String((await atoll(['disasm', '--check', file])).stdout), /all instructions are valid/);
  const { image } = JSON.parse(String((await atoll(['inspect', '--json', file])).stdout)) as {
    image: { version: string; entryPoints: object[]; specializationConstants: object[] };
  };
  t.is(image.version, '1.4');
  t.deepEqual(image.entryPoints, [{ model: 'Kernel', name: 'main', parameters: 2 }]);
  t.deepEqual(image.specializationConstants, [{ id: 7 }]);
  writeFileSync(file, bytes.subarray(0, bytes.length - 8));
  const refused = await atoll(['disasm', '--check', file]);
  t.regex(String(refused.stderr), /x\.spv: SPIR-V word \d+: /);
  t.not(refused.exitCode, 0);
});
