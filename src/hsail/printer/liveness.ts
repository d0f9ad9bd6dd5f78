// Liveness of registers, and their interference.

import { isCopy, isRegister, type PrintedBlock, type PrintedInstruction, sourcesOf } from './code.js';

const targetsOf = ({ end }: PrintedBlock): readonly string[] => {
  if (end.kind === 'ret') return [];
  return end.kind === 'jump' ? [end.target] : [end.target, end.otherwise];
};

/** Registers that are live at the end of each block. */
function liveOut(blocks: readonly PrintedBlock[]): ReadonlyMap<PrintedBlock, ReadonlySet<number>> {
  const byLabel = new Map(blocks.map((block) => [block.label, block]));
  const entering = new Map<PrintedBlock, Set<number>>(blocks.map((block) => [block, new Set()]));
  const leaving = new Map<PrintedBlock, Set<number>>(blocks.map((block) => [block, new Set()]));
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const block of [...blocks].reverse()) {
      const out = leaving.get(block)!;
      for (const target of targetsOf(block)) for (const id of entering.get(byLabel.get(target)!)!) out.add(id);
      const live = liveBefore(block, out);
      if (live.size === entering.get(block)!.size) continue;
      entering.set(block, live);
      isChanged = true;
    }
  }
  return leaving;
}

function liveAtEnd({ end }: PrintedBlock, out: ReadonlySet<number>): Set<number> {
  const live = new Set(out);
  if (end.kind === 'branch') live.add(end.condition.id);
  if (end.kind === 'branch' && end.opposite) live.add(end.opposite.id);
  return live;
}

function step(live: Set<number>, instruction: PrintedInstruction): void {
  for (const { id } of instruction.results) live.delete(id);
  for (const { id } of sourcesOf(instruction)) live.add(id);
}

function liveBefore(block: PrintedBlock, out: ReadonlySet<number>): Set<number> {
  const live = liveAtEnd(block, out);
  for (let n = block.instructions.length - 1; n >= 0; n--) step(live, block.instructions[n]!);
  return live;
}

/** Removes instructions without effect whose results are unused. */
export function removeUnused(blocks: readonly PrintedBlock[]): void {
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    const leaving = liveOut(blocks);
    for (const block of blocks) {
      const live = liveAtEnd(block, leaving.get(block)!);
      const kept: PrintedInstruction[] = [];
      for (const instruction of [...block.instructions].reverse()) {
        const mayGo = instruction.isPure || isCopy(instruction);
        if (mayGo && instruction.results.every(({ id }) => !live.has(id))) continue;
        kept.push(instruction);
        step(live, instruction);
      }
      if (kept.length === block.instructions.length) continue;
      block.instructions.splice(0, block.instructions.length, ...kept.reverse());
      isChanged = true;
    }
  }
}

/** Registers that are live at the same time, by number. */
export function interferences(blocks: readonly PrintedBlock[]): ReadonlyMap<number, ReadonlySet<number>> {
  const pairs = new Map<number, Set<number>>();
  const own = (id: number): Set<number> => {
    const neighbours = pairs.get(id) ?? new Set<number>();
    pairs.set(id, neighbours);
    return neighbours;
  };
  const meet = (a: number, b: number): void => {
    if (a === b) return;
    own(a).add(b);
    own(b).add(a);
  };
  const leaving = liveOut(blocks);
  for (const block of blocks) {
    const live = liveAtEnd(block, leaving.get(block)!);
    for (const id of live) own(id);
    for (const instruction of [...block.instructions].reverse()) {
      const source = isCopy(instruction) ? instruction.operands[1] : undefined;
      const same = source !== undefined && isRegister(source) ? source.id : -1;
      for (const { id } of instruction.results) {
        own(id);
        for (const other of live) if (other !== same) meet(id, other);
        for (const other of instruction.results) meet(id, other.id);
      }
      step(live, instruction);
    }
  }
  return pairs;
}
