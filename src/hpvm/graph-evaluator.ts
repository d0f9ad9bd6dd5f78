// Executes the code of an internal node with symbolic inputs: constant loops run, conditions on inputs are rejected.

import { type IrBlock, readFlow } from '../compiler/ir/flow.js';
import type { IrInstruction } from '../compiler/ir/instruction.js';
import { plainName } from '../compiler/ir/lexical.js';
import type { IrOperand } from '../compiler/ir/operand.js';
import { untyped } from '../compiler/ir/operand.js';
import { addressOffset } from './address.js';
import { binaryValue, castValue, comparedValue, constantValue, type GraphValue, valueText } from './graph-value.js';
import { type HpvmCall, readHpvmCall } from './intrinsics.js';
import type { HpvmFunction, HpvmModule } from './module.js';

const MAX_STEPS = 100_000;
const IGNORED = ['@llvm.lifetime', '@llvm.dbg', '@llvm.assume', '@llvm.experimental', '@llvm.donothing'] as const;
const MIN_MAX = /^@llvm\.([su])(min|max)\./;

/** Graph code that has no fixed meaning. */
export class GraphCodeError extends Error {
  constructor(
    message: string,
    readonly place: string | undefined,
  ) {
    super(message);
  }
}

/** @returns the value of the call */
export type GraphCallHandler = (call: HpvmCall, operands: readonly GraphValue[]) => GraphValue | undefined;

export class GraphEvaluator {
  private readonly values = new Map<string, GraphValue>();
  private readonly memory = new Map<string, GraphValue>();
  private steps = 0;

  constructor(
    private readonly module: HpvmModule,
    private readonly code: HpvmFunction,
    private readonly onCall: GraphCallHandler,
  ) {
    code.parameters.forEach(({ value, name }, index) => {
      this.values.set(value, { kind: 'input', index, text: name ?? `#${index}` });
    });
  }

  /** @throws GraphCodeError for code that depends on values at run time, or has other effects */
  run(): void {
    const { blocks } = readFlow(this.code.ir);
    const named = new Map(blocks.map((block) => [block.name, block]));
    let previous = '';
    // Without a label, the first block is the one before all labels.
    for (let block = blocks.find(({ values }) => values.length > 0); block; ) {
      const next: string | undefined = this.runBlock(block, previous);
      previous = block.name;
      block = next === undefined ? undefined : named.get(next);
    }
  }

  private fail(message: string, instruction: IrInstruction): never {
    throw new GraphCodeError(message, this.module.placeOf(instruction) ?? this.code.place);
  }

  valueOf({ value }: IrOperand): GraphValue {
    return constantValue(value) ?? this.values.get(value) ?? { kind: 'computed', text: value };
  }

  /** @returns the name of the next block; undefined at the end */
  private runBlock({ values }: IrBlock, previous: string): string | undefined {
    for (const { instruction } of values) {
      if (++this.steps > MAX_STEPS) this.fail(`graph code of more than ${MAX_STEPS} instructions`, instruction);
      const { opcode, result } = instruction;
      if (opcode === 'ret' || opcode === 'unreachable') return undefined;
      if (opcode === 'br' || opcode === 'switch') return this.branch(instruction);
      const value = opcode === 'phi' ? this.phi(instruction, previous) : this.execute(instruction);
      if (result !== undefined && value !== undefined) this.values.set(result, value);
    }
    return undefined;
  }

  private branch(instruction: IrInstruction): string | undefined {
    const { targets, operands, opcode } = instruction;
    if (targets.length === 1 && opcode === 'br') return targets[0];
    const condition = this.valueOf({ type: '', value: untyped(operands[0] ?? '') });
    if (condition.kind !== 'integer')
      this.fail(`graph code depends on a value at run time: ${valueText(condition)}`, instruction);
    if (opcode === 'br') return targets[condition.value === 0n ? 1 : 0];
    const cases = [...instruction.lines.join('\n').matchAll(/^\s+i\d+ (-?\d+), label/gm)];
    const match = cases.findIndex(([, value = '']) => BigInt(value) === condition.value);
    return targets[match + 1];
  }

