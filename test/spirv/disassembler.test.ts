// Texts of SPIR-V modules beside those of SPIRV-Tools.

import { readdirSync } from 'node:fs';
import test from 'ava';
import { checkModule } from '../../src/spirv/checks/check-module.js';
import { readSpirv } from '../../src/spirv/reader.js';
import { disassembleSpirv } from '../../src/spirv/text/disassembler.js';
import { assembleFile, assembleText, disassembledByTools, isValid, MODULES } from './tools.js';

for (const name of readdirSync(MODULES)) {
  test(`${name} has the text of spirv-dis, and passes the checks`, (t) => {
    const bytes = assembleFile(name);
    const module = readSpirv(bytes, name);
    const text = disassembleSpirv(module);
    t.is(text, disassembledByTools(bytes));
    t.deepEqual(assembleText(text), bytes);
    t.notThrows(() => checkModule(module));
    // The conversions of clang 22 to the same width are not valid.
    if (name !== 'kernels.spvasm') t.true(isValid(bytes));
  });

  test(`${name} in the other byte order has the same text`, (t) => {
    const bytes = assembleFile(name);
    const swapped = new Uint8Array(Buffer.from(bytes).swap32());
    t.is(disassembleSpirv(readSpirv(swapped, name)), disassembledByTools(bytes));
  });
}
