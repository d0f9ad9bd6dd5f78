// Blocks as text: a jump to the next block is left out.

import {
  type BlockExit,
  instructionLine,
  isCopy,
  isRegister,
  type PrintedBlock,
  type PrintedInstruction,
  type VirtualRegister,
} from './code.js';

/** True if a copy's sides have the same register. */
function isOwnCopy(instruction: PrintedInstruction, names: ReadonlyMap<number, string>): boolean {
  const source = instruction.operands[1];
  if (!isCopy(instruction) || source === undefined || !isRegister(source)) return false;
  return names.get(source.id) === names.get(instruction.results[0]!.id);
}

/** True if nothing but the jump remains of a block once registers have names. */
function isPassage({ instructions, end }: PrintedBlock, names: ReadonlyMap<number, string>): boolean {
  return end.kind === 'jump' && instructions.every((instruction) => isOwnCopy(instruction, names));
}

/** The block that jumps lead to, behind blocks that only jump. */
function finalTargets(blocks: readonly PrintedBlock[], names: ReadonlyMap<number, string>): (label: string) => string {
  const byLabel = new Map(blocks.map((block) => [block.label, block]));
  const follow = (label: string, seen: ReadonlySet<string>): string => {
    const block = byLabel.get(label)!;
    if (block.end.kind !== 'jump' || !isPassage(block, names) || seen.has(label)) return label;
    return follow(block.end.target, new Set([...seen, label]));
  };
  return (label) => follow(label, new Set());
}

/** Conditions such that the next block follows without a jump; the other comparison is left without use. */
export function chooseConditions(blocks: readonly PrintedBlock[], names: ReadonlyMap<number, string>): void {
  const targetOf = finalTargets(blocks, names);
  const kept = blocks.filter((block, n) => n === 0 || !isPassage(block, names));
  for (const [n, block] of kept.entries()) {
    const { end } = block;
    if (end.kind !== 'branch') continue;
    const { opposite, ...rest } = end;
    const isNext = opposite !== undefined && targetOf(end.target) === kept[n + 1]?.label;
    block.end = isNext ? { kind: 'branch', condition: opposite, target: end.otherwise, otherwise: end.target } : rest;
  }
}

function endLines(end: BlockExit, next: string | undefined, nameOf: (register: VirtualRegister) => string): string[] {
  if (end.kind === 'ret') return ['  ret;'];
  const jump = (target: string): string[] => (target === next ? [] : [`  br ${target};`]);
  if (end.kind === 'jump') return jump(end.target);
  return [`  cbr_b1 ${nameOf(end.condition)}, ${end.target};`, ...jump(end.otherwise)];
}

/** Blocks without those that only jump, as edges whose copies are between the same registers. */
export function withoutPassages(blocks: readonly PrintedBlock[], names: ReadonlyMap<number, string>): PrintedBlock[] {
  const targetOf = finalTargets(blocks, names);
  for (const block of blocks) {
    const { end } = block;
    if (end.kind === 'jump') block.end = { ...end, target: targetOf(end.target) };
    if (end.kind === 'branch') block.end = { ...end, target: targetOf(end.target), otherwise: targetOf(end.otherwise) };
  }
  const [first] = blocks;
  const reached = new Set(blocks.flatMap(({ end }) => targetsOf(end)));
  return blocks.filter((block) => block === first || reached.has(block.label));
}

const targetsOf = (end: BlockExit): readonly string[] => {
  if (end.kind === 'ret') return [];
  return end.kind === 'jump' ? [end.target] : [end.target, end.otherwise];
};

/** @param sourceName of lines; no lines without */
export function blockLines(
  blocks: readonly PrintedBlock[],
  names: ReadonlyMap<number, string>,
  sourceName: string | undefined,
): string[] {
  const nameOf = ({ id }: VirtualRegister): string => names.get(id)!;
  const jumped = new Set<string>();
  for (const [n, { end }] of blocks.entries()) {
    const next = blocks[n + 1]?.label;
    for (const [index, target] of targetsOf(end).entries())
      if (target !== next || (end.kind === 'branch' && index === 0)) jumped.add(target);
  }
  let line = 0;
  return blocks.flatMap(({ label, instructions, end }, n) => {
    const lines = jumped.has(label) ? [`${label}:`] : [];
    for (const instruction of instructions.filter((each) => !isOwnCopy(each, names))) {
      if (sourceName !== undefined && instruction.line > 0 && instruction.line !== line) {
        line = instruction.line;
        lines.push(`  loc ${line} "${sourceName}";`);
      }
      lines.push(instructionLine(instruction, nameOf));
    }
    return [...lines, ...endLines(end, blocks[n + 1]?.label, nameOf)];
  });
}
