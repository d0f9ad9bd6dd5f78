// Rules that read the dispatch packet and the place of a work-item in the grid.

import type { FunctionEmitter } from './function-emitter.js';
import type { HsailInstruction, Rule, RuleTable } from './instruction.js';
import { bitsOf } from './shapes.js';

/** hsa_kernel_dispatch_packet_t: offset and bits of a field. */
const PACKET = { setup: [2, 16], groupSize: [4, 16], gridSize: [12, 32], completion: [56, 64] } as const;
const CONSTANT = 'ptr addrspace(4)';
const AXES = 'xyz';
const DIMENSION_MASK = 3;

class Grid {
  constructor(private readonly out: FunctionEmitter) {}

  packet([offset, bits]: readonly [number, number], index = 0): string {
    const { out } = this;
    const packet = out.call(CONSTANT, 'llvm.amdgcn.dispatch.ptr');
    const place = out.value(`getelementptr i8, ${CONSTANT} ${packet}, i64 ${offset + (index * bits) / 8}`);
    const value = out.value(`load i${bits}, ${CONSTANT} ${place}, align ${bits / 8}`);
    return bits === 16 ? out.value(`zext i16 ${value} to i32`) : value;
  }

  dimensions(): string {
    return this.out.value(`and i32 ${this.packet(PACKET.setup)}, ${DIMENSION_MASK}`);
  }

  localId(dimension: number): string {
    return this.out.call('i32', `llvm.amdgcn.workitem.id.${AXES[dimension]}`);
  }

  groupId(dimension: number): string {
    return this.out.call('i32', `llvm.amdgcn.workgroup.id.${AXES[dimension]}`);
  }

  groupSize(dimension: number): string {
    return this.packet(PACKET.groupSize, dimension);
  }

  gridSize(dimension: number): string {
    return this.packet(PACKET.gridSize, dimension);
  }

  private groupBegin(dimension: number): string {
    return this.out.value(`mul i32 ${this.groupId(dimension)}, ${this.groupSize(dimension)}`);
  }

  absoluteId(dimension: number): string {
    return this.out.value(`add i32 ${this.groupBegin(dimension)}, ${this.localId(dimension)}`);
  }

  /** The last groups of a grid may be smaller. */
  currentGroupSize(dimension: number): string {
    const rest = this.out.value(`sub i32 ${this.gridSize(dimension)}, ${this.groupBegin(dimension)}`);
    return this.out.call('i32', 'llvm.umin.i32', `i32 ${rest}`, `i32 ${this.groupSize(dimension)}`);
  }

  groups(dimension: number): string {
    const size = this.groupSize(dimension);
    const last = this.out.value(`add i32 ${this.out.value(`sub i32 ${this.gridSize(dimension)}, 1`)}, ${size}`);
    // A size is never 0: division by it is defined.
    return this.out.value(`udiv i32 ${last}, ${this.out.call('i32', 'llvm.umax.i32', `i32 ${size}`, 'i32 1')}`);
  }

  /** The number of a place in boxes of a size. */
  flat(id: (dimension: number) => string, size: (dimension: number) => string, type = 'i32'): string {
    const wide = (value: string): string => (type === 'i32' ? value : this.out.value(`zext i32 ${value} to ${type}`));
    const next = (sum: string, dimension: number): string => {
      const row = this.out.value(`mul ${type} ${sum}, ${wide(size(dimension))}`);
      return this.out.value(`add ${type} ${row}, ${wide(id(dimension))}`);
    };
    return next(next(wide(id(2)), 1), 0);
  }
}

const gridOf = ({ out }: HsailInstruction): Grid => new Grid(out);

/** Queries that are the same in 32 and in 64 bits. */
const writeCount = (instruction: HsailInstruction, value: string): void => {
  const isWide = bitsOf(instruction.type) === 64;
  instruction.write(isWide ? instruction.out.value(`zext i32 ${value} to i64`) : value);
};

const byDimension =
  (query: (grid: Grid, dimension: number) => string): Rule =>
  (instruction) =>
    writeCount(instruction, query(gridOf(instruction), instruction.constant(1) % 3));

const byGrid =
  (query: (grid: Grid) => string): Rule =>
  (instruction) =>
    writeCount(instruction, query(gridOf(instruction)));

export const DISPATCH_RULES: RuleTable = {
  workitemid: byDimension((grid, dimension) => grid.localId(dimension)),
  workgroupid: byDimension((grid, dimension) => grid.groupId(dimension)),
  workitemabsid: byDimension((grid, dimension) => grid.absoluteId(dimension)),
  workgroupsize: byDimension((grid, dimension) => grid.groupSize(dimension)),
  currentworkgroupsize: byDimension((grid, dimension) => grid.currentGroupSize(dimension)),
  gridsize: byDimension((grid, dimension) => grid.gridSize(dimension)),
  gridgroups: byDimension((grid, dimension) => grid.groups(dimension)),
  dim: byGrid((grid) => grid.dimensions()),
  workitemflatid: byGrid((grid) =>
    grid.flat(
      (dimension) => grid.localId(dimension),
      (dimension) => grid.groupSize(dimension),
    ),
  ),
  currentworkitemflatid: byGrid((grid) =>
    grid.flat(
      (dimension) => grid.localId(dimension),
      (dimension) => grid.currentGroupSize(dimension),
    ),
  ),
  workitemflatabsid: (instruction) => {
    const grid = gridOf(instruction);
    const flat = grid.flat(
      (dimension) => grid.absoluteId(dimension),
      (dimension) => grid.gridSize(dimension),
      `i${bitsOf(instruction.type)}`,
    );
    instruction.write(flat);
  },
  packetid: (instruction) => instruction.write(instruction.out.call('i64', 'llvm.amdgcn.dispatch.id')),
  packetcompletionsig: (instruction) => instruction.write(gridOf(instruction).packet(PACKET.completion)),
  kernargbaseptr: (instruction) => instruction.write(instruction.scope.kernargBase()),
  // Group memory begins at its own address 0.
  groupbaseptr: (instruction) => instruction.write('0'),
};
