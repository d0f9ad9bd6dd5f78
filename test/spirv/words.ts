// SPIR-V modules word by word, for sizes that are too large to keep as text.

const OPCODES = {
  Nop: 0,
  Line: 8,
  String: 7,
  MemoryModel: 14,
  EntryPoint: 15,
  ExecutionMode: 16,
  Capability: 17,
  TypeVoid: 19,
  TypeInt: 21,
  TypeFunction: 33,
  Constant: 43,
  Function: 54,
  FunctionParameter: 55,
  FunctionEnd: 56,
  FunctionCall: 57,
  Decorate: 71,
  DecorationGroup: 73,
  GroupDecorate: 74,
  TypeBool: 20,
  ConstantTrue: 41,
  IAdd: 128,
  Phi: 245,
  Label: 248,
  Branch: 249,
  BranchConditional: 250,
  Switch: 251,
  Return: 253,
} as const;

const HEADER = [0x07_23_02_03, 0x1_04_00, 0, 0, 0];
const BOUND = 3;
const KERNEL = 6;
const [PHYSICAL64, OPENCL] = [2, 2];
const CAPABILITIES = [4, 6, 11];

/** A module under construction; sections are in the order of the calls. */
export class ModuleWords {
  readonly words: number[] = [...HEADER];
  private nextId = 1;

  id(): number {
    return this.nextId++;
  }

  /** @param operands numbers are words, texts strings of SPIR-V */
  add(name: keyof typeof OPCODES, ...operands: readonly (number | string)[]): void {
    const words = operands.flatMap((one) => (typeof one === 'number' ? [one] : textWords(one)));
    this.words.push(((words.length + 1) << 16) | OPCODES[name], ...words);
  }

  /** @returns the result's id, which is the first operand */
  define(name: keyof typeof OPCODES, ...operands: readonly number[]): number {
    const id = this.id();
    this.add(name, id, ...operands);
    return id;
  }

  /** @returns the result's id, which follows its type */
  value(name: keyof typeof OPCODES, type: number, ...operands: readonly number[]): number {
    const id = this.id();
    this.add(name, type, id, ...operands);
    return id;
  }

  start(): void {
    for (const capability of CAPABILITIES) this.add('Capability', capability);
    this.add('MemoryModel', PHYSICAL64, OPENCL);
  }

  entryPoint(id: number, name: string): void {
    this.add('EntryPoint', KERNEL, id, name);
  }

  bytes(): Uint8Array {
    this.words[BOUND] = this.nextId;
    return new Uint8Array(Uint32Array.from(this.words).buffer);
  }
}

function textWords(text: string): number[] {
  const bytes = Buffer.alloc((text.length & ~3) + 4);
  bytes.write(text, 'latin1');
  return Array.from({ length: bytes.length / 4 }, (_, n) => bytes.readUInt32LE(n * 4));
}
