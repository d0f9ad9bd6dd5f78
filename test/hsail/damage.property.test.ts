// HSAIL: literals of strings, and modules that are damaged anywhere.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import test from 'ava';
import { array, integer, property, string, tuple } from 'fast-check';
import { readBrig } from '../../src/hsail/brig/reader.js';
import { finalizeModules } from '../../src/hsail/finalizer/finalize.js';
import { IrProgram } from '../../src/hsail/finalizer/ir-program.js';
import { assemble } from '../../src/hsail/text/assembler.js';
import { disassemble } from '../../src/hsail/text/disassembler.js';
import { stringValue } from '../../src/hsail/text/literals.js';
import { stringText } from '../../src/hsail/text/values.js';
import { AtollError } from '../../src/util/errors.js';
import { root } from '../../src/util/paths.js';
import { holds } from '../property.js';
import { readCases } from './conformance/cases.js';

const sample = readFileSync(join(root, 'test/hsail/sample.brig'));

test('a string is what its literal stands for', (t) => {
  const latin1 = string({ unit: integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) });
  holds(
    t,
    property(latin1, (text) => stringValue(stringText(text)) === text),
  );
});

test('a damaged module is refused with an error of ours, or has a text that is assembled to the same text', (t) => {
  const damage = array(tuple(integer({ min: 0, max: sample.length - 1 }), integer({ min: 0, max: 255 })), {
    minLength: 1,
    maxLength: 3,
  });
  holds(
    t,
    property(damage, (bytes) => {
      const damaged = Uint8Array.from(sample);
      for (const [at, byte] of bytes) damaged[at] = byte;
      let text: string;
      try {
        text = disassemble(readBrig(damaged));
      } catch (error) {
        return error instanceof AtollError;
      }
      try {
        return disassemble(readBrig(assemble(text))) === text;
      } catch (error) {
        return error instanceof AtollError;
      }
    }),
    150,
  );
});

const recorded = readCases(
  gunzipSync(readFileSync(join(root, 'test/hsail/conformance/sample.txt.gz'))).toString('latin1'),
).flatMap(({ modules }) => [...modules.values()]);
/** Larger modules leave less of their bytes that matter. */
const MAX_BYTES = 4096;
const modules = [sample, ...recorded.filter(({ length }) => length < MAX_BYTES)];

test('a damaged module is finalized or refused with an error of ours', (t) => {
  const damage = tuple(
    integer({ min: 0, max: modules.length - 1 }),
    array(tuple(integer({ min: 0, max: MAX_BYTES - 1 }), integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 3,
    }),
  );
  let finalized = 0;
  holds(
    t,
    property(damage, ([index, bytes]) => {
      const damaged = Uint8Array.from(modules[index]!);
      for (const [at, byte] of bytes) damaged[at % damaged.length] = byte;
      try {
        finalizeModules(new IrProgram('gfx803'), [readBrig(damaged)]);
        finalized++;
        return true;
      } catch (error) {
        return error instanceof AtollError && error.code !== 'INTERNAL';
      }
    }),
  );
  t.true(finalized > 0, 'some damage leaves a module that is finalized');
});
