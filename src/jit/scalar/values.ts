// Emits expressions with one value for the wavefront: scalar instructions, and what vector instructions have in common
// for all lanes. Every node is computed once and kept in a local.

import { PERMISSION } from '../../emulator/memory.js';
import { VGPR_BYTES } from '../../emulator/state.js';
import type { Instruction, Operand } from '../../isa/instruction.js';
import { type Ex, type Stmt, signBitOf } from '../../isa/language/expr.js';
import { required } from '../../util/required.js';
import { type MachineLocals, PARAM } from '../kernel/machine.js';
import { SCALAR_LANE } from '../kernel/place-code.js';
import { offsetType, pushIsInside, pushOffset, pushPermission } from '../memory/address-window.js';
import { accessing, pushPlace, pushSum } from '../memory/gpu-place.js';
import type { FunctionBuilder, Local } from '../wasm/function-builder.js';
import { type ConsecutiveLoads, consecutiveLoads, type ScalarLoadNode } from './loads.js';
import { SCALAR_OPERATORS, type ScalarOperands } from './operators.js';

const isWide = (node: Ex): boolean => node.ty === 'u64' || node.ty === 'f64';

/** The i32 local with the value of a VGPR that is the same in all lanes; undefined for other VGPRs. */
export type UniformRegister = (register: number) => Local | undefined;

const NONE: UniformRegister = () => undefined;

/** True if an operand's words from `dword` on are the same in all lanes. */
function isUniformOperand(
  operand: Operand | undefined,
  dword: number,
  words: number,
  isUniform: UniformRegister,
): boolean {
  if (operand?.kind !== 'vgpr') return true;
  for (let n = 0; n < words; n++) if (isUniform(operand.index + dword + n) === undefined) return false;
  return true;
}

/** Leaves of which the scalar emitter knows the value. */
const KNOWN_SPECIALS: ReadonlySet<string> = new Set([
  'SCC',
  'VCC',
  'EXEC',
  'M0',
  'MODE',
  'NEXTPC',
  'MEMORYBASE',
  'FLATSCRATCH',
]);

/**
 * Nodes of an instruction that have one value for all lanes, and that this emitter can compute. Each is examined once:
 * trees are DAGs.
 */
export class UniformNodes {
  private readonly cache = new Map<Ex, boolean>();

  constructor(
    private readonly instruction: Instruction,
    private readonly isUniform = NONE,
  ) {}

  has(node: Ex): boolean {
    let uniform = this.cache.get(node);
    if (uniform === undefined) this.cache.set(node, (uniform = this.find(node)));
    return uniform;
  }

  private find(node: Ex): boolean {
    const { operands } = this.instruction;
    switch (node.kind) {
      case 'const':
        return node.ty !== 'f64';
      case 'src': {
        const operand = operands[node.slot];
        if (node.ty === 'b1' || node.ty === 'f64' || operand?.kind === 'ldsDirect') return false;
        return isUniformOperand(operand, node.dword, isWide(node) ? 2 : 1, this.isUniform);
      }
      case 'special':
        return KNOWN_SPECIALS.has(node.name);
      case 'lane':
        return operands[node.slot]?.kind === 'vgpr' && this.has(node.index);
      case 'op':
        return node.op in SCALAR_OPERATORS && node.args.every((arg) => this.has(arg));
      default:
        return false;
    }
  }
}

export class ScalarValues implements ScalarOperands {
  readonly b: FunctionBuilder;
  private readonly memo = new Map<Ex, Local>();

  /**
   * @param code number of the instruction for faults, shifted for the lane's number
   * @param nextPc address of the following instruction
   */
  constructor(
    private readonly machine: MachineLocals,
    private readonly instruction: Instruction,
    private readonly nextPc: number,
    private readonly code: number,
    private readonly isUniform = NONE,
  ) {
    this.b = machine.builder;
  }

  word(node: Ex): FunctionBuilder {
    return node.kind === 'const' ? this.b.i32(Number(node.bits) | 0) : this.b.get(this.local(node));
  }
  wide(node: Ex): FunctionBuilder {
    return node.kind === 'const' ? this.b.i64(BigInt(node.bits)) : this.b.get(this.local(node));
  }

