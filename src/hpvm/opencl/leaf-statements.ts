// Statements of OpenCL C for the instructions of a leaf: memory, flow, and calls of HPVM.

import { type IrBlock, readFlow } from '../../compiler/ir/flow.js';
import type { IrInstruction } from '../../compiler/ir/instruction.js';
import { untyped } from '../../compiler/ir/operand.js';
import { isPointer } from '../../compiler/ir/type-text.js';
import { layoutOf, readType } from '../../compiler/ir/types.js';
import { addressOffset } from '../address.js';
import { type HpvmCall, readHpvmCall } from '../intrinsics.js';
import type { HpvmFunction, HpvmModule } from '../module.js';
import { expressionOf } from './leaf-expressions.js';
import { LeafCodeError, type LeafValues, scalarType } from './leaf-values.js';
import { hasOverflowFlag, overflowStatement, partStatement } from './overflow.js';

const IGNORED = [
  '@llvm.lifetime',
  '@llvm.dbg',
  '@llvm.assume',
  '@llvm.experimental.noalias',
  '@llvm.donothing',
] as const;
const DIMENSIONS = 'xyz';
const PLACE = /^(.*?):(\d+)(?::\d+)?$/;
const BARRIER = 'barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);';

/** A value of a node above the leaf, which the kernel may get as an argument: level 1 is the parent. */
export interface OuterQuery {
  readonly level: number;
  readonly dimension: number;
  readonly isCount: boolean;
}

export const queryMacro = ({ level, dimension, isCount }: OuterQuery): string =>
  `HPVM_${isCount ? 'COUNT' : 'ID'}${level}_${DIMENSIONS[dimension]}`;

export class LeafStatements {
  readonly queries = new Map<string, OuterQuery>();
  /** Types of returned values. */
  outputs: readonly string[] = [];
  readonly lines: string[] = [];
  private readonly levels = new Map<string, number>();
  private readonly labels = new Map<string, string>();
  private place = '';
  /** Labels before the next statement. */
  private label = '';

  constructor(
    private readonly module: HpvmModule,
    private readonly code: HpvmFunction,
    private readonly values: LeafValues,
  ) {}

  write(): void {
    const blocks = readFlow(this.code.ir).blocks.filter(({ values }) => values.length > 0);
    for (const block of blocks) this.labels.set(block.name, `L${this.labels.size}`);
    for (const block of blocks) {
      this.label += `${this.labels.get(block.name)}:; `;
      for (const { instruction } of block.values) this.writeInstruction(instruction, block);
    }
  }

  /** Statements of one line of the source are in one line here, too: lines after `#line` are counted. */
  private add(line: string, instruction: IrInstruction): void {
    const [, file, number] = PLACE.exec(this.module.placeOf(instruction) ?? this.code.place ?? '') ?? [];
    const place = file === undefined ? this.place : `#line ${number} ${JSON.stringify(file)}`;
    const text = `${this.label}${line}`;
    this.label = '';
    const last = this.lines.length - 1;
    if (place === this.place && last >= 0) this.lines[last] += ` ${text}`;
    else this.lines.push(...(place === '' ? [] : [place]), `  ${text}`);
    this.place = place;
  }

  private operand(instruction: IrInstruction, index: number): string {
    const { value, type } = instruction.typedOperands[index] ?? { value: 'undef', type: 'i32' };
    return this.values.operand(value, type, instruction);
  }

  /** The memory at a pointer. */
  private memory(instruction: IrInstruction, index: number, type: string): string {
    const { value } = instruction.typedOperands[index] ?? { value: '' };
    const space = this.values.space(value, instruction);
    const volatile = instruction.hasFlag('volatile') ? 'volatile ' : '';
    return `*(${volatile}${space} ${this.values.accessType(type, instruction)} *)${this.operand(instruction, index)}`;
  }

  private writeInstruction(instruction: IrInstruction, block: IrBlock): void {
    const { opcode, type, typedOperands } = instruction;
    switch (opcode) {
      case 'phi':
        this.values.define(instruction);
        return;
      case 'br':
      case 'switch':
        this.writeBranch(instruction, block);
        return;
      case 'ret':
      case 'unreachable':
        this.add('return;', instruction);
        return;
      case 'alloca':
        this.writeVariable(instruction);
        return;
      case 'load':
        this.add(`${this.values.define(instruction)} = ${this.memory(instruction, 0, type)};`, instruction);
        return;
      case 'store':
        this.add(
          `${this.memory(instruction, 1, typedOperands[0]?.type ?? '')} = ${this.operand(instruction, 0)};`,
          instruction,
        );
        return;
      case 'getelementptr':
        this.writeAddress(instruction);
        return;
      default:
        this.writeOther(instruction);
    }
  }

