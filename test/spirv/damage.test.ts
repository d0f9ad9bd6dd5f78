// Modules with any word changed, and cut at any word: an error with the offset of a word, or a module.

import { readdirSync } from 'node:fs';
import test from 'ava';
import { array, constantFrom, integer, oneof, property, tuple } from 'fast-check';
import { translateSpirv } from '../../src/compiler/inputs/spirv/translate.js';
import { readSpirv } from '../../src/spirv/reader.js';
import { disassembleSpirv } from '../../src/spirv/text/disassembler.js';
import { AtollError } from '../../src/util/errors.js';
import { holds } from '../property.js';
import { assembleFile, MODULES } from './tools.js';

/** True if a module is translated, or refused at one of its words. */
function isRefusedOrRead(bytes: Uint8Array): boolean {
  try {
    const module = readSpirv(bytes, 'x.spv');
    const text = disassembleSpirv(module);
    const { ir } = translateSpirv(module, { target: 'tahiti', specializations: [], isRelaxed: false });
    return text.length > 0 && ir.length > 0;
  } catch (error) {
    const [, word] = /^x\.spv: SPIR-V word (\d+): /.exec((error as Error).message) ?? [];
    return error instanceof AtollError && Number(word) <= bytes.length / 4;
  }
}

/** Values of words: extremes, small numbers and ids, anything. */
const VALUES = oneof(
  constantFrom(0, 1, 0xffff_ffff, 0x8000_0000, 0x7fff_ffff, 0xffff, 0x1_0000, 0xffff_0000),
  integer({ min: 0, max: 600 }),
  integer({ min: 0, max: 0xffff_ffff }),
);
const TRIALS = process.env['ATOLL_LONG'] ? 100_000 : 400;

for (const name of readdirSync(MODULES)) {
  const module = assembleFile(name);

  test(`${name}, cut at any word, is refused`, (t) => {
    const step = process.env['ATOLL_LONG'] ? 1 : Math.ceil(module.length / 4 / 100);
    for (let end = 0; end < module.length; end += 4 * step)
      t.true(isRefusedOrRead(module.subarray(0, end)), `word ${end / 4}`);
    t.throws(() => readSpirv(module.subarray(0, module.length - 1), 'x.spv'), { message: /no whole words/ });
  });

  test(`${name} with changed words is refused at a word, or translated`, (t) => {
    const change = array(tuple(integer({ min: 1, max: module.length / 4 - 1 }), VALUES), {
      minLength: 1,
      maxLength: 2,
    });
    holds(
      t,
      property(change, (words) => {
        const damaged = new DataView(Uint8Array.from(module).buffer);
        for (const [at, value] of words) damaged.setUint32(at * 4, value, true);
        return isRefusedOrRead(new Uint8Array(damaged.buffer));
      }),
      TRIALS,
    );
  });
}
