// The producer of a bitcode file: the string of its identification block, as LLVM16.0.6. Source: "LLVM Bitcode File
// Format": bitstream container, IDENTIFICATION_BLOCK.
import { closeSync, openSync, readSync } from 'node:fs';

const MAGIC = 0xdec04342;
const IDENTIFICATION_BLOCK = 13;
const STRING_RECORD = 1;
/** Abbreviation numbers common to all blocks, and the first one of a block itself. */
const ID = { enterSubblock: 1, defineAbbrev: 2, unabbreviated: 3, firstOwn: 4 } as const;
/** Encodings of an abbreviation's operands; 0 is a literal here. */
const ENCODING = { literal: 0, fixed: 1, variable: 2, array: 3, char6: 4 } as const;
const CHAR6_LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._';
const HEAD_SIZE = 256;
const MAX_OPERANDS = 64;

interface Operand {
  readonly encoding: number;
  /** Bits of fixed and variable fields, the value of a literal. */
  readonly value: number;
}

class BitReader {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  bits(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++, this.at++) {
      const byte = this.bytes[this.at >> 3];
      if (byte === undefined) throw new RangeError('the bitcode ends early');
      value += ((byte >> (this.at & 7)) & 1) * 2 ** i;
    }
    return value;
  }

  /** Groups of `width` bits; the highest bit marks that another group follows. */
  variable(width: number): number {
    const more = 2 ** (width - 1);
    let value = 0;
    for (let scale = 1; ; scale *= more) {
      const group = this.bits(width);
      value += (group % more) * scale;
      if (group < more) return value;
    }
  }

  align(): void {
    this.at = (this.at + 31) & ~31;
  }
}

function readAbbreviation(reader: BitReader): Operand[] {
  return Array.from({ length: reader.variable(5) }, () => {
    if (reader.bits(1)) return { encoding: ENCODING.literal, value: reader.variable(8) };
    const encoding = reader.bits(3);
    return { encoding, value: encoding === ENCODING.fixed || encoding === ENCODING.variable ? reader.variable(5) : 0 };
  });
}

function readOperand(reader: BitReader, { encoding, value }: Operand): number {
  if (encoding === ENCODING.literal) return value;
  if (encoding === ENCODING.char6) return CHAR6_LETTERS.charCodeAt(reader.bits(6));
  return encoding === ENCODING.fixed ? reader.bits(value) : reader.variable(value);
}

/** The numbers of a record whose abbreviation is known: its code first. */
function readAbbreviated(reader: BitReader, operands: readonly Operand[]): number[] {
  const values: number[] = [];
  const rest = [...operands];
  for (let operand = rest.shift(); operand; operand = rest.shift()) {
    if (operand.encoding !== ENCODING.array) values.push(readOperand(reader, operand));
    else {
      const element = rest.shift() ?? { encoding: ENCODING.fixed, value: 8 };
      for (let left = reader.variable(6); left > 0; left--) values.push(readOperand(reader, element));
    }
  }
  return values;
}

function readRecord(reader: BitReader, id: number, own: readonly Operand[][]): number[] {
  if (id !== ID.unabbreviated) return readAbbreviated(reader, own[id - ID.firstOwn] ?? []);
  const code = reader.variable(6);
  return [code, ...Array.from({ length: Math.min(reader.variable(6), MAX_OPERANDS) }, () => reader.variable(6))];
}

/**
 * Notes about the inputs of a failed link: a line for each input of another LLVM version.
 * @param version major version of the linking compiler; 0 if unknown
 */
export function foreignInputs(modules: readonly Uint8Array[], version: number): string {
  return modules
    .map((module, n) => {
      const producer = bitcodeProducer(module.subarray(0, HEAD_SIZE));
      const producerOf = producerVersion(producer);
      if (producer === undefined || producerOf === undefined || version === 0 || producerOf === version) return '';
      const name = producer.replace(/^LLVM/, 'LLVM ');
      return (
        `error: input ${n + 1} of the link was compiled by ${name}, the compiler here is clang ${version}: ` +
        `compile it again here, or use clang ${producerOf} (ATOLL_CLANG, --clang)\n`
      );
    })
    .join('');
}

/** The producer's string in the first bytes of a bitcode file; undefined without one. */
export function bitcodeProducer(head: Uint8Array): string | undefined {
  const reader = new BitReader(head);
  try {
    if (reader.bits(32) !== MAGIC || reader.bits(2) !== ID.enterSubblock) return undefined;
    if (reader.variable(8) !== IDENTIFICATION_BLOCK) return undefined;
    const width = reader.variable(4);
    reader.align();
    reader.bits(32);
    const own: Operand[][] = [];
    for (;;) {
      const id = reader.bits(width);
      if (id < ID.defineAbbrev) return undefined;
      if (id === ID.defineAbbrev) own.push(readAbbreviation(reader));
      else {
        const [code, ...text] = readRecord(reader, id, own);
        if (code === STRING_RECORD) return String.fromCharCode(...text);
      }
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The major version in a producer's string; undefined without one. */
export function producerVersion(producer: string | undefined): number | undefined {
  const match = /^\D*(\d+)\./.exec(producer ?? '');
  return match ? Number(match[1]) : undefined;
}

/** The major version of the LLVM that wrote a bitcode file; undefined if the file has none. */
export function bitcodeVersion(path: string): number | undefined {
  const head = new Uint8Array(HEAD_SIZE);
  const fd = openSync(path, 'r');
  try {
    const length = readSync(fd, head, 0, head.length, 0);
    return producerVersion(bitcodeProducer(head.subarray(0, length)));
  } finally {
    closeSync(fd);
  }
}