  private writeOther(instruction: IrInstruction): void {
    const { opcode, callee } = instruction;
    if (opcode === 'call' && callee !== undefined) {
      if (IGNORED.some((name) => callee.startsWith(name))) return;
      const own = readHpvmCall(instruction);
      if (own) return this.writeHpvm(own);
      if (instruction.calls('@llvm.memcpy', '@llvm.memmove', '@llvm.memset')) return this.writeCopy(instruction);
    }
    if (hasOverflowFlag(instruction)) return this.add(overflowStatement(this.values, instruction), instruction);
    if (opcode === 'extractvalue') return this.add(partStatement(this.values, instruction), instruction);
    const expression = expressionOf(instruction, this.values);
    if (expression === undefined) throw new LeafCodeError(`${opcode} has no form in OpenCL C here`, instruction);
    this.add(`${this.values.define(instruction)} = ${expression};`, instruction);
  }

  private writeVariable(instruction: IrInstruction): void {
    const { operands, result = '' } = instruction;
    const type = readType(operands[0] ?? '');
    const count = operands[1];
    if (!type || (count !== undefined && /^i\d+ /.test(count) && !/^i\d+ 1$/.test(count)))
      throw new LeafCodeError('a variable of variable size', instruction);
    const { size } = layoutOf(type, this.module.types);
    const name = this.values.variable(result);
    this.values.declarations.push(
      `ulong ${name}_memory[${Math.ceil(size / 8) || 1}]; private char *${name} = (private char *)${name}_memory;`,
    );
  }

  private writeAddress(instruction: IrInstruction): void {
    const offset = addressOffset(instruction, this.module.types);
    if (!offset) throw new LeafCodeError('an address in a type that has no fixed layout', instruction);
    const { value = '' } = instruction.typedOperands[0] ?? {};
    const space = this.values.space(value, instruction);
    let address = this.operand(instruction, 0);
    if (offset.constantBytes !== 0) address = `${address} + ${offset.constantBytes}L`;
    // Pointers to elements keep their size apart from the index, so that clang moves constants out of the index.
    for (const { index, bytes } of offset.terms) {
      const text = this.values.operand(index.value, index.type, instruction);
      const signed = { i8: '(char)', i16: '(short)', i32: '(int)' }[index.type] ?? '';
      address = `(${space} char *)((${space} char (*)[${bytes}])(${address}) + (long)${signed}${text})`;
    }
    this.add(`${this.values.define(instruction)} = ${address};`, instruction);
  }

  /** Bytes one by one: sizes and alignments are small here. */
  private writeCopy(instruction: IrInstruction): void {
    const [to, from, count] = [0, 1, 2].map((index) => this.operand(instruction, index));
    const [target, source] = [0, 1].map((index) => {
      const { value = '', type = '' } = instruction.typedOperands[index] ?? {};
      return isPointer(type) ? `${this.values.space(value, instruction)} char *` : '';
    });
    const isSet = instruction.calls('@llvm.memset');
    const value = isSet ? `(char)${from}` : 's[i]';
    const names = isSet ? `${target} d = ${to};` : `${target} d = ${to}; ${source} s = ${from};`;
    const up = `for (ulong i = 0; i < (ulong)${count}; i++) d[i] = ${value};`;
    const down = `for (ulong i = (ulong)${count}; i-- > 0; ) d[i] = ${value};`;
    const copy = instruction.calls('@llvm.memmove') && target === source ? `if (d <= s) ${up} else ${down}` : up;
    this.add(`{ ${names} ${copy} }`, instruction);
  }

  private jump(block: IrBlock, target: string, instruction: IrInstruction): string {
    const next = block.successors.find(({ name }) => name === target);
    const phis = next?.values.filter(({ instruction: one }) => one.opcode === 'phi') ?? [];
    const own = phis.map(({ instruction: phi }, n) => {
      const { value = 'undef' } = phi.incoming.find((one) => this.isFrom(one.block, block)) ?? {};
      const type = this.values.typeOf(phi.result ?? '', phi.type, phi);
      return {
        name: this.values.variable(phi.result ?? ''),
        temporary: `t${n}`,
        type,
        value: this.values.operand(value, phi.type, instruction),
      };
    });
    // All values are read before one of them changes.
    const reads = own.map(({ type, temporary, value }) => `${type} ${temporary} = ${value};`);
    const writes = own.map(({ name, temporary }) => `${name} = ${temporary};`);
    return `{ ${[...reads, ...writes, `goto ${this.labels.get(target)};`].join(' ')} }`;
  }

