// Accesses of LDS beyond what the kernel requested. The hardware allocates whole units: up to the end of the last one
// such an access is made, and behind it reads give 0 and writes are dropped; on another device both may be anything.

import { allocatedLds } from '../emulator/launch.js';
import type { Probe } from '../emulator/probes.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { Instruction } from '../isa/instruction.js';
import { printInstruction } from '../isa/print.js';
import { LaunchContexts } from '../launch/launch-context.js';
import { placeText } from '../source/locator.js';
import { required } from '../util/required.js';
import { type AccessGroup, accessesOf } from './memory-accesses.js';

/** An access of one lane. */
interface Place {
  readonly lane: number;
  readonly offset: number;
  readonly bytes: number;
  readonly kind: AccessGroup['kind'];
}

/** A probe that reports each instruction of a kernel once. */
export class LdsCheck implements Probe {
  /** Findings, by kernel and offset. */
  readonly findings = new Map<string, string>();

  /** @param report prints a sentence for the user @param launchContexts launch contexts, for the source */
  constructor(
    private readonly report: (text: string) => void,
    private readonly launchContexts = new LaunchContexts(),
  ) {}

  onInstructionBefore(wavefront: Wavefront, pc: number, instruction: Instruction): void {
    if (instruction.def.encoding.unit !== 'lds') return;
    const { launch } = wavefront.workGroup;
    const key = `${launch.kernel} ${pc - launch.codeAddress}`;
    if (this.findings.has(key)) return;
    const place = farthestBeyond(wavefront, instruction, launch.ldsBytes);
    if (!place) return;
    const source = this.launchContexts.at(launch, pc);
    const text = describe(wavefront, pc, instruction, place) + (source ? `; ${placeText(source)}` : '');
    this.findings.set(key, text);
    this.report(text);
  }
}

/** The access that lies farthest beyond. */
function farthestBeyond(wavefront: Wavefront, instruction: Instruction, limit: number): Place | undefined {
  let worst: Place | undefined;
  for (const { kind, space, bits, mask, addresses } of accessesOf(wavefront.memory, wavefront, instruction)) {
    if (space !== 'lds') continue;
    const bytes = bits / 8;
    for (let lane = 0; lane < addresses.length; lane++) {
      const offset = required(addresses[lane], "lane's address");
      if (((mask >> BigInt(lane)) & 1n) === 0n || offset + bytes <= limit) continue;
      if (!worst || offset > worst.offset) worst = { lane, offset, bytes, kind };
    }
  }
  return worst;
}

function describe(wavefront: Wavefront, pc: number, instruction: Instruction, place: Place): string {
  const { workGroup, index } = wavefront;
  const { launch, id } = workGroup;
  const { lane, offset, bytes, kind } = place;
  const outcome = offset + bytes <= allocatedLds(launch);
  const effect = outcome
    ? `within the ${allocatedLds(launch)} that the hardware allocates`
    : `beyond the ${allocatedLds(launch)} that the hardware allocates: ${kind === 'store' ? 'nothing is written' : 'it returns 0'}`;
  return (
    `kernel ${launch.kernel} at +0x${(pc - launch.codeAddress).toString(16)}: '${printInstruction(instruction)}' accesses ` +
    `${bytes} bytes of local memory at ${offset}, the work-group has ${launch.ldsBytes} bytes; ${effect}; ` +
    `work-group (${id.join(', ')}) wavefront ${index} lane ${lane}`
  );
}
