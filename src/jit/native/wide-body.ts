// The body of a loop over chunks, for several chunks at once: vectors lie side by side in wider ones, scalars are as many scalars.
// What has no wide form is done for one chunk after the other.

import type { WasmType } from '../opcodes.js';
import { type ChunkLoop, MASK_LENGTH } from './chunk-loops.js';
import { type FunctionWriter, IR_TYPE, type Value } from './function-writer.js';
import { type IrBuilder, Vectors } from './ir-builder.js';
import type { Operation } from './module-reader.js';
import { isPure } from './side-by-side.js';
import { SHIFTS, SPLATS, VECTOR_OPERATIONS } from './vector-operations.js';

const CHUNK_BYTES = 16;
const CHUNK_LANES = 4;
const ALL_ACTIVE = 15;

/** What the chunks have on the stack: one value for all of them, one for each, or vectors side by side. */
type Wide =
  | { readonly kind: 'same'; readonly type: WasmType; readonly value: Value; readonly number?: number }
  | { readonly kind: 'each'; readonly type: WasmType; readonly parts: readonly string[] }
  | { readonly kind: 'vector'; readonly type: 'v128'; readonly name: string }
  | { readonly kind: 'pointer'; readonly type: 'i32' };

export class WideBody {
  private readonly stack: Wide[] = [];
  private readonly vectors: Vectors;
  private readonly ir: IrBuilder;
  /** Where the chunks begin, and EXEC from there on. */
  private readonly pointer: string;
  private readonly exec: string;

  /** @param count of chunks */
  constructor(
    private readonly writer: FunctionWriter,
    private readonly loop: ChunkLoop,
    private readonly count: number,
  ) {
    this.ir = writer.ir;
    this.vectors = new Vectors(this.ir, count);
    this.pointer = this.ir.place('i32');
    this.exec = this.ir.place('i64');
  }

  /**
   * As many chunks as have all lanes active from the first one on; the loop itself, which follows, does the others.
   *
   * @param over label behind the loop
   */
  write(over: string): void {
    const { ir, loop, count } = this;
    const [start, body, done] = [ir.label(), ir.label(), ir.label()];
    ir.effect(`store i32 ${ir.value(`load i32, ptr %l${loop.pointer}`)}, ptr ${this.pointer}`);
    ir.effect(`store i64 ${ir.value(`load i64, ptr %l${loop.exec}`)}, ptr ${this.exec}`);
    ir.effect(`br label %${start}`);
    ir.begin(start);
    const exec = ir.value(`load i64, ptr ${this.exec}`);
    const lanes = ir.value(`trunc i64 ${exec} to i${count * CHUNK_LANES}`);
    ir.effect(`br i1 ${ir.value(`icmp eq i${count * CHUNK_LANES} ${lanes}, -1`)}, label %${body}, label %${done}`);
    ir.begin(body);
    this.writer.leavingThrough(
      () => this.restore(),
      () => this.sequence(loop.body),
    );
    const pointer = ir.value(`add i32 ${ir.value(`load i32, ptr ${this.pointer}`)}, ${count * CHUNK_BYTES}`);
    ir.effect(`store i32 ${pointer}, ptr ${this.pointer}`);
    const rest = ir.value(`lshr i64 ${ir.value(`load i64, ptr ${this.exec}`)}, ${count * CHUNK_LANES}`);
    ir.effect(`store i64 ${rest}, ptr ${this.exec}`);
    ir.effect(`br label %${start}`);
    ir.begin(done);
    this.restore();
    const narrow = ir.label();
    const left = ir.value(`icmp eq i64 ${exec}, 0`);
    ir.effect(`br i1 ${left}, label %${over}, label %${narrow}`);
    ir.begin(narrow);
  }

  /** The loop goes on at the first of these chunks. */
  private restore(): void {
    const { ir, loop } = this;
    ir.effect(`store i32 ${ir.value(`load i32, ptr ${this.pointer}`)}, ptr %l${loop.pointer}`);
    ir.effect(`store i64 ${ir.value(`load i64, ptr ${this.exec}`)}, ptr %l${loop.exec}`);
  }