  /** The first block may have no label; then no label has the name in a phi. */
  private isFrom(name: string, block: IrBlock): boolean {
    return name === block.name || (block.name === '' && !this.labels.has(name));
  }

  private writeBranch(instruction: IrInstruction, block: IrBlock): void {
    const { targets, opcode, operands, lines } = instruction;
    const [first = '', second = ''] = targets;
    if (opcode === 'br' && targets.length === 1) {
      this.add(this.jump(block, first, instruction), instruction);
      return;
    }
    const [operand = ''] = operands;
    const value = untyped(operand);
    const type = operand.slice(0, operand.length - value.length).trim();
    const condition = this.values.operand(value, type, instruction);
    if (opcode === 'br') {
      this.add(
        `if (${condition}) ${this.jump(block, first, instruction)} else ${this.jump(block, second, instruction)}`,
        instruction,
      );
      return;
    }
    for (const [, constant = '', target = ''] of lines.join('\n').matchAll(/^\s+i\d+ (-?\d+), label (%\S+)/gm)) {
      const text = this.values.operand(constant, type, instruction);
      this.add(`if (${condition} == ${text}) ${this.jump(block, target, instruction)}`, instruction);
    }
    this.add(this.jump(block, first, instruction), instruction);
  }

  private writeHpvm(call: HpvmCall): void {
    const { kind, instruction, operands, dimension } = call;
    const { result = '' } = instruction;
    switch (kind) {
      case 'hint':
      case 'attributes':
        return;
      case 'node':
        this.levels.set(result, 0);
        return;
      case 'parent':
        this.levels.set(result, this.level(call) + 1);
        return;
      case 'instance-id':
      case 'instance-count':
        this.writeQuery({ level: this.level(call), dimension, isCount: kind === 'instance-count' }, instruction);
        return;
      case 'barrier':
        this.add(BARRIER, instruction);
        return;
      case 'vector-length':
        // Each work-item computes one instance.
        this.add(`${this.values.define(instruction)} = 1UL;`, instruction);
        return;
      case 'atomic':
        this.writeAtomic(call);
        return;
      case 'return':
        this.writeReturn(
          operands.slice(1).map(({ type, value }) => [type, this.values.operand(value, type, instruction)]),
          instruction,
        );
        return;
      default:
        throw new LeafCodeError(`${call.name} has no form in OpenCL C here`, instruction);
    }
  }

  private level({ operands, instruction, name }: HpvmCall): number {
    const level = this.levels.get(operands[0]?.value ?? '');
    if (level === undefined) throw new LeafCodeError(`${name} of a node that is not fixed`, instruction);
    return level;
  }

  private writeQuery(query: OuterQuery, instruction: IrInstruction): void {
    const macro = queryMacro(query);
    if (query.level > 0) this.queries.set(macro, query);
    this.add(`${this.values.define(instruction)} = (ulong)${macro};`, instruction);
  }

  private writeAtomic({ atomic, instruction, operands }: HpvmCall): void {
    const space = this.values.space(operands[0]?.value ?? '', instruction);
    if (space === 'private') throw new LeafCodeError('an atomic operation on a local variable', instruction);
    const call = `atomic_${atomic}((volatile ${space} int *)${this.operand(instruction, 0)}, (int)${this.operand(instruction, 1)})`;
    const result = instruction.result === undefined ? '' : `${this.values.define(instruction)} = (uint)`;
    this.add(`${result}${call};`, instruction);
  }

  /** The first instance returns for all: they return the same values. */
  private writeReturn(returned: readonly (readonly [type: string, text: string])[], instruction: IrInstruction): void {
    this.outputs = returned.map(([type]) => type);
    const stores = returned.map(([type, text], n) => {
      if (isPointer(type)) throw new LeafCodeError('a pointer is returned', instruction);
      return `*(global ${scalarType(type, instruction)} *)(hpvm_outputs + ${8 * n}) = ${text};`;
    });
    this.add(`if (HPVM_IS_FIRST) { ${stores.join(' ')} }`, instruction);
  }
}
