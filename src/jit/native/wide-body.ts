// The body of a loop over chunks, for several chunks at once. What has no wide form is done for one chunk after the
// other.

import { lastOf, required } from '../../util/required.js';
import { ALL_LANES, CHUNK_BYTES } from '../wasm/compound.js';
import type { ChunkLoop } from './chunk-loops.js';
import type { FunctionWriter } from './function-writer.js';
import type { IrBuilder, Vectors } from './ir-builder.js';
import { IR_TYPE, type NativeValue } from './ir-types.js';
import type { LaneMaskUpdate, NativeMemoryAccess, Operation } from './operations.js';
import { isPure, mentioned } from './side-by-side.js';
import { SHIFTS, SPLATS, VECTOR_OPERATIONS } from './vector-operations.js';
import { fold } from './wide-folds.js';
import { numberOf, sameOf, vectorOf, type Wide, type WideValues } from './wide-values.js';

/** Operations that are done once for all chunks when their operands are the same. */
const ONCE: ReadonlySet<string> = new Set(['op', 'lane', 'i64', 'v128']);

export class WideBody {
  private readonly stack: Wide[] = [];
  private readonly ir: IrBuilder;
  private readonly vectors: Vectors;
  /** Local with the bits of the chunk's active lanes: of all. */
  private readonly active: number | undefined;

  /** @param pointer place of the address of the first of these chunks */
  constructor(
    private readonly writer: FunctionWriter,
    private readonly loop: ChunkLoop,
    private readonly values: WideValues,
    private readonly pointer: string,
  ) {
    this.ir = writer.ir;
    this.vectors = values.vectors;
    this.active = loop.source.kind === 'masked' ? loop.source.active : undefined;
  }

  write(): void {
    this.sequence(this.loop.source.body);
  }

  private sequence(operations: readonly Operation[]): void {
    for (const operation of operations) this.operation(operation);
  }

  /** Truth values of all chunks become bits. */
  private collect({ bits, value, lane }: LaneMaskUpdate): void {
    const { ir, vectors, values } = this;
    const lanes = vectors.elements('i32');
    const vector = values.vector(this.local(value));
    const signs = ir.value(`icmp slt ${vectors.type} ${vector}, zeroinitializer`);
    const word = ir.value(`zext i${lanes} ${ir.value(`bitcast <${lanes} x i1> ${signs} to i${lanes}`)} to i64`);
    const first = ir.value(`zext i32 ${values.parts(this.local(lane))[0]} to i64`);
    const shifted = ir.value(`shl i64 ${word}, ${first}`);
    const all = ir.value(`or i64 ${ir.value(`load i64, ptr %l${bits}`)}, ${shifted}`);
    ir.effect(`store i64 ${all}, ptr %l${bits}`);
  }

  private pop(): Wide {
    return required(this.stack.pop(), 'operand on the stack');
  }

  private local(local: number): Wide {
    const { ir, loop, values } = this;
    if (local === loop.source.pointer) {
      return { kind: 'linear', type: 'i32', first: ir.value(`load i32, ptr ${this.pointer}`), step: CHUNK_BYTES };
    }
    if (local === this.active) return numberOf(ALL_LANES);
    if (loop.own.has(local)) return values.get(local);
    const type = values.typeOf(local);
    return sameOf({ type, name: ir.value(`load ${IR_TYPE[type]}, ptr %l${local}`) });
  }

  private operation(operation: Operation): void {
    const { vectors, values, stack } = this;
    switch (operation.kind) {
      case 'get':
        stack.push(this.local(operation.local));
        return;
      case 'set':
        return values.set(operation.local, this.pop());
      case 'tee':
        values.set(operation.local, this.pop());
        stack.push(this.local(operation.local));
        return;
      case 'i32':
        stack.push(numberOf(operation.value));
        return;
      case 'simd':
        return this.simd(operation);
      case 'shuffle': {
        const [b, a] = [this.pop(), this.pop()];
        stack.push(vectorOf(vectors.shuffle(values.vector(a), values.vector(b), operation.bytes)));
        return;
      }
      case 'lane':
        if (operation.name.endsWith('extract_lane')) return this.each(operation);
        return this.replaceLane(operation);
      case 'op':
        if (this.folded(operation.name)) return;
        return this.each(operation);
      default:
        return this.accessOrControl(operation);
    }
  }

