// Positions of correctly rounded f32 divisions (division-chains.ts) in a kernel, and the kernel's blocks with each
// division as one instruction.

import { floatMode, ROUND } from '../../emulator/float-mode.js';
import { elementOf, required } from '../../util/required.js';
import { Chain, isSame } from './division-chains.js';
import { type Block, type FlowGraph, keyOf } from './flow.js';
import type { Liveness } from './liveness.js';
import type { PlacedInstruction } from './placed-instruction.js';

/** Replacements of the instructions of one division, by their positions (`keyOf`). */
export type Division = ReadonlyMap<string, PlacedInstruction>;

/** Instructions among which those of one division are looked for. */
const REACH = 200;

/** True if steps of one mode may stand within code of the other: it keeps denormals, and is the same otherwise. */
function fitsInside(inner: number, outer: number): boolean {
  const [a, b] = [floatMode(inner), floatMode(outer)];
  return !a.f32.flushInputs && !a.f32.flushResults && a.f32.round === b.f32.round;
}

function divisionAt(graph: FlowGraph, start: Block, from: number, liveness: Liveness): Division | undefined {
  const { S1, S2 } = elementOf(start.body, from, 'instruction').instruction.operands;
  if (!S1 || !S2 || !isSame(S1, S1) || !isSame(S2, S2) || isSame(S1, S2)) return undefined;
  const chain = new Chain(S1, S2, start.mode);
  let [block, position] = [start, from];
  for (let count = 0; count < REACH; count++) {
    const placed = block.body[position];
    if (!placed) return undefined;
    const { pc } = placed;
    const next = position + 1 === block.body.length && block.ending === 'next' ? block.next : undefined;
    if (next && next.mode !== block.mode) {
      const follows = graph.blocks[graph.index.get(keyOf(next)) ?? -1];
      if (!follows || !chain.changeMode(placed, pc)) return undefined;
      if (next.mode !== start.mode && !fitsInside(next.mode, start.mode)) return undefined;
      [block, position] = [follows, 0];
      continue;
    }
    const goesOn = chain.take(placed, { pc, mode: block.mode });
    if (!goesOn) return undefined;
    if (goesOn === 'end') {
      const whole =
        block.mode === start.mode && chain.leavesNothing(required(liveness.afterEach(block)[position], 'liveness'));
      return whole ? chain.replaced : undefined;
    }
    position++;
  }
  return undefined;
}

/** All divisions of a graph that can be computed at once. */
export function findDivisions(graph: FlowGraph, makeLiveness: () => Liveness): readonly Division[] {
  const divisions: Division[] = [];
  let liveness: Liveness | undefined;
  for (const block of graph.blocks) {
    if (floatMode(block.mode).f32.round !== ROUND.nearestEven) continue;
    block.body.forEach(({ instruction, pc }, position) => {
      const key = keyOf({ pc, mode: block.mode });
      if (instruction.def.traits.division !== 'scale' || divisions.some((division) => division.has(key))) return;
      liveness ??= makeLiveness();
      const division = divisionAt(graph, block, position, liveness);
      if (division) divisions.push(division);
    });
  }
  return divisions;
}

/**
 * The graph in which divisions are computed at once: those that lie in one block then. They stay apart where one of
 * their instructions is the target of a jump, or another part of the kernel begins.
 *
 * @param make a graph with divisions in place of their instructions
 */
export function withDivisions(
  graph: FlowGraph,
  divisions: readonly Division[],
  make: (divisions: readonly Division[]) => FlowGraph,
): FlowGraph {
  if (divisions.length === 0) return graph;
  const replaced = make(divisions);
  const bodies = replaced.blocks.map(({ body }) => new Set(body));
  const isWhole = (division: Division): boolean =>
    bodies.some((body) => [...division.values()].every((placed) => body.has(placed)));
  const whole = divisions.filter(isWhole);
  return whole.length === divisions.length ? replaced : withDivisions(graph, whole, make);
}
