// Callers: return addresses in scalar registers. This hardware has no stack, and addresses that a function has saved in
// memory are not found.

import type { Wavefront } from '../emulator/wavefront.js';
import { isCall } from '../isa/control.js';
import { SGPR_COUNT } from '../isa/instruction.js';
import { required } from '../util/required.js';
import { type Listing, scalarPair } from './inspect.js';
import { hex, hex32 } from './numbers.js';
import { codesOf } from './registers.js';

export function callers(wavefront: Wavefront, listing: Listing): string[] {
  const { launch } = wavefront.workGroup;
  const { scalarName } = codesOf(wavefront);
  const { codeAddress } = launch;
  const at = (address: number): string => `${hex32(address)} (+${hex(address - codeAddress)})`;
  const lines = [`#0  ${at(wavefront.pc)} in ${launch.kernel}`];
  const calls = listing.of(wavefront).filter(({ instruction }) => instruction && isCall(instruction.def));
  for (let index = 0; index < Math.min(launch.sgprs, SGPR_COUNT) - 1; index += 2) {
    const target = scalarPair(wavefront, index);
    const call = calls.find(({ offset, words, instruction }) => {
      const register = required(instruction, 'instruction').operands['D'];
      const next = codeAddress + offset + 4 * words.length;
      return register?.kind === 'scalar' && register.index === index && BigInt(next) === target;
    });
    if (call)
      lines.push(`#${lines.length}  returns to ${at(Number(target))}, from ${scalarName(index, 2)}: ${call.text}`);
  }
  return lines;
}