  private sequence(operations: readonly Operation[]): void {
    for (let at = 0; at < operations.length; at++) {
      const operation = operations[at]!;
      const mask = this.loop.masks.get(operation);
      if (mask) {
        this.collect(mask.bits, mask.value, mask.lane);
        at += MASK_LENGTH - 1;
      } else this.operation(operation);
    }
  }

  /** Truth values of all chunks become bits. */
  private collect(bits: number, value: number, lane: number): void {
    const { ir, vectors } = this;
    const lanes = vectors.elements('i32');
    const vector = this.vector(this.local(value));
    const signs = ir.value(`icmp slt ${vectors.type} ${vector}, zeroinitializer`);
    const word = ir.value(`zext i${lanes} ${ir.value(`bitcast <${lanes} x i1> ${signs} to i${lanes}`)} to i64`);
    const first = ir.value(`zext i32 ${this.parts(this.local(lane))[0]} to i64`);
    const shifted = ir.value(`shl i64 ${word}, ${first}`);
    const all = ir.value(`or i64 ${ir.value(`load i64, ptr %l${bits}`)}, ${shifted}`);
    ir.effect(`store i64 ${all}, ptr %l${bits}`);
  }

  private pop(): Wide {
    return this.stack.pop()!;
  }

  /** A value for each chunk. */
  private parts(value: Wide): readonly string[] {
    if (value.kind === 'each') return value.parts;
    if (value.kind === 'vector') return this.vectors.split(value.name);
    if (value.kind === 'same') {
      const name = this.writer.plain(value.value);
      return Array.from({ length: this.count }, () => name);
    }
    const first = this.ir.value(`load i32, ptr ${this.pointer}`);
    return Array.from({ length: this.count }, (_, part) =>
      part === 0 ? first : this.ir.value(`add i32 ${first}, ${part * CHUNK_BYTES}`),
    );
  }
  /** Vectors side by side. @param exact whether LLVM may know what constants they are */
  private vector(value: Wide, exact = true): string {
    if (value.kind === 'vector') return value.name;
    if (value.kind === 'same' && value.value.words && exact) {
      const words = Array.from({ length: this.count }, () => value.value.words!).flat();
      return `<${words.map((word) => `i32 ${word}`).join(', ')}>`;
    }
    return this.vectors.join(this.parts(value));
  }
  private made(type: WasmType, parts: readonly string[]): Wide {
    return type === 'v128' ? { kind: 'vector', type, name: this.vectors.join(parts) } : { kind: 'each', type, parts };
  }

  private typeOf(local: number): WasmType {
    return this.writer.source.locals[local]!;
  }
  /** Places of a local of the body: vectors have one, scalars one for each chunk. */
  private places(local: number): readonly string[] {
    return this.writer.widePlaces(local, this.count, this.vectors.type);
  }
  private local(local: number): Wide {
    const { ir, loop } = this;
    const type = this.typeOf(local);
    if (local === loop.pointer) return { kind: 'pointer', type: 'i32' };
    if (local === loop.active) {
      const value = { type, name: String(ALL_ACTIVE) };
      return { kind: 'same', type, value, number: ALL_ACTIVE };
    }
    if (!loop.own.has(local)) {
      const value = { type, name: ir.value(`load ${IR_TYPE[type]}, ptr %l${local}`) };
      return { kind: 'same', type, value };
    }
    const places = this.places(local);
    if (type === 'v128') {
      return { kind: 'vector', type, name: ir.value(`load ${this.vectors.type}, ptr ${places[0]}`) };
    }
    return { kind: 'each', type, parts: places.map((place) => ir.value(`load ${IR_TYPE[type]}, ptr ${place}`)) };
  }
  private setLocal(local: number, value: Wide): void {
    const { ir } = this;
    const places = this.places(local);
    if (value.type === 'v128') {
      ir.effect(`store ${this.vectors.type} ${this.vector(value, false)}, ptr ${places[0]}`);
      return;
    }
    this.parts(value).forEach((part, at) => {
      ir.effect(`store ${IR_TYPE[value.type]} ${part}, ptr ${places[at]}`);
    });
  }

