// Operations of a function as a tree: what stands in a block is its part.

import { lastOf, required } from '../../util/required.js';
import { Code } from '../wasm/code.js';
import { CodeBuilder } from '../wasm/code-builder.js';
import {
  expand,
  expanded,
  type LinearChunks,
  linearEnd,
  type MaskedChunks,
  nextLinear,
  repeatLinear,
} from '../wasm/compound.js';
import type { FunctionCode, Signature } from '../wasm/module-code.js';
import {
  type ATOMIC,
  type LANE,
  type LANE_MEMORY,
  type MEMORY,
  type OP,
  type SIMD,
  TYPE,
  type VECTOR_LOAD,
  VOID,
  type WasmType,
} from '../wasm/opcodes.js';
import { KIND, KIND_OF, NAME_OF, NUMBER, wordsAt } from '../wasm/operation-table.js';

/** An access to memory. */
export interface NativeMemoryAccess {
  readonly offset: number;
  /** It must stay one instruction: other threads may look at its bytes. */
  readonly undivided?: true;
  /** An i64 below the address is added to it. */
  readonly far?: true;
}

/** One operation with its operands. */
export type Operation =
  | { readonly kind: 'op'; readonly name: keyof typeof OP }
  | { readonly kind: 'simd'; readonly name: keyof typeof SIMD }
  | { readonly kind: 'lane'; readonly name: keyof typeof LANE; readonly lane: number }
  | ({ readonly kind: 'memory'; readonly name: keyof typeof MEMORY } & NativeMemoryAccess)
  | { readonly kind: 'atomic'; readonly name: keyof typeof ATOMIC; readonly far?: true }
  | ({ readonly kind: 'vectorLoad'; readonly name: keyof typeof VECTOR_LOAD } & NativeMemoryAccess)
  | ({ readonly kind: 'vectorStore' | 'loadRegister' | 'storeRegister' } & NativeMemoryAccess)
  | ({
      readonly kind: 'laneMemory';
      readonly name: keyof typeof LANE_MEMORY;
      readonly lane: number;
    } & NativeMemoryAccess)
  | { readonly kind: 'get' | 'set' | 'tee'; readonly local: number }
  | { readonly kind: 'i32'; readonly value: number }
  | { readonly kind: 'i64'; readonly value: bigint }
  | { readonly kind: 'v128'; readonly words: readonly number[] }
  | { readonly kind: 'shuffle'; readonly bytes: readonly number[] }
  | { readonly kind: 'fill' }
  | { readonly kind: 'touch'; readonly far?: true }
  | { readonly kind: 'br' | 'brIf'; readonly depth: number }
  | { readonly kind: 'brTable'; readonly depths: readonly number[]; readonly otherwise: number }
  | { readonly kind: 'call'; readonly index: number }
  | { readonly kind: 'block' | 'loop'; readonly body: readonly Operation[] }
  | {
      readonly kind: 'if';
      readonly result: WasmType | undefined;
      /** Local with the bits of the chunk's active lanes: the condition is that these are all. */
      readonly active: number | undefined;
      readonly body: readonly Operation[];
      readonly otherwise: readonly Operation[];
    }
  | LaneMaskUpdate
  | ChunkOperation;

/** `bits` gets truth values of the chunk's lanes. */
export interface LaneMaskUpdate {
  readonly kind: 'collect';
  readonly bits: number;
  readonly value: number;
  readonly lane: number;
  /** The same in operations of WebAssembly. */
  readonly plain: readonly Operation[];
}

/** A loop over chunks. */
export type ChunkOperation = (
  | ({ readonly kind: 'masked' } & MaskedChunks)
  | ({ readonly kind: 'linear' } & LinearChunks)
) & {
  /** The code of a chunk: within two labels, or in a linear loop one. */
  readonly body: readonly Operation[];
  /** The loop in operations of WebAssembly. */
  readonly plain: () => Extract<Operation, { kind: 'loop' }>;
};

export interface FunctionTree {
  readonly signature: Signature;
  /** Types of all local variables, parameters first. */
  readonly locals: readonly WasmType[];
  readonly body: readonly Operation[];
}

const TYPES = new Map((Object.keys(TYPE) as WasmType[]).map((type) => [TYPE[type] as number, type]));
type BlockTerminator = 'end' | 'else';

class TreeReader {
  private at = 0;
  constructor(private readonly tape: Int32Array) {}

  /** Operations up to the end of what they stand in. @returns what that is; undefined at the end of the tape */
  sequence(into: Operation[]): BlockTerminator | undefined {
    const { tape } = this;
    while (this.at < tape.length) {
      const at = this.at;
      this.at += wordsAt(tape, at);
      const number = this.word(at);
      if (number === NUMBER.else) return 'else';
      if (number === NUMBER.end || number === NUMBER.endMasked || number === NUMBER.endLinear) return 'end';
      into.push(this.operation(at));
    }
    return undefined;
  }

  private word(at: number): number {
    return required(this.tape[at], 'word of the tape');
  }

