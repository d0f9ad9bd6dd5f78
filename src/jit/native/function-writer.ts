// One function of a module as a function of LLVM's intermediate representation. Local variables are places on the
// stack, which LLVM turns into registers; labels become basic blocks.

import { required } from '../../util/required.js';
import { ALL_LANES } from '../wasm/compound.js';
import { AccessWriter } from './access-writer.js';
import type { IrBuilder } from './ir-builder.js';
import { IR_TYPE, type ModuleContext, type NativeValue, resultType } from './ir-types.js';
import { operandsOf } from './operands.js';
import type { ChunkOperation, FunctionTree, Operation } from './operations.js';
import { SCALAR_OPERATIONS } from './scalar-operations.js';

/**
 * Writes a loop over chunks for several at once, in its place or in front of it. @returns what is written: none of it,
 * a part, or all
 */
export type WriteLoop = (writer: FunctionWriter, loop: ChunkOperation, over: string) => 'none' | 'part' | 'all';

/** Target of a branch; a function's own label has none: it returns. */
type Label = string | undefined;

const vectorText = (words: readonly number[]): string => `<${words.map((word) => `i32 ${word}`).join(', ')}>`;

export class FunctionWriter extends AccessWriter {
  private labels: Label[] = [];
  private readonly wide = new Map<number, readonly string[]>();
  /** Code behind an unconditional branch. */
  private dead = false;

  constructor(
    ir: IrBuilder,
    readonly source: FunctionTree,
    module: ModuleContext,
    private readonly writeLoop: WriteLoop,
  ) {
    super(ir, module);
  }

  write(): void {
    const { locals, signature, body } = this.source;
    locals.forEach((local, index) => {
      const ir = IR_TYPE[local];
      this.ir.place(ir, `%l${index}`);
      const initial = index < signature.params.length ? `%p${index}` : 'zeroinitializer';
      this.ir.effect(`store ${ir} ${initial}, ptr %l${index}`);
    });
    this.labels.push(undefined);
    this.sequence(body);
    if (!this.dead) this.return();
  }

  private sequence(body: readonly Operation[]): void {
    for (const operation of body) if (!this.dead) this.operation(operation);
  }

  private return(): void {
    const { results } = this.source.signature;
    const values = this.popMany(results.length);
    this.dead = true;
    if (results.length === 0) return this.ir.effect('ret void');
    if (results.length === 1)
      return this.ir.effect(
        `ret ${IR_TYPE[required(results[0], 'type of the result')]} ${this.plain(required(values[0], 'result'))}`,
      );
    const type = resultType(this.source.signature);
    const all = values.reduce(
      (whole, value, index) =>
        this.ir.value(`insertvalue ${type} ${whole}, ${IR_TYPE[value.type]} ${this.plain(value)}, ${index}`),
      'undef',
    );
    this.ir.effect(`ret ${type} ${all}`);
  }

  operation(operation: Operation): void {
    switch (operation.kind) {
      case 'get':
      case 'set':
      case 'tee':
        return this.local(operation);
      case 'i32':
        return this.give('i32', String(operation.value));
      case 'i64':
        return this.give('i64', String(operation.value));
      case 'v128':
        return this.give('v128', vectorText(operation.words), operation.words);
      case 'op':
        return this.scalar(operation.name);
      case 'simd':
        return this.simd(operation.name);
      case 'shuffle': {
        const [b, a] = [this.pop(), this.pop()];
        return this.give('v128', this.vectors.shuffle(a.name, b.name, operation.bytes));
      }
      case 'lane':
        return this.lane(operation);
      case 'fill':
        return this.fill();
      case 'call':
        return this.call(operation.index);
      default:
        return this.access(operation);
    }
  }

  private local(operation: Extract<Operation, { kind: 'get' | 'set' | 'tee' }>): void {
    const { ir } = this;
    if (operation.kind === 'get') {
      const type = required(this.source.locals[operation.local], 'local');
      return this.give(type, ir.value(`load ${IR_TYPE[type]}, ptr %l${operation.local}`));
    }
    const value = this.pop();
    const name = this.plain(value);
    ir.effect(`store ${IR_TYPE[value.type]} ${name}, ptr %l${operation.local}`);
    if (operation.kind === 'tee') this.give(value.type, name);
  }

  /** Accesses of memory and registers, and control flow. */
  private access(operation: Operation): void {
    switch (operation.kind) {
      case 'memory':
        return this.memory(operation);
      case 'atomic':
        return this.atomic(operation);
      case 'vectorLoad':
        return this.vectorLoad(operation);
      case 'loadRegister':
        return this.wholeVector(operation);
      case 'vectorStore':
      case 'storeRegister':
        return this.vectorStore(operation);
      case 'touch':
        return this.touch(operation);
      case 'collect':
        return this.sequence(operation.plain);
      case 'laneMemory':
        return this.laneMemory(operation);
      default:
        return this.control(operation);
    }
  }

  private scalar(name: Extract<Operation, { kind: 'op' }>['name']): void {
    const { ir } = this;
    if (name === 'drop') {
      this.pop();
      return;
    }
    if (name === 'return') return this.return();
    if (name === 'select') {
      const condition = this.pop();
      const [b, a] = [this.pop(), this.pop()];
      const type = IR_TYPE[a.type];
      const bit = this.bit(condition);
      return this.give(a.type, ir.value(`select i1 ${bit}, ${type} ${this.plain(a)}, ${type} ${this.plain(b)}`));
    }
    const { takes, gives, operands, emit } = SCALAR_OPERATIONS[name];
    const args = this.popMany(operands).map((value) => value.name);
    this.give(gives === 'double' ? 'f64' : gives, emit(ir, takes, required(args[0], 'operand'), args[1] ?? ''));
  }

