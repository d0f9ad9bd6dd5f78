// Checked reading of one JSON object that came from an untrusted file: every field has a type and a range.
import { badImage } from '../elf/bytes.js';

const MAX_TEXT = 1 << 16;

export class ByteFields {
  private readonly object: Readonly<Record<string, unknown>>;
  private readonly part: string;

  constructor(json: string, part: string) {
    this.part = part;
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch {
      throw this.error('is not JSON');
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw this.error('is not a JSON object');
    this.object = value as Record<string, unknown>;
  }

  private error(problem: string): Error {
    return badImage(this.part, Number.NaN, problem);
  }

  private get(name: string): unknown {
    return Object.hasOwn(this.object, name) ? this.object[name] : undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  integer(name: string, max: number): number {
    const value = this.get(name);
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > max) {
      throw this.error(`'${name}' is not a whole number up to ${max}`);
    }
    return value;
  }

  boolean(name: string): boolean {
    const value = this.get(name);
    if (typeof value !== 'boolean') throw this.error(`'${name}' is not true or false`);
    return value;
  }

  text(name: string): string {
    const value = this.get(name);
    if (typeof value !== 'string' || value.length > MAX_TEXT) throw this.error(`'${name}' is not a text`);
    return value;
  }

  oneOf<T extends string>(name: string, choices: readonly T[]): T {
    const value = this.get(name);
    const match = choices.find((choice) => choice === value);
    if (match === undefined) throw this.error(`'${name}' is not one of ${choices.join(', ')}`);
    return match;
  }

  listOf<T extends string>(name: string, choices: readonly T[]): T[] {
    const value = this.get(name);
    const valid = Array.isArray(value) && value.length <= choices.length;
    if (!valid || !value.every((item) => choices.includes(item as T))) {
      throw this.error(`'${name}' is not a list of ${choices.join(', ')}`);
    }
    return value as T[];
  }

  integers(name: string, maxCount: number, max: number): number[] {
    const value = this.get(name);
    const valid = Array.isArray(value) && value.length <= maxCount;
    if (!valid || !value.every((item) => Number.isInteger(item) && item >= 0 && item <= max)) {
      throw this.error(`'${name}' is not a list of at most ${maxCount} whole numbers up to ${max}`);
    }
    return value as number[];
  }

  triple(name: string): readonly [number, number, number] | undefined {
    if (!this.has(name)) return undefined;
    const [x, y, z] = this.integers(name, 3, 0xffff_ffff);
    if (x === undefined || y === undefined || z === undefined)
      throw this.error(`'${name}' does not have three numbers`);
    return [x, y, z];
  }
}

/** One line of ASCII: JSON with everything else escaped. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