  private accessOrControl(operation: Operation): void {
    const { ir, values } = this;
    switch (operation.kind) {
      case 'collect':
        return this.collect(operation);
      case 'loadRegister':
        return this.load(operation, operation);
      case 'vectorLoad':
        if (operation.name !== 'v128.load' || operation.undivided) return this.each(operation);
        return this.load(operation, operation);
      case 'storeRegister':
      case 'vectorStore':
        return this.store(operation, operation);
      case 'if':
        return this.condition(operation);
      case 'brIf':
        this.writer.pushWord(values.parts(this.pop()).reduce((a, b) => ir.value(`or i32 ${a}, ${b}`)));
        return this.writer.operation(operation);
      case 'block':
      case 'loop':
        return this.region(operation, undefined);
      default:
        return this.each(operation);
    }
  }

  private store(operation: Operation, access: NativeMemoryAccess): void {
    const { ir, vectors, values, stack } = this;
    const address = access.undivided ? undefined : this.sideBySide(stack.slice(0, -1), access);
    if (!address) return this.each(operation);
    const value = values.vector(this.pop());
    this.popPlace(access);
    ir.effect(`store ${vectors.type} ${value}, ptr ${address}, align 1`);
  }

  /** Vectors of all chunks. */
  private load(operation: Operation, access: NativeMemoryAccess): void {
    const address = this.sideBySide(this.stack, access);
    if (!address) return this.each(operation);
    this.popPlace(access);
    this.stack.push(vectorOf(this.ir.value(`load ${this.vectors.type}, ptr ${address}, align 1`)));
  }

  private popPlace({ far }: NativeMemoryAccess): void {
    this.pop();
    if (far) this.pop();
  }

  /** The first chunk's address, when the others' lie behind it one by one. @param stack with the address on top */
  private sideBySide(stack: readonly Wide[], { offset, far }: NativeMemoryAccess): string | undefined {
    const { ir } = this;
    const address = lastOf(stack, 'operand on the stack');
    if (address.kind !== 'linear' || address.step !== CHUNK_BYTES) return undefined;
    const base = far ? stack.at(-2) : undefined;
    if (base && base.kind !== 'same') return undefined;
    const near = ir.value(`zext i32 ${address.first} to i64`);
    const wide = base ? ir.value(`add nuw nsw i64 ${near}, ${base.value.name}`) : near;
    return ir.value(`getelementptr i8, ptr %base, i64 ${ir.value(`add nuw nsw i64 ${wide}, ${offset}`)}`);
  }

  /** Folds conditions of active lanes and of linear growth without code. */
  private folded(name: string): boolean {
    const { ir, stack } = this;
    const [a, b] = stack.slice(-2);
    const result = a && b ? fold(ir, name, a, b) : undefined;
    if (!result) return false;
    stack.splice(-2, 2, result);
    return true;
  }

  /** Vector operations, lane by lane, on operands of several chunks. */
  private simd(operation: Extract<Operation, { kind: 'simd' }>): void {
    const { ir, vectors, values, stack } = this;
    const { name } = operation;
    const emit = VECTOR_OPERATIONS[name];
    const splat = SPLATS[name];
    const shift = SHIFTS[name];
    const operands = emit ? emit.length - 1 : shift ? 2 : 1;
    if (stack.slice(-operands).every((value) => value.kind === 'same')) return this.once(operation, operands);
    if (splat) {
      stack.push(values.spread(splat, values.parts(this.pop())));
      return;
    }
    if (shift && lastOf(stack, 'operand on the stack').kind === 'same') {
      const [op, element] = shift;
      const distance = ir.value(`and i32 ${values.parts(this.pop())[0]}, ${element === 'i32' ? 31 : 63}`);
      const wide = element === 'i32' ? distance : ir.value(`zext i32 ${distance} to i64`);
      const all = vectors.same(element, wide);
      const value = vectors.as(element, values.vector(this.pop()));
      stack.push(vectorOf(vectors.back(element, ir.value(`${op} ${vectors.of(element)} ${value}, ${all}`))));
      return;
    }
    if (!emit) return this.each(operation);
    const args = stack.splice(-operands).map((value) => values.vector(value, !name.startsWith('f')));
    stack.push(vectorOf(emit(vectors, required(args[0], 'operand'), args[1] ?? '', args[2] ?? '')));
  }

  private replaceLane({ name, lane }: Extract<Operation, { kind: 'lane' }>): void {
    const { ir, vectors, values } = this;
    const element = name.startsWith('f64') ? 'double' : name.startsWith('i64') ? 'i64' : 'i32';
    const parts = values.parts(this.pop());
    const each = vectors.elements(element) / values.count;
    const type = vectors.of(element);
    const changed = parts.reduce(
      (vector, part, at) => ir.value(`insertelement ${type} ${vector}, ${element} ${part}, i32 ${at * each + lane}`),
      vectors.as(element, values.vector(this.pop())),
    );
    this.stack.push(vectorOf(vectors.back(element, changed)));
  }