  private bit(value: NativeValue): string {
    return this.ir.value(`icmp ne i32 ${value.name}, 0`);
  }

  private call(index: number): void {
    const type = this.module.typeOf(index);
    const args = this.popMany(type.params.length).map((value) => ({ type: value.type, name: this.plain(value) }));
    const result = this.module.call(this.ir, index, args);
    if (type.results.length === 1) this.give(required(type.results[0], 'type of the result'), result);
    if (type.results.length < 2) return;
    type.results.forEach((each, position) => {
      this.give(each, this.ir.value(`extractvalue ${resultType(type)} ${result}, ${position}`));
    });
  }

  private control(operation: Operation): void {
    switch (operation.kind) {
      case 'block': {
        const end = this.ir.label();
        this.labelled(end, () => this.sequence(operation.body));
        return this.continueAt(end);
      }
      case 'loop': {
        const start = this.ir.label();
        this.continueAt(start);
        return this.labelled(start, () => this.sequence(operation.body));
      }
      case 'masked':
      case 'linear':
        return this.chunks(operation);
      case 'if':
        return this.condition(operation);
      case 'br':
        return this.jump(operation.depth);
      case 'brIf': {
        const bit = this.bit(this.pop());
        const next = this.ir.label();
        const target = this.target(operation.depth);
        if (target === undefined) throw new TypeError('a conditional return is not emitted');
        this.ir.effect(`br i1 ${bit}, label %${target}, label %${next}`);
        return this.ir.begin(next);
      }
      case 'brTable': {
        const value = this.pop().name;
        const cases = operation.depths.map((depth, at) => `i32 ${at}, label %${this.target(depth)}`);
        this.ir.effect(`switch i32 ${value}, label %${this.target(operation.otherwise)} [ ${cases.join(' ')} ]`);
        this.dead = true;
        return;
      }
    }
    throw new TypeError(`no code for ${operation.kind}`);
  }

  private chunks(loop: ChunkOperation): void {
    const over = this.ir.label();
    const written = this.writeLoop(this, loop, over);
    if (written !== 'all') this.control(loop.plain());
    if (written === 'none') return;
    // All of it ends by going there.
    this.dead ||= written === 'all';
    this.continueAt(over);
  }

  private condition({ result, active, body, otherwise }: Extract<Operation, { kind: 'if' }>): void {
    const { ir } = this;
    if (active !== undefined) this.pushAllActive(active);
    const bit = this.bit(this.pop());
    const [yes, no, end] = [ir.label(), ir.label(), ir.label()];
    const place = result && ir.place(IR_TYPE[result]);
    const arm = (label: string, operations: readonly Operation[]): void => {
      ir.begin(label);
      this.dead = false;
      this.labelled(end, () => this.sequence(operations));
      if (this.dead) return;
      if (result) ir.effect(`store ${IR_TYPE[result]} ${this.plain(this.pop())}, ptr ${place}`);
      ir.effect(`br label %${end}`);
    };
    ir.effect(`br i1 ${bit}, label %${yes}, label %${no}`);
    arm(yes, body);
    arm(no, otherwise);
    this.dead = false;
    ir.begin(end);
    if (result) this.give(result, ir.value(`load ${IR_TYPE[result]}, ptr ${place}`));
  }

  /** Pushes 1 if all lanes of a chunk are active. */
  private pushAllActive(active: number): void {
    this.operation({ kind: 'get', local: active });
    this.give('i32', String(ALL_LANES));
    this.scalar('i32.eq');
  }

  private labelled(label: string, emit: () => void): void {
    this.labels.push(label);
    emit();
    this.labels.pop();
  }

  /** A basic block begins here; code before continues into it. */
  private continueAt(label: string): void {
    if (!this.dead) this.ir.effect(`br label %${label}`);
    this.dead = false;
    this.ir.begin(label);
  }

  private target(depth: number): Label {
    return this.labels[this.labels.length - 1 - depth];
  }

  /** Places of a local variable for several chunks: see WideBody. */
  widePlaces(local: number, count: number, vector: string): readonly string[] {
    let places = this.wide.get(local);
    if (!places) {
      const type = required(this.source.locals[local], 'local');
      const types = type === 'v128' ? [vector] : Array.from({ length: count }, () => IR_TYPE[type]);
      this.wide.set(local, (places = types.map((each) => this.ir.place(each))));
    }
    return places;
  }

  /** Emits the body of a loop that stands for another one: branches out of it do something before. */
  leavingThrough(before: () => void, emit: () => void): void {
    const { labels, ir } = this;
    const exits = new Map(labels.flatMap((label) => (label === undefined ? [] : [[label, ir.label()] as const])));
    // The condition's own label and the loop's lie around the body.
    const outside = labels.map((label) => label && exits.get(label));
    this.labels = [...outside, undefined, undefined];
    emit();
    this.labels = labels;
    const over = ir.label();
    ir.effect(`br label %${over}`);
    for (const [label, exit] of exits) {
      ir.begin(exit);
      before();
      ir.effect(`br label %${label}`);
    }
    ir.begin(over);
  }

  operandsOf(operation: Operation): number {
    return operandsOf(operation, (index) => this.module.typeOf(index));
  }

  private jump(depth: number): void {
    const target = this.target(depth);
    if (target === undefined) return this.return();
    this.ir.effect(`br label %${target}`);
    this.dead = true;
  }
}