  private operation(at: number): Operation {
    const { tape } = this;
    const number = this.word(at);
    const operand = (): number => this.word(at + 1);
    switch (KIND_OF[number]) {
      case KIND.plain:
        return { kind: number < 0x200 ? 'op' : 'simd', name: NAME_OF[number] } as Operation;
      case KIND.local:
      case KIND.writtenLocal:
        return { kind: NAME_OF[number] as 'get' | 'set' | 'tee', local: operand() };
      case KIND.i32:
        return { kind: 'i32', value: operand() };
      case KIND.i64:
        return { kind: 'i64', value: (BigInt(this.word(at + 2)) << 32n) | BigInt(operand() >>> 0) };
      case KIND.lane:
        return { kind: 'lane', name: NAME_OF[number] as keyof typeof LANE, lane: operand() };
      case KIND.memory:
        return this.memory(number, operand());
      case KIND.laneMemory: {
        const name = NAME_OF[number] as keyof typeof LANE_MEMORY;
        return { kind: 'laneMemory', name, offset: operand(), lane: this.word(at + 2) };
      }
      case KIND.atomic:
        return { kind: 'atomic', name: NAME_OF[number] as keyof typeof ATOMIC };
      case KIND.vector:
        return this.vector(at);
      case KIND.undivided:
        return this.marked('undivided');
      case KIND.far:
        return this.marked('far');
      case KIND.fill:
      case KIND.touch:
        return { kind: number === NUMBER.fill ? 'fill' : 'touch' };
      case KIND.collect: {
        const [bits, value, lane] = [operand(), this.word(at + 2), this.word(at + 3)];
        return { kind: 'collect', bits, value, lane, plain: treeOf(expanded(tape, at)) };
      }
      default:
        return this.control(at);
    }
  }

  /** The access that follows. */
  private marked(mark: 'undivided' | 'far'): Operation {
    const access = this.at;
    this.at += wordsAt(this.tape, access);
    return { ...this.operation(access), [mark]: true } as Operation;
  }

  private vector(at: number): Operation {
    const words = this.tape.slice(at + 1, at + 5);
    if (this.tape[at] === NUMBER.v128) return { kind: 'v128', words: [...words] };
    return { kind: 'shuffle', bytes: [...new Uint8Array(words.buffer)] };
  }

  private memory(number: number, offset: number): Operation {
    if (number === NUMBER.vectorStore || number === NUMBER.loadRegister || number === NUMBER.storeRegister)
      return { kind: NAME_OF[number] as 'vectorStore' | 'loadRegister' | 'storeRegister', offset };
    const name = required(NAME_OF[number], 'name of the operation');
    return { kind: number < 0x200 ? 'memory' : 'vectorLoad', name, offset } as Operation;
  }

  private control(at: number): Operation {
    const { tape } = this;
    const number = this.word(at);
    const operand = (): number => this.word(at + 1);
    switch (KIND_OF[number]) {
      case KIND.index:
        if (number === NUMBER.call) return { kind: 'call', index: operand() };
        return { kind: number === NUMBER.br ? 'br' : 'brIf', depth: operand() };
      case KIND.table: {
        const depths = [...tape.subarray(at + 2, this.at)];
        return { kind: 'brTable', depths: depths.slice(0, -1), otherwise: lastOf(depths, 'depth') };
      }
      case KIND.block:
        return { kind: number === NUMBER.block ? 'block' : 'loop', body: this.nested() };
      case KIND.if:
        return this.condition(operand() === VOID ? undefined : TYPES.get(operand()), undefined);
      case KIND.ifAll:
        return this.condition(undefined, operand());
      case KIND.maskedLoop:
        return this.masked(at);
      case KIND.linearLoop:
        return this.linear();
    }
    throw new TypeError(`operation ${number} stands alone`);
  }

  private nested(): readonly Operation[] {
    const body: Operation[] = [];
    this.sequence(body);
    return body;
  }

  private condition(result: WasmType | undefined, active: number | undefined): Operation {
    const [body, otherwise]: [Operation[], Operation[]] = [[], []];
    if (this.sequence(body) === 'else') this.sequence(otherwise);
    return { kind: 'if', result, active, body, otherwise };
  }

  private masked(at: number): Operation {
    const { tape } = this;
    const begin = this.at;
    const body = this.nested();
    const end = this.at - wordsAt(Int32Array.of(NUMBER.endMasked), 0);
    const [exec, active, whole] = [this.word(at + 1), this.word(at + 2), tape[at + 3] === 1];
    const plain = (): Extract<Operation, { kind: 'loop' }> => {
      const code = expanded(tape, at);
      code.append(Code.of(tape.subarray(begin, end)));
      expand(tape, end, code);
      return loopOf(code);
    };
    return { kind: 'masked', pointer: this.word(end + 1), exec, active, whole, body, plain };
  }

  private linear(): Operation {
    const { tape } = this;
    const begin = this.at;
    const body: Operation[] = [];
    // The end is long.
    let end = begin;
    for (; tape[end] !== NUMBER.endLinear; end += wordsAt(tape, end));
    this.sequence(body);
    const { chunks, repeated, locals } = linearEnd(tape, end);
    const local = (at: number): number => required(locals[at], 'local of the loop');
    const growing = Array.from({ length: locals.length / 2 - 1 }, (_, n) => ({
      vector: local(2 * n + 2),
      growth: local(2 * n + 3),
    }));
    const plain = (): Extract<Operation, { kind: 'loop' }> => {
      const b = new CodeBuilder();
      b.loop();
      for (let n = 0; n < repeated; n++) {
        b.out.append(Code.of(tape.subarray(begin, end)));
        nextLinear(b, locals);
      }
      repeatLinear(b, locals, chunks);
      return loopOf(b.out);
    };
    return { kind: 'linear', pointer: local(0), first: local(1), chunks, repeated, growing, body, plain };
  }
}

function treeOf({ words }: Code): readonly Operation[] {
  const body: Operation[] = [];
  new TreeReader(words).sequence(body);
  return body;
}

const loopOf = (code: Code) => treeOf(code)[0] as Extract<Operation, { kind: 'loop' }>;

export function functionTree({ signature, locals, code }: FunctionCode): FunctionTree {
  const types = locals.flatMap(({ type, count }) => Array.from({ length: count }, () => type));
  return { signature, locals: [...signature.params, ...types], body: treeOf(code) };
}