  private operation(operation: Operation): void {
    const { ir, vectors, stack } = this;
    switch (operation.kind) {
      case 'get':
        stack.push(this.local(operation.local));
        return;
      case 'set':
        return this.setLocal(operation.local, this.pop());
      case 'tee':
        this.setLocal(operation.local, this.pop());
        stack.push(this.local(operation.local));
        return;
      case 'i32': {
        const { value: number } = operation;
        stack.push({ kind: 'same', type: 'i32', value: { type: 'i32', name: String(number) }, number });
        return;
      }
      case 'simd':
        return this.simd(operation);
      case 'shuffle': {
        const [b, a] = [this.pop(), this.pop()];
        const name = vectors.shuffle(this.vector(a), this.vector(b), operation.bytes);
        stack.push({ kind: 'vector', type: 'v128', name });
        return;
      }
      case 'lane':
        if (operation.name.endsWith('extract_lane')) return this.each(operation);
        return this.replaceLane(operation);
      case 'vectorLoad':
        if (operation.name !== 'v128.load' || stack.at(-1)!.kind !== 'pointer') return this.each(operation);
        this.pop();
        stack.push({
          kind: 'vector',
          type: 'v128',
          name: ir.value(`load ${vectors.type}, ptr ${this.address(operation.offset)}, align 1`),
        });
        return;
      case 'vectorStore': {
        if (stack.at(-2)!.kind !== 'pointer') return this.each(operation);
        const value = this.vector(this.pop());
        this.pop();
        return ir.effect(`store ${vectors.type} ${value}, ptr ${this.address(operation.offset)}, align 1`);
      }
      case 'op':
        if (operation.name === 'i32.eq' && this.foldedEqual()) return;
        return this.each(operation);
      case 'if':
        return this.condition(operation);
      case 'brIf': {
        const parts = this.parts(this.pop());
        const any = parts.reduce((a, b) => ir.value(`or i32 ${a}, ${b}`));
        this.writer.pushWord(any);
        return this.writer.operation(operation);
      }
      case 'block':
      case 'loop':
        return this.region(operation, undefined);
      default:
        return this.each(operation);
    }
  }

  private address(offset: number): string {
    const { ir } = this;
    const pointer = ir.value(`zext i32 ${ir.value(`load i32, ptr ${this.pointer}`)} to i64`);
    return ir.value(`getelementptr i8, ptr %base, i64 ${ir.value(`add nuw nsw i64 ${pointer}, ${offset}`)}`);
  }

  /** Whether all lanes are active is known here. */
  private foldedEqual(): boolean {
    const [a, b] = this.stack.slice(-2).map((value) => (value.kind === 'same' ? value.number : undefined));
    if (a === undefined || b === undefined) return false;
    this.stack.splice(-2);
    const number = Number(a === b);
    this.stack.push({ kind: 'same', type: 'i32', value: { type: 'i32', name: String(number) }, number });
    return true;
  }

