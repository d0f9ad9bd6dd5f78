// Constant variables that a leaf reads, as arrays of bytes in OpenCL C's constant memory.

import { isDefinedVariable, readGlobal } from '../../compiler/ir/global.js';
import { plainName, splitOperands, unescapeIr } from '../../compiler/ir/lexical.js';
import { outerLines } from '../../compiler/ir/module.js';
import { typeLength } from '../../compiler/ir/type-text.js';
import { type IrType, layoutOf, readType } from '../../compiler/ir/types.js';
import { fieldOffset } from '../address.js';
import type { HpvmModule } from '../module.js';
import { floatBits } from './float-bits.js';

/** Bytes of constant memory that every OpenCL device has. */
const MAX_BYTES = 65_536;
const STRING = /^c"((?:[^"\\]|\\[0-9A-Fa-f]{2}|\\\\)*)"/;
const ZERO = /^(?:zeroinitializer|undef|poison|null)$/;

/** A text without a value that a kernel can have. */
class ConstantDataError extends Error {}

export interface ConstantArray {
  readonly bytes: Uint8Array;
}

/** The element texts of `[...]`, `{...}`, `<{...}>` or `<...>`. */
function elementTexts(text: string): readonly string[] {
  const [, inner] = /^(?:<\{|[[{<])(.*?)(?:\}>|[\]}>])$/s.exec(text) ?? [];
  if (inner === undefined) throw new ConstantDataError(`its value ${text.slice(0, 40)} is unknown`);
  return splitOperands(inner.trim());
}

class ByteWriter {
  readonly bytes: Uint8Array;

  constructor(
    private readonly named: ReadonlyMap<string, IrType>,
    size: number,
  ) {
    this.bytes = new Uint8Array(size);
  }

  write(type: IrType, text: string, at: number): void {
    if (ZERO.test(text)) return;
    switch (type.kind) {
      case 'named': {
        const definition = this.named.get(type.name);
        if (!definition) throw new ConstantDataError(`its type ${type.name} is unknown`);
        this.write(definition, text, at);
        return;
      }
      case 'scalar':
        this.writeScalar(type, text, at);
        return;
      case 'array':
      case 'vector':
        this.writeSequence(type, text, at);
        return;
      case 'struct':
        elementTexts(text).forEach((element, index) => {
          const field = type.fields[index];
          if (field) this.writeTyped(field, element, at + fieldOffset(type.fields, type.packed, index, this.named));
        });
        return;
      default:
        throw new ConstantDataError('it contains pointers');
    }
  }

  /** @param text with its type */
  private writeTyped(type: IrType, text: string, at: number): void {
    this.write(type, text.slice(typeLength(text)).trim(), at);
  }

  private writeSequence(type: Extract<IrType, { kind: 'array' | 'vector' }>, text: string, at: number): void {
    const characters = STRING.exec(text)?.[1];
    if (characters !== undefined) {
      const plain = unescapeIr(characters);
      for (let n = 0; n < plain.length; n++) this.bytes[at + n] = plain.charCodeAt(n);
      return;
    }
    const { size } = layoutOf(type.element, this.named);
    elementTexts(text).forEach((element, n) => {
      this.writeTyped(type.element, element, at + n * size);
    });
  }

  private writeScalar({ name, size }: Extract<IrType, { kind: 'scalar' }>, text: string, at: number): void {
    const isFloat = name === 'float' || name === 'double';
    const isInteger = /^-?\d+$/.test(text);
    if (!isFloat && text !== 'true' && text !== 'false' && !isInteger)
      throw new ConstantDataError(
        /^(?:ptrtoint|@)/.test(text) ? 'it contains pointers' : `its value ${text} is unknown`,
      );
    if (size > 8 || (!isFloat && !/^i(?:1|8|16|32|64)$/.test(name)))
      throw new ConstantDataError(`it contains values of type ${name}`);
    const bits = isFloat ? floatBits(text, name) : BigInt(text === 'true' ? 1 : text === 'false' ? 0 : text);
    const wide = BigInt.asUintN(64, bits);
    for (let n = 0; n < size; n++) this.bytes[at + n] = Number((wide >> BigInt(8 * n)) & 0xffn);
  }
}

const lineOf = (module: HpvmModule, symbol: string): string | undefined => {
  for (const line of outerLines(module.ir)) if (line.startsWith(`${symbol} = `)) return line;
  return undefined;
};

/** The bytes of a constant variable, or why a kernel cannot have them. */
export function constantArray(module: HpvmModule, symbol: string): ConstantArray | string {
  const global = readGlobal(lineOf(module, symbol) ?? '');
  const name = plainName(symbol);
  if (!global || !isDefinedVariable(global)) return `the variable ${name} is not a parameter, and not in this source`;
  if (global.kind !== 'constant') return `the variable ${name} is not a parameter, and not constant`;
  const length = typeLength(global.rest);
  const type = readType(global.rest.slice(0, length));
  if (!type) return `the variable ${name} has a type that is unknown here`;
  const [value = ''] = splitOperands(global.rest.slice(length));
  const { size } = layoutOf(type, module.types);
  if (size > MAX_BYTES) return `the constant ${name} has ${size} bytes; kernels can have ${MAX_BYTES}`;
  const writer = new ByteWriter(module.types, size);
  try {
    writer.write(type, value.trim(), 0);
  } catch (error) {
    if (!(error instanceof ConstantDataError)) throw error;
    return `the constant ${name} is not possible in a kernel: ${error.message}`;
  }
  return { bytes: writer.bytes };
}
