// Claims of HSAIL about uniform execution, by the active lanes while a wavefront executes the instructions of one line.
// Lanes of other wavefronts are not compared.

import type { Wavefront } from '../emulator/wavefront.js';
import type { Instruction } from '../isa/instruction.js';
import type { HsailClaims } from './hsail-claims.js';

/** Behaviour of two lanes that contradicts the claims of an instruction. */
export interface ClaimViolation {
  readonly claims: HsailClaims;
  readonly wavefront: Wavefront;
  readonly at: ExecutedInstruction;
  /** A lane that continues or executes, and one that does not. */
  readonly lane: number;
  readonly other: number;
  /** The last instruction that the other lane has executed. */
  readonly otherAt: ExecutedInstruction;
}

export interface ExecutedInstruction {
  readonly pc: number;
  readonly instruction: Instruction;
}

/** Execution of one line. */
interface LineVisit {
  readonly line: number;
  readonly at: ExecutedInstruction;
  readonly claims: HsailClaims | undefined;
  readonly before: bigint;
  /** All lanes that were active at one of its instructions. */
  together: bigint;
}

interface LaneTrail {
  readonly begun: bigint;
  exec: bigint;
  last: ExecutedInstruction | undefined;
  visit: LineVisit | undefined;
  /** By inactive lane. */
  readonly left: Map<number, ExecutedInstruction>;
}

const MAX_LANES = 64;
const lowest = (mask: bigint): number => {
  let lane = 0;
  while (((mask >> BigInt(lane)) & 1n) === 0n) lane++;
  return lane;
};

/** The first slice that has lanes of both masks: one of each. */
function split(lanes: bigint, others: bigint, slice: number): readonly [number, number] | undefined {
  const size = Math.min(slice, MAX_LANES);
  const whole = (1n << BigInt(size)) - 1n;
  for (let first = 0; first < MAX_LANES; first += size) {
    const mask = whole << BigInt(first);
    if ((lanes & mask) !== 0n && (others & mask) !== 0n) return [lowest(lanes & mask), lowest(others & mask)];
  }
  return undefined;
}

export class UniformityCheck {
  private readonly trails = new WeakMap<Wavefront, LaneTrail>();
  /** By line, the instruction of the first violation: a line has several in machine code. */
  private readonly places = new Map<number, ExecutedInstruction>();

  constructor(private readonly onViolation: (violation: ClaimViolation) => void) {}

  launch(): void {
    this.places.clear();
  }

  start(wavefront: Wavefront): void {
    const { exec } = wavefront;
    this.trails.set(wavefront, { begun: exec, exec, last: undefined, visit: undefined, left: new Map() });
  }

  /** The last instruction that an inactive lane has executed. */
  lastOf(wavefront: Wavefront, lane: number): ExecutedInstruction | undefined {
    return this.trails.get(wavefront)?.left.get(lane);
  }

  /** Before an instruction. @param line of the HSAIL text; 0 where there is none */
  before(wavefront: Wavefront, at: ExecutedInstruction, line: number, claims: HsailClaims | undefined): void {
    const trail = this.trails.get(wavefront);
    if (!trail) return;
    const { exec } = wavefront;
    if (exec !== trail.exec) follow(trail, exec);
    trail.last = at;
    if (trail.visit?.line === line) {
      trail.visit.together |= exec;
      return;
    }
    if (trail.visit?.claims) this.leave(wavefront, trail, trail.visit);
    trail.visit = { line, at, claims, before: exec, together: exec };
  }

  private leave(wavefront: Wavefront, trail: LaneTrail, { line, claims, before, together, at }: LineVisit): void {
    const { sameTarget, executedTogether } = claims!;
    const pair =
      sameTarget === undefined
        ? split(together, trail.begun & ~together, executedTogether ?? 1)
        : split(trail.exec & before, before & ~trail.exec, sameTarget);
    if (!pair) return;
    const [lane, other] = pair;
    const place = this.places.get(line) ?? at;
    this.places.set(line, place);
    this.onViolation({ claims: claims!, wavefront, at: place, lane, other, otherAt: trail.left.get(other) ?? place });
  }
}

function follow(trail: LaneTrail, exec: bigint): void {
  const { last } = trail;
  const gone = trail.exec & ~exec;
  for (let lane = 0; last && lane < MAX_LANES; lane++)
    if (((gone >> BigInt(lane)) & 1n) !== 0n) trail.left.set(lane, last);
  trail.exec = exec;
}