  /** The same for all chunks. */
  private once(operation: Operation, operands: number): void {
    const { writer, stack } = this;
    for (const value of stack.splice(stack.length - operands)) if (value.kind === 'same') writer.push(value.value);
    const { depth } = writer;
    writer.operation(operation);
    if (writer.depth > depth - operands) stack.push(sameOf(writer.pop()));
  }

  /** One chunk after the other. */
  private each(operation: Operation): void {
    const { writer, stack, values } = this;
    const count = writer.operandsOf(operation);
    const operands = stack.slice(stack.length - count);
    if (ONCE.has(operation.kind) && operands.every(({ kind }) => kind === 'same')) return this.once(operation, count);
    stack.splice(stack.length - count);
    const parts = operands.map((operand) => values.parts(operand));
    const results: NativeValue[] = [];
    for (let chunk = 0; chunk < values.count; chunk++) {
      const { depth } = writer;
      operands.forEach(({ type }, at) => {
        writer.push({ type, name: required(required(parts[at], 'part')[chunk], 'chunk') });
      });
      writer.operation(operation);
      if (writer.depth > depth) results.push(writer.pop());
    }
    this.pushAll(results);
  }

  /** Pushes results that were computed chunk by chunk. */
  private pushAll(results: readonly NativeValue[]): void {
    const [first] = results;
    if (!first) return;
    this.stack.push(
      this.values.of(
        first.type,
        results.map((value) => this.writer.plain(value)),
      ),
    );
  }

  private condition(operation: Extract<Operation, { kind: 'if' }>): void {
    if (operation.active !== undefined) return this.sequence(operation.body);
    const condition = this.pop();
    if (condition.kind === 'same' && condition.number !== undefined && operation.result === undefined)
      return this.sequence(condition.number === 0 ? operation.otherwise : operation.body);
    if (operation.result === undefined && operation.otherwise.length === 0 && isPure(operation.body))
      return this.blend(operation.body, condition);
    this.region(operation, condition);
  }

  /** Computes the body for all chunks if any needs it; only these get its results. */
  private blend(body: readonly Operation[], condition: Wide): void {
    const { ir, values } = this;
    const parts = values.parts(condition);
    const any = parts.reduce((a, b) => ir.value(`or i32 ${a}, ${b}`));
    const [yes, end] = [ir.label(), ir.label()];
    const written = [...mentioned(body).written];
    for (const local of written) values.settle(local);
    ir.effect(`br i1 ${ir.value(`icmp ne i32 ${any}, 0`)}, label %${yes}, label %${end}`);
    ir.begin(yes);
    const before = written.map((local) => values.parts(this.local(local)));
    this.sequence(body);
    const bits = parts.map((part) => ir.value(`icmp ne i32 ${part}, 0`));
    written.forEach((local, at) => {
      const type = values.typeOf(local);
      const of = IR_TYPE[type];
      const fresh = values.parts(this.local(local));
      const chosen = bits.map((bit, n) =>
        ir.value(`select i1 ${bit}, ${of} ${fresh[n]}, ${of} ${required(before[at], 'part')[n]}`),
      );
      values.set(local, values.of(type, chosen));
    });
    ir.effect(`br label %${end}`);
    ir.begin(end);
  }

  /** Code with control of its own, chunk after chunk, in the local variables of the loop. */
  private region(operation: Operation, condition: Wide | undefined): void {
    const { ir, loop, writer, values } = this;
    const { read, written } = mentioned([operation]);
    const own = [...new Set([...read, ...written])].filter((local) => loop.own.has(local));
    const inputs = new Map(own.map((local) => [local, values.parts(values.get(local))]));
    const conditions = condition && values.parts(condition);
    const pointers = values.parts(this.local(loop.source.pointer));
    const after = new Map([...written].map((local) => [local, [] as string[]]));
    const results: NativeValue[] = [];
    if (this.active !== undefined) ir.effect(`store i32 ${ALL_LANES}, ptr %l${this.active}`);
    pointers.forEach((pointer, chunk) => {
      ir.effect(`store i32 ${pointer}, ptr %l${loop.source.pointer}`);
      for (const [local, parts] of inputs)
        ir.effect(`store ${IR_TYPE[values.typeOf(local)]} ${parts[chunk]}, ptr %l${local}`);
      const { depth } = writer;
      if (conditions) writer.pushWord(required(conditions[chunk], 'condition'));
      writer.operation(operation);
      if (writer.depth > depth) results.push(writer.pop());
      for (const [local, parts] of after) parts.push(ir.value(`load ${IR_TYPE[values.typeOf(local)]}, ptr %l${local}`));
    });
    for (const [local, parts] of after) values.set(local, values.of(values.typeOf(local), parts));
    this.pushAll(results);
  }
}