  /** What gives vectors lane by lane, of operands side by side. */
  private simd(operation: Extract<Operation, { kind: 'simd' }>): void {
    const { ir, vectors, stack } = this;
    const { name } = operation;
    const emit = VECTOR_OPERATIONS[name];
    const splat = SPLATS[name];
    const shift = SHIFTS[name];
    const operands = emit ? emit.length - 1 : shift ? 2 : 1;
    if (stack.slice(-operands).every((value) => value.kind === 'same')) return this.once(operation, operands);
    if (splat) {
      const parts = this.parts(this.pop());
      stack.push({ kind: 'vector', type: 'v128', name: this.spread(splat, parts) });
      return;
    }
    if (shift && stack.at(-1)!.kind === 'same') {
      const [op, element] = shift;
      const distance = ir.value(`and i32 ${this.parts(this.pop())[0]}, ${element === 'i32' ? 31 : 63}`);
      const wide = element === 'i32' ? distance : ir.value(`zext i32 ${distance} to i64`);
      const all = vectors.same(element, wide);
      const value = vectors.as(element, this.vector(this.pop()));
      const shifted = vectors.back(element, ir.value(`${op} ${vectors.of(element)} ${value}, ${all}`));
      stack.push({ kind: 'vector', type: 'v128', name: shifted });
      return;
    }
    if (!emit) return this.each(operation);
    const values = stack.splice(-operands).map((value) => this.vector(value, !name.startsWith('f')));
    stack.push({ kind: 'vector', type: 'v128', name: emit(vectors, values[0]!, values[1] ?? '', values[2] ?? '') });
  }

  /** In all elements of a chunk its scalar. */
  private spread(element: 'i32' | 'i64' | 'double', parts: readonly string[]): string {
    const { ir, vectors } = this;
    const type = `<${this.count} x ${element}>`;
    const all = parts.reduce(
      (vector, part, at) => ir.value(`insertelement ${type} ${vector}, ${element} ${part}, i32 ${at}`),
      'undef',
    );
    const count = vectors.elements(element);
    const mask = Array.from({ length: count }, (_, at) => `i32 ${Math.floor(at / (count / this.count))}`).join(', ');
    return vectors.back(element, ir.value(`shufflevector ${type} ${all}, ${type} undef, <${count} x i32> <${mask}>`));
  }

  private replaceLane({ name, lane }: Extract<Operation, { kind: 'lane' }>): void {
    const { ir, vectors } = this;
    const element = name.startsWith('f64') ? 'double' : name.startsWith('i64') ? 'i64' : 'i32';
    const parts = this.parts(this.pop());
    const each = vectors.elements(element) / this.count;
    const type = vectors.of(element);
    const changed = parts.reduce(
      (vector, part, at) => ir.value(`insertelement ${type} ${vector}, ${element} ${part}, i32 ${at * each + lane}`),
      vectors.as(element, this.vector(this.pop())),
    );
    this.stack.push({ kind: 'vector', type: 'v128', name: vectors.back(element, changed) });
  }

  /** The same for all chunks. */
  private once(operation: Operation, operands: number): void {
    for (const value of this.stack.splice(this.stack.length - operands))
      if (value.kind === 'same') this.writer.pushValue(value.value);
    this.writer.operation(operation);
    const value = this.writer.popValue();
    this.stack.push({ kind: 'same', type: value.type, value });
  }

  /** One chunk after the other. */
  private each(operation: Operation): void {
    const count = this.writer.operandsOf(operation);
    const operands = this.stack.splice(this.stack.length - count);
    const same = operands.every(({ kind }) => kind === 'same');
    const pure =
      operation.kind === 'op' || operation.kind === 'lane' || operation.kind === 'i64' || operation.kind === 'v128';
    if (same && pure) {
      this.stack.push(...operands);
      if (operation.kind === 'op' && operation.name === 'drop') {
        this.pop();
        return;
      }
      return this.once(operation, count);
    }
    const parts = operands.map((operand) => this.parts(operand));
    const results: Value[] = [];
    for (let chunk = 0; chunk < this.count; chunk++) {
      operands.forEach(({ type }, at) => {
        this.writer.pushValue({ type, name: parts[at]![chunk]! });
      });
      const depth = this.writer.depth - operands.length;
      this.writer.operation(operation);
      if (this.writer.depth > depth) results.push(this.writer.popValue());
    }
    if (results.length > 0)
      this.stack.push(
        this.made(
          results[0]!.type,
          results.map((value) => this.writer.plain(value)),
        ),
      );
  }

