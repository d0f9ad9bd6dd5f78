// Names of OpenCL's builtins as clang makes them for the address spaces of AMD GPUs. Source: Itanium C++ ABI, 5.1.

import { enumerantName } from '../../../spirv/grammar/tables.js';
import type { TypeShape } from './type-shapes.js';

export interface MangledPointer {
  readonly space: number;
  readonly element: string;
  readonly qualifiers: string;
}

/** A parameter: text of its type, or a pointer to one. */
export type MangledType = string | MangledPointer;

const SIGNED: Readonly<Record<number, string>> = { 8: 'c', 16: 's', 32: 'i', 64: 'l' };
const UNSIGNED: Readonly<Record<number, string>> = { 8: 'h', 16: 't', 32: 'j', 64: 'm' };
const FLOATS: Readonly<Record<number, string>> = { 16: 'Dh', 32: 'f', 64: 'd' };

/** The letter code of a type; undefined for types that builtins do not have. */
export function typeCode(type: TypeShape, isSigned: boolean): string | undefined {
  switch (type.kind) {
    case 'int':
      return (isSigned ? SIGNED : UNSIGNED)[type.width];
    case 'float':
      return FLOATS[type.width];
    case 'vector': {
      const element = typeCode(type.element, isSigned);
      return element && `Dv${type.count}_${element}`;
    }
    case 'image':
      return sourceName(`ocl_${type.name}_${type.access}`);
    case 'sampler':
      return sourceName('ocl_sampler');
    case 'event':
      return sourceName('ocl_event');
    default:
      return undefined;
  }
}

const sourceName = (name: string): string => `${name.length}${name}`;

const DIGITS = 36;

class Substitutions {
  private readonly numbers = new Map<string, number>();

  /** A component as text: its substitution where it has stood before. @param key its text without substitutions */
  text(key: string, spelling: () => string): string {
    const number = this.numbers.get(key);
    if (number !== undefined) return number === 0 ? 'S_' : `S${(number - 1).toString(DIGITS).toUpperCase()}_`;
    const text = spelling();
    this.numbers.set(key, this.numbers.size);
    return text;
  }
}

const isSubstitutable = (code: string): boolean => code.startsWith('Dv');

/** `_Z5fractfPU3AS5f` */
export function mangledName(name: string, parameters: readonly MangledType[]): string {
  const components = new Substitutions();
  const value = (code: string): string => (isSubstitutable(code) ? components.text(code, () => code) : code);
  const pointer = ({ space, element, qualifiers }: MangledPointer): string => {
    const marks = `${space === 0 ? '' : `U3AS${space}`}${qualifiers}`;
    const target = (): string =>
      marks === '' ? value(element) : components.text(`${marks}${element}`, () => `${marks}${value(element)}`);
    return components.text(`P${marks}${element}`, () => `P${target()}`);
  };
  return `_Z${sourceName(name)}${parameters.map((one) => (typeof one === 'string' ? value(one) : pointer(one))).join('')}`;
}

export const roundingSuffix = (mode: number): string => `_${enumerantName('FPRoundingMode', mode).toLowerCase()}`;
