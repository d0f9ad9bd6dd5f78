// Reads SPIR-V: words to instructions with their operands, by the grammar. Every offset and count is checked; what ids
// mean is checked elsewhere.

import { spirvByteOrder, WORD_BYTES } from './file-kind.js';
import { type GrammarRow, spirvGrammar } from './grammar/tables.js';
import { type NumberType, type SpirvInstruction, type SpirvModule, spirvError, spirvRefusal } from './module.js';
import { OperandWords } from './operand-reader.js';

const HEADER_WORDS = 5;
/** Source: SPIR-V specification, universal limits. */
const MAX_BOUND = 4_194_304;
const MAX_MINOR = 6;
/** Limits that keep a module and all that is made of it within the memory of a Node process. */
const MAX_WORDS = 1 << 24;
const MAX_INSTRUCTIONS = 1 << 21;

const SPLIT = 'Split the module: clLinkProgram links the parts.';

function wordsOf(bytes: Uint8Array, name: string): Uint32Array {
  const order = spirvByteOrder(bytes);
  if (order === undefined) throw spirvError(name, 0, 'the magic number 0x07230203 is missing');
  if (bytes.length % WORD_BYTES !== 0)
    throw spirvError(name, Math.floor(bytes.length / WORD_BYTES), `${bytes.length} bytes are no whole words`);
  if (bytes.length / WORD_BYTES > MAX_WORDS)
    throw spirvRefusal(name, MAX_WORDS, `a module of more than ${MAX_WORDS} words is not supported`, SPLIT);
  const words = new Uint32Array(bytes.length / WORD_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let n = 0; n < words.length; n++) words[n] = view.getUint32(n * WORD_BYTES, order === 'little');
  return words;
}

type Header = Pick<SpirvModule, 'major' | 'minor' | 'generator' | 'bound' | 'schema'>;

function headerOf(words: Uint32Array, name: string): Header {
  if (words.length < HEADER_WORDS)
    throw spirvError(name, words.length, `the header has ${HEADER_WORDS} words, the module ${words.length}`);
  const [, version = 0, generator = 0, bound = 0, schema = 0] = words;
  const [major, minor] = [(version >>> 16) & 0xff, (version >>> 8) & 0xff];
  if (major !== 1 || minor > MAX_MINOR || (version & 0xff_00_00_ff) !== 0)
    throw spirvError(name, 1, `version ${major}.${minor} is not supported`, 'Versions 1.0 to 1.6 are supported.');
  if (bound === 0 || bound > MAX_BOUND) throw spirvError(name, 3, `the bound ${bound} is not in 1 to ${MAX_BOUND}`);
  if (schema !== 0) throw spirvError(name, 4, `the instruction schema ${schema} is not 0`);
  return { major, minor, generator, bound, schema };
}

/** State of one read: what the sizes of literals depend on. */
export class ReaderState {
  readonly numbers = new Map<number, NumberType>();
  readonly imports = new Map<number, string>();
  /** Result types by result. */
  readonly types = new Map<number, number>();

  note({ name, result, type, operands }: SpirvInstruction): void {
    if (type !== 0) this.types.set(result, type);
    const [first, second] = operands;
    if (name === 'TypeInt') {
      const isSigned = second?.value === 1;
      this.numbers.set(result, { width: first?.value ?? 0, isFloat: false, isSigned });
    } else if (name === 'TypeFloat')
      this.numbers.set(result, { width: first?.value ?? 0, isFloat: true, isSigned: true });
    else if (name === 'ExtInstImport') this.imports.set(result, first?.text ?? '');
  }
}

interface Place {
  readonly name: string;
  readonly words: Uint32Array;
  readonly bound: number;
}

function rowAt({ name, words }: Place, at: number): GrammarRow {
  const opcode = (words[at] ?? 0) & 0xff_ff;
  const row = spirvGrammar().instructions.get(opcode);
  if (row === undefined) throw spirvError(name, at, `the opcode ${opcode} is unknown`);
  return row;
}

function instructionAt(place: Place, at: number, state: ReaderState): { instruction: SpirvInstruction; end: number } {
  const { name, words } = place;
  const row = rowAt(place, at);
  const end = at + ((words[at] ?? 0) >>> 16);
  if (end === at) throw spirvError(name, at, `Op${row.name} has 0 words`);
  if (end > words.length)
    throw spirvError(name, at, `Op${row.name} ends ${end - words.length} words behind the module's end`);
  const reader = new OperandWords({ ...place, row, at, end }, state);
  const type = row.hasType ? reader.id() : 0;
  const result = row.hasResult ? reader.id() : 0;
  reader.rules(row.operands, type);
  reader.skipRepeatedType(type);
  const instruction = { offset: at, row, name: row.name, type, result, operands: reader.finish() };
  return { instruction, end };
}

/** @param name begins messages @throws AtollError BAD_INPUT with the offset of the word */
export function readSpirv(bytes: Uint8Array, name: string): SpirvModule {
  const words = wordsOf(bytes, name);
  const header = headerOf(words, name);
  const state = new ReaderState();
  const instructions: SpirvInstruction[] = [];
  const place = { name, words, bound: header.bound };
  for (let at = HEADER_WORDS; at < words.length; ) {
    const { instruction, end } = instructionAt(place, at, state);
    if (instructions.length === MAX_INSTRUCTIONS)
      throw spirvRefusal(name, at, `more than ${MAX_INSTRUCTIONS} instructions are not supported`, SPLIT);
    instructions.push(instruction);
    state.note(instruction);
    at = end;
  }
  return { name, ...header, instructions, numbers: state.numbers, imports: state.imports };
}
