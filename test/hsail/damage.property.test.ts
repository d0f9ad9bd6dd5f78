// HSAIL: literals of strings, and modules that are damaged anywhere.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { array, integer, property, string, tuple } from 'fast-check';
import { readBrig } from '../../src/hsail/brig/reader.js';
import { assemble } from '../../src/hsail/text/assembler.js';
import { disassemble } from '../../src/hsail/text/disassembler.js';
import { stringValue } from '../../src/hsail/text/literals.js';
import { stringText } from '../../src/hsail/text/values.js';
import { AtollError } from '../../src/util/errors.js';
import { root } from '../../src/util/paths.js';
import { holds } from '../property.js';

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
