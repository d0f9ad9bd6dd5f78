// Prints operations for people: one line each, indented by the blocks around it; our own by what they stand for, so that it is seen at once
// which loops and fast paths there are.

import type { Code } from './code.js';
import { linearEnd } from './compound.js';
import type { FunctionCode, ModuleCode, Signature } from './module-code.js';
import { TYPE, VOID, type WasmType } from './opcodes.js';
import { KIND, KIND_OF, NAME_OF, NUMBER, wordsAt } from './operation-table.js';

const TYPES = new Map((Object.keys(TYPE) as WasmType[]).map((type) => [TYPE[type] as number, type]));
/** Operations that end what stands in a block, and those that begin it. */
const CLOSES: ReadonlySet<number> = new Set([NUMBER.else, NUMBER.end, NUMBER.endMasked, NUMBER.endLinear]);
const OPENS: ReadonlySet<number> = new Set([
  ...[NUMBER.block, NUMBER.loop, NUMBER.if, NUMBER.else, NUMBER.ifAll, NUMBER.maskedLoop, NUMBER.linearLoop],
]);

const hex = (word: number): string => `0x${(word >>> 0).toString(16)}`;
const local = (number: number): string => `$${number}`;

class Printer {
  readonly lines: string[] = [];

  constructor(private readonly nameOf: (index: number) => string) {}

  print({ words }: Code, depth: number): void {
    let indent = depth;
    for (let at = 0; at < words.length; at += wordsAt(words, at)) {
      const number = words[at]!;
      if (CLOSES.has(number)) indent--;
      this.lines.push(`${'  '.repeat(indent)}${this.operation(words, at)}`);
      if (OPENS.has(number)) indent++;
    }
  }

  private operation(words: Int32Array, at: number): string {
    const [number, a, b, c] = [words[at]!, words[at + 1]!, words[at + 2]!, words[at + 3]!];
    const name = NAME_OF[number]!;
    switch (KIND_OF[number]) {
      case KIND.local:
      case KIND.writtenLocal:
      case KIND.ifAll:
        return `${name} ${local(a)}`;
      case KIND.i32:
      case KIND.lane:
        return `${name} ${a}`;
      case KIND.i64:
        return `${name} ${(BigInt(b) << 32n) | BigInt(a >>> 0)}`;
      case KIND.memory:
        return a === 0 ? name : `${name} +${a}`;
      case KIND.laneMemory:
        return `${name} ${b}${a === 0 ? '' : ` +${a}`}`;
      case KIND.index:
        return number === NUMBER.call ? `call ${this.nameOf(a)}` : `${name} ${a}`;
      case KIND.if:
        return a === VOID ? name : `${name} ${TYPES.get(a)}`;
      case KIND.table: {
        const depths = [...words.subarray(at + 2, at + wordsAt(words, at))];
        return `${name} ${depths.slice(0, -1).join(' ')} else ${depths.at(-1)}`;
      }
      case KIND.vector:
        return `${name} ${vectorText(words.slice(at + 1, at + 5), number === NUMBER.shuffle)}`;
      case KIND.collect:
        return `${name} ${local(a)} |= bits of ${local(b)} from lane ${local(c)}`;
      case KIND.maskedLoop:
        return `${name} exec ${local(a)} active ${local(b)}${c === 1 ? ' while all lanes are active' : ''}`;
      case KIND.endMasked:
        return `${name} pointer ${local(a)} exec ${local(b)}`;
      case KIND.endLinear:
        return `${name} ${linearText(words, at)}`;
      default:
        return name;
    }
  }
}

const vectorText = (words: Int32Array, bytes: boolean): string =>
  bytes ? [...new Uint8Array(words.buffer)].join(' ') : [...words].map(hex).join(' ');

function linearText(words: Int32Array, at: number): string {
  const { chunks, repeated, locals } = linearEnd(words, at);
  const [pointer, first, ...rest] = locals;
  const growing = rest.flatMap((vector, n) => (n % 2 === 0 ? [`${local(vector)} += ${local(rest[n + 1]!)}`] : []));
  const head = `pointer ${local(pointer!)} from ${local(first!)} chunks ${chunks} by ${repeated}`;
  return [head, ...growing].join(', ');
}

const signatureText = ({ params, results }: Signature): string => `(${params.join(' ')}) -> (${results.join(' ')})`;

function functionText({ signature, locals, code }: FunctionCode, name: string, nameOf: (index: number) => string) {
  const printer = new Printer(nameOf);
  let next = signature.params.length;
  const runs = locals.map(({ type, count }) => `${type} ${local(next)}..${local((next += count) - 1)}`);
  printer.print(code, 1);
  const head = `function ${name} ${signatureText(signature)}${runs.length === 0 ? '' : `, ${runs.join(', ')}`}`;
  return [head, ...printer.lines, ''].join('\n');
}

/** All functions. Exported and imported ones go by their names, the others by their numbers; so do locals. */
export function moduleText({ imports, functions, exports }: ModuleCode): string {
  const exported = new Map(exports.map(({ name, index }) => [index, name]));
  const nameOf = (index: number): string => exported.get(index) ?? imports[index]?.name ?? `f${index}`;
  return functions.map((each, at) => functionText(each, nameOf(imports.length + at), nameOf)).join('\n');
}