  private condition(operation: Extract<Operation, { kind: 'if' }>): void {
    const condition = this.pop();
    if (condition.kind === 'same' && condition.number !== undefined && operation.result === undefined)
      return this.sequence(condition.number === 0 ? operation.otherwise : operation.body);
    if (operation.result === undefined && operation.otherwise.length === 0 && isPure(operation.body))
      return this.blend(operation.body, condition);
    this.region(operation, condition);
  }

  /** Computes the body for all chunks if any needs it; only these get its results. */
  private blend(body: readonly Operation[], condition: Wide): void {
    const { ir } = this;
    const parts = this.parts(condition);
    const any = parts.reduce((a, b) => ir.value(`or i32 ${a}, ${b}`));
    const [yes, end] = [ir.label(), ir.label()];
    ir.effect(`br i1 ${ir.value(`icmp ne i32 ${any}, 0`)}, label %${yes}, label %${end}`);
    ir.begin(yes);
    const written = [...mentioned(body).written];
    const before = written.map((local) => this.local(local));
    this.sequence(body);
    const bits = parts.map((part) => ir.value(`icmp ne i32 ${part}, 0`));
    written.forEach((local, at) => {
      const type = this.typeOf(local);
      const [old, fresh] = [before[at]!, this.local(local)].map((value) => this.parts(value)) as [
        readonly string[],
        readonly string[],
      ];
      const ir_ = IR_TYPE[type];
      const chosen = bits.map((bit, n) => ir.value(`select i1 ${bit}, ${ir_} ${fresh[n]}, ${ir_} ${old[n]}`));
      this.setLocal(local, this.made(type, chosen));
    });
    ir.effect(`br label %${end}`);
    ir.begin(end);
  }

  /** Code with control of its own, chunk after chunk, in the local variables of the loop. */
  private region(operation: Operation, condition: Wide | undefined): void {
    const { ir, loop, writer } = this;
    const { read, written } = mentioned([operation]);
    const own = [...new Set([...read, ...written])].filter((local) => loop.own.has(local));
    const values = new Map(own.map((local) => [local, this.parts(this.local(local))]));
    const conditions = condition && this.parts(condition);
    const pointers = this.parts({ kind: 'pointer', type: 'i32' });
    const after = new Map([...written].map((local) => [local, [] as string[]]));
    const results: Value[] = [];
    ir.effect(`store i32 ${ALL_ACTIVE}, ptr %l${loop.active}`);
    for (let chunk = 0; chunk < this.count; chunk++) {
      ir.effect(`store i32 ${pointers[chunk]}, ptr %l${loop.pointer}`);
      for (const [local, parts] of values) {
        ir.effect(`store ${IR_TYPE[this.typeOf(local)]} ${parts[chunk]}, ptr %l${local}`);
      }
      if (conditions) writer.pushWord(conditions[chunk]!);
      const depth = writer.depth - Number(conditions !== undefined);
      writer.operation(operation);
      if (writer.depth > depth) results.push(writer.popValue());
      for (const [local, parts] of after) parts.push(ir.value(`load ${IR_TYPE[this.typeOf(local)]}, ptr %l${local}`));
    }
    for (const [local, parts] of after) this.setLocal(local, this.made(this.typeOf(local), parts));
    if (results.length > 0)
      this.stack.push(
        this.made(
          results[0]!.type,
          results.map(({ name }) => name),
        ),
      );
  }
}

/** Locals that code names. */
function mentioned(operations: readonly Operation[]): { readonly read: Set<number>; readonly written: Set<number> } {
  const [read, written] = [new Set<number>(), new Set<number>()];
  const visit = (operation: Operation): void => {
    if (operation.kind === 'get') read.add(operation.local);
    if (operation.kind === 'set' || operation.kind === 'tee') written.add(operation.local);
    if ('body' in operation) operation.body.forEach(visit);
    if (operation.kind === 'if') operation.otherwise.forEach(visit);
  };
  operations.forEach(visit);
  return { read, written };
}