  private phi({ incoming }: IrInstruction, previous: string): GraphValue {
    // The first block may have no label, and then any name that no other block has.
    const labels = new Set(incoming.map(({ block }) => block));
    const source = labels.has(previous) ? previous : (incoming.find(({ block }) => !this.isLabel(block))?.block ?? '');
    return this.valueOf({ type: '', value: incoming.find(({ block }) => block === source)?.value ?? 'undef' });
  }

  private isLabel(name: string): boolean {
    return this.code.ir.body.some((part) => part.kind === 'label' && part.name === name);
  }

  private execute(instruction: IrInstruction): GraphValue | undefined {
    const { opcode, type, typedOperands, cast } = instruction;
    if (opcode === 'call') return this.call(instruction);
    if (['alloca', 'getelementptr', 'load', 'store'].includes(opcode)) return this.access(instruction);
    const operands = typedOperands.map((operand) => this.valueOf(operand));
    const [first] = operands;
    if (cast && first) return castValue(opcode, cast.type, cast.target, first);
    if (opcode === 'icmp') return comparedValue(instruction.predicate, type, operands);
    if (opcode === 'freeze') return first;
    if (opcode === 'select') return this.select(operands);
    return binaryValue(opcode, type, operands) ?? { kind: 'computed', text: opcode };
  }

  private select([condition, one, other]: readonly GraphValue[]): GraphValue | undefined {
    if (condition?.kind === 'integer') return condition.value === 0n ? other : one;
    const texts = [condition, one, other].map((value) => (value ? valueText(value) : '?'));
    return { kind: 'computed', text: `(${texts[0]} ? ${texts[1]} : ${texts[2]})` };
  }

  private call(instruction: IrInstruction): GraphValue | undefined {
    const { callee } = instruction;
    const operands = instruction.typedOperands.map((operand) => this.valueOf(operand));
    const own = readHpvmCall(instruction);
    if (own)
      return this.onCall(
        own,
        own.operands.map((operand) => this.valueOf(operand)),
      );
    if (callee !== undefined && IGNORED.some((name) => callee.startsWith(name))) return undefined;
    const [, sign, operation] = MIN_MAX.exec(callee ?? '') ?? [];
    const [a, b] = operands;
    if (sign === undefined || !a || !b)
      return this.fail(
        `graph code calls ${callee === undefined ? 'a function by its address' : plainName(callee)}, which is no function of HPVM`,
        instruction,
      );
    if (a.kind === 'integer' && b.kind === 'integer') {
      const isLess = comparedValue(`${sign}lt`, instruction.typedOperands[0]?.type ?? '', [a, b]);
      return isLess.kind === 'integer' && (isLess.value === 1n) === (operation === 'min') ? a : b;
    }
    return { kind: 'computed', text: `${operation}(${valueText(a)}, ${valueText(b)})` };
  }

  private access(instruction: IrInstruction): GraphValue | undefined {
    const { opcode, typedOperands, result } = instruction;
    if (opcode === 'alloca') return { kind: 'address', variable: result ?? '', offset: 0n };
    const address = this.valueOf(typedOperands[opcode === 'store' ? 1 : 0] ?? { type: '', value: '' });
    if (address.kind !== 'address') {
      if (opcode === 'getelementptr') return { kind: 'computed', text: `an address in ${valueText(address)}` };
      return this.fail(
        `graph code ${opcode === 'load' ? 'reads' : 'writes'} memory at ${valueText(address)}`,
        instruction,
      );
    }
    if (opcode === 'getelementptr') return this.elementAddress(instruction, address);
    const place = `${address.variable}+${address.offset}`;
    if (opcode === 'load') return this.memory.get(place) ?? { kind: 'computed', text: 'a value without a definition' };
    const [value] = typedOperands;
    if (value) this.memory.set(place, this.valueOf(value));
    return undefined;
  }

  private elementAddress(
    instruction: IrInstruction,
    address: Extract<GraphValue, { kind: 'address' }>,
  ): GraphValue | undefined {
    const added = addressOffset(instruction, this.module.types);
    let offset = address.offset + BigInt(added?.constantBytes ?? 0);
    for (const { index, bytes } of added?.terms ?? []) {
      const count = this.valueOf(index);
      if (count.kind !== 'integer')
        return this.fail(`graph code selects an element by a value at run time: ${valueText(count)}`, instruction);
      offset += count.value * BigInt(bytes);
    }
    return { ...address, offset };
  }
}