  /** Says where the value of a node is that this emitter need not, or cannot, compute. */
  provide(node: Ex, local: Local): void {
    this.memo.set(node, local);
  }

  /** The local that holds a node's value; computes it at the first use. */
  local(node: Ex): Local {
    let local = this.memo.get(node);
    if (local === undefined) {
      this.compute(node);
      local = this.b.local(isWide(node) ? 'i64' : 'i32');
      this.b.set(local);
      this.memo.set(node, local);
    }
    return local;
  }

  private compute(node: Ex): void {
    switch (node.kind) {
      case 'const':
        if (isWide(node)) this.b.i64(BigInt(node.bits));
        else this.b.i32(Number(node.bits) | 0);
        return;
      case 'op': {
        // Operands first: their locals must be set before the operator's own pushes.
        for (const arg of node.args) if (arg.kind !== 'const') this.local(arg);
        required(SCALAR_OPERATORS[node.op], 'operator')(this, node.args);
        return;
      }
      case 'src':
        return this.source(node);
      case 'special':
        return this.special(node.name);
      case 'lane':
        return this.otherLane(node);
      case 'load':
        return this.load(node);
      default:
        throw new TypeError(`${node.kind} is no scalar value`);
    }
  }

  private source(node: Extract<Ex, { kind: 'src' }>): void {
    const { slot, dword, ty } = node;
    const operand = this.instruction.operands[slot];
    if (ty === 'u64') return this.sourceWide(operand, dword);
    this.sourceWord(operand, dword);
    const bit = signBitOf(node);
    if (bit === undefined || !operand || operand.kind === 'none') return;
    if (operand.abs) this.b.i32(~(1 << bit)).op('i32.and');
    if (operand.neg) this.b.i32(1 << bit).op('i32.xor');
  }

  private sourceWord(operand: Operand | undefined, dword: number): void {
    const { b } = this;
    const register = operand?.kind === 'vgpr' ? this.isUniform(operand.index + dword) : undefined;
    if (operand?.kind === 'scalar') b.get(this.machine.scalar(operand.index + dword));
    else if (register !== undefined) b.get(register);
    else if (operand?.kind === 'const')
      b.i32(dword === 0 ? operand.bits | 0 : Number(BigInt.asIntN(32, operand.bits64 >> 32n)));
    else if (operand?.kind === 'condition' && dword === 0) this.condition(operand.name);
    else b.i32(0);
  }

  private sourceWide(operand: Operand | undefined, dword: number): void {
    if (operand?.kind === 'const') {
      this.b.i64(dword === 0 ? operand.bits64 : operand.bits64 >> 32n);
      return;
    }
    this.sourceWord(operand, dword);
    this.b.op('i64.extend_i32_u');
    if (operand?.kind !== 'scalar' && operand?.kind !== 'vgpr') return;
    this.sourceWord(operand, dword + 1);
    this.b.op('i64.extend_i32_u').i64(32n).op('i64.shl').op('i64.or');
  }

  private condition(name: 'VCCZ' | 'EXECZ' | 'SCC'): void {
    if (name === 'SCC') {
      this.b.get(this.machine.scc);
      return;
    }
    const [low, high] = name === 'VCCZ' ? this.machine.vcc : this.machine.exec;
    this.b.get(low);
    if (high !== undefined) this.b.get(high).op('i32.or');
    this.b.op('i32.eqz');
  }

  private special(name: string): void {
    const { b, machine } = this;
    if (name === 'SCC') b.get(machine.scc);
    else if (name === 'M0') b.get(machine.m0);
    else if (name === 'MODE') b.get(machine.mode);
    else if (name === 'NEXTPC') b.i64(machine.options.space.addressOf(this.nextPc));
    else if (name === 'MEMORYBASE') b.i64(machine.options.space.base);
    else {
      machine.pushWide(name === 'VCC' ? machine.vcc : name === 'EXEC' ? machine.exec : machine.flatScratch);
    }
  }

