// Binary traces of other chips: `atoll trace` loads their instruction sets itself.

import test from 'ava';
import { BinaryTraceSink, KIND } from '../../src/debug/binary-trace.js';
import { BinaryTraceReader } from '../../src/debug/read-binary-trace.js';
import type { LaunchDescriptor } from '../../src/emulator/launch.js';
import type { WorkGroup } from '../../src/emulator/workgroup.js';

/** A trace of one instruction. */
function traceOf(isa: string, word: number): BinaryTraceReader {
  const pieces: Uint8Array[] = [];
  const sink = new BinaryTraceSink((bytes) => pieces.push(Uint8Array.from(bytes)));
  const sizes = { globalSize: [64, 1, 1], localSize: [64, 1, 1] };
  const launch = { kernel: 'k', isa, ...sizes, code: Uint32Array.of(word) } as unknown as LaunchDescriptor;
  sink.begin();
  sink.enter({ launch, number: 0 } as unknown as WorkGroup, 1, 1);
  sink.instruction(KIND.instruction, 0, 0, 7);
  const file = Buffer.concat(pieces);
  return new BinaryTraceReader('x.bin', (offset, length) => file.subarray(offset, offset + length));
}

test('the instruction of a later chip is printed', (t) => {
  const shown = [...traceOf('gfx900', 0x6800_0300).steps()].flatMap((step) => step.shown());
  t.regex(shown.join('\n'), /v_add_u32(_e32)? v0, v0, v1/);
});

test('an instruction set that there is not is damage of the file', (t) => {
  t.throws(() => [...traceOf('gfx1', 0).steps()], {
    message: /^x\.bin, offset 24: there is no instruction set 'gfx1'/,
    code: 'BAD_INPUT',
  });
});