  /** A lane of a VGPR, from memory. */
  private otherLane(node: Extract<Ex, { kind: 'lane' }>): void {
    const operand = this.instruction.operands[node.slot];
    if (operand?.kind !== 'vgpr') return this.sourceWord(operand, 0);
    this.word(node.index)
      .i32(this.machine.options.layout.lanes - 1)
      .op('i32.and')
      .i32(2)
      .op('i32.shl')
      .get(PARAM.slot)
      .op('i32.add');
    this.b.memory('i32.load', operand.index * VGPR_BYTES);
  }

  /**
   * Computes the dwords of one instruction, which lie side by side: one look at the pages for all of them. Where it
   * does not suffice they are loaded one by one, and a fault is noted.
   *
   * @param checkFault emits the look at the fault flag, so many labels further in
   * @param leaveUnless takes from the stack whether to continue: where that is given it is for another version to load
   * them one by one
   */
  loadAll(loads: readonly ScalarLoadNode[], checkFault: (depth: number) => void, leaveUnless?: () => void): void {
    const run = consecutiveLoads(loads);
    if (!run) {
      for (const node of loads) this.local(node);
      return checkFault(0);
    }
    const { b } = this;
    const words = loads.map(() => b.local('i32'));
    const address = b.local(offsetType(this.machine.options.space));
    this.pushReadable(run, address);
    const read = (): void =>
      words.forEach((word, index) => {
        pushPlace(b, address);
        accessing(b, address)
          .memory('i32.load', 4 * index)
          .set(word);
        this.memo.set(required(loads[index], 'load'), word);
      });
    // Beyond the limits of a buffer there are zeros, and no reason to leave.
    if (leaveUnless && !run.last.valid) {
      leaveUnless();
      return read();
    }
    b.if();
    read();
    b.else();
    loads.forEach((node, index) => {
      this.load(node);
      b.set(required(words[index], 'word'));
    });
    checkFault(1);
    b.end();
  }

  /** Pushes whether all of the dwords can be read, and sets the address of the first one. */
  private pushReadable({ first, last, bytes }: ConsecutiveLoads, address: Local): void {
    const { b } = this;
    const { space } = this.machine.options;
    // Values that the other branch needs too are computed before the branch.
    this.local(first.address);
    if (last.valid) this.local(last.valid);
    pushOffset(this.wide(first.address), space).set(address);
    // Dwords are aligned: one of them lies in one page.
    pushPermission(b.get(address), space);
    if (bytes > 4) {
      pushPermission(pushSum(b, address, bytes - 1), space).op('i32.and');
    }
    b.i32(PERMISSION.read).op('i32.and');
    pushIsInside(this.wide(first.address), space).op('i32.and');
    if (last.valid) this.word(last.valid).op('i32.and');
  }

  private load(node: ScalarLoadNode): void {
    const { b } = this;
    const read = (): void => {
      this.wide(node.address).op('i32.wrap_i64');
      this.wide(node.address).i64(32n).op('i64.shr_u').op('i32.wrap_i64');
      b.i32(this.code | SCALAR_LANE).call(this.machine.calls.load[node.bits as 8 | 16 | 32]);
    };
    this.local(node.address);
    if (!node.valid) return read();
    this.word(node.valid).if('i32');
    read();
    b.else().i32(0).end();
  }
}

/** True if this emitter supports all statements of a scalar instruction. */
export function isScalarExpressible(statements: readonly Stmt[], instruction: Instruction): boolean {
  const uniform = new UniformNodes(instruction);
  const loads = (node: Ex): boolean =>
    node.kind === 'load' &&
    node.space === 'smem' &&
    node.bits === 32 &&
    uniform.has(node.address) &&
    (node.valid === undefined || uniform.has(node.valid));
  const value = (node: Ex): boolean => uniform.has(node) || loads(node);
  return statements.every((stmt) => {
    switch (stmt.kind) {
      case 'write':
        return value(stmt.value) && (stmt.when === undefined || uniform.has(stmt.when));
      case 'special':
        return value(stmt.value);
      case 'branch':
        return uniform.has(stmt.target) && (stmt.when === undefined || uniform.has(stmt.when));
      case 'effect':
        return !['halt', 'trap', 'message'].includes(stmt.name);
      default:
        return false;
    }
  });
}
