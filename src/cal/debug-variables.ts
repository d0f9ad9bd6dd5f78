// The lines of debug information (debug-lines.ts) that say what variables there are. Only with -ggdb.
//
//   ;atoll:type:{...}                        types, numbered from 0 in order; they name others by number
//   ;atoll:var:{...}                         a variable of the latest ;atoll:scope
// ;atoll:place:START:END:EXPRESSION where the latest ;atoll:var is: a DWARF location expression in hexadecimal digits

import { badImage } from '../elf/bytes.js';
import type { CodeRange, SourceScope } from '../source/debug-info.js';
import {
  ADDRESS_SPACES,
  type SourceMember,
  type SourceType,
  type SourceVariable,
  type VariableLocation,
} from '../source/variables.js';
import { groupsOf } from '../util/required.js';
import { asciiJson, ByteFields } from './fields.js';
import { groupsOfSize } from './word-groups.js';

const U32 = 0xffff_ffff;
const MAX_RANGES = 1 << 16;
const MAX_DIMENSIONS = 64;
const MAX_MEMBERS = 1 << 12;
const KINDS = ['signed', 'unsigned', 'float', 'pointer', 'array', 'vector', 'struct', 'opaque'] as const;

export const flat = (ranges: readonly CodeRange[]): number[] => ranges.flatMap(({ start, end }) => [start, end]);

export function ranges(fields: ByteFields, name: string): CodeRange[] {
  return groupsOfSize(fields.integers(name, MAX_RANGES, U32), 2).map(([start, end]) => ({ start, end }));
}

const withMembers = (type: SourceType): object =>
  type.kind === 'struct'
    ? {
        ...type,
        members: type.members.map(({ name }) => name).join(','),
        places: type.members.flatMap(({ type: of, offset }) => [of, offset]),
      }
    : type;

export const typeLines = (types: readonly SourceType[] = []): [string, string][] =>
  types.map((type) => ['type', asciiJson(withMembers(type))]);

export const variableLines = (variables: readonly SourceVariable[] = []): [string, string][] =>
  variables.flatMap(({ name, type, parameter, block, locations }): [string, string][] => [
    ['var', asciiJson({ name, type, parameter, ...(block ? { block: flat(block) } : {}) })],
    ...locations.map(({ start, end, expression }): [string, string] => ['place', `${start}:${end}:${expression}`]),
  ]);

function members(fields: ByteFields): SourceMember[] {
  const names = fields.text('members');
  const places = fields.integers('places', 2 * MAX_MEMBERS, U32);
  if (places.length === 0) return [];
  return names.split(',').map((name, i) => ({ name, type: places[2 * i] ?? 0, offset: places[2 * i + 1] ?? 0 }));
}

function typeOf(fields: ByteFields): SourceType {
  const kind = fields.oneOf('kind', KINDS);
  if (kind === 'opaque') return { kind, name: fields.text('name') };
  const size = fields.integer('size', Number.MAX_SAFE_INTEGER);
  switch (kind) {
    case 'pointer':
      return { kind, size, target: fields.integer('target', U32), space: fields.oneOf('space', ADDRESS_SPACES) };
    case 'array':
    case 'vector': {
      const counts = fields.integers('counts', MAX_DIMENSIONS, Number.MAX_SAFE_INTEGER);
      return { kind, size, element: fields.integer('element', U32), counts };
    }
    case 'struct':
      return { kind, name: fields.text('name'), size, members: members(fields) };
    default:
      return { kind, name: fields.text('name'), size };
  }
}

/** Collects the variables of one kernel. */
export class VariableReader {
  readonly types: SourceType[] = [];
  private scope: { variables?: readonly SourceVariable[] } | undefined;
  private locations: VariableLocation[] | undefined;

  /** A scope has begun: it gets the variables that follow. */
  begin(scope: SourceScope): void {
    this.scope = scope;
    this.locations = undefined;
  }

  /** Takes a line; false when it is of another kind. @throws AtollError BAD_IMAGE naming the line */
  take(kind: string, body: string, part: string): boolean {
    if (kind === 'type') this.types.push(typeOf(new ByteFields(body, part)));
    else if (kind === 'var') this.variable(new ByteFields(body, part), part);
    else if (kind === 'place') this.place(body, part);
    else return false;
    return true;
  }

  private variable(fields: ByteFields, part: string): void {
    const { scope } = this;
    if (!scope) throw badImage(part, Number.NaN, 'is a variable outside of all scopes');
    const locations: VariableLocation[] = [];
    this.locations = locations;
    const variable = {
      name: fields.text('name'),
      type: fields.integer('type', U32),
      parameter: fields.boolean('parameter'),
      ...(fields.has('block') ? { block: ranges(fields, 'block') } : {}),
      locations,
    };
    scope.variables = [...(scope.variables ?? []), variable];
  }

  private place(text: string, part: string): void {
    const match = /^(\d{1,10}):(\d{1,10}):((?:[0-9a-f]{2})*)$/.exec(text);
    if (!match || !this.locations) throw badImage(part, Number.NaN, 'is not the location of a variable');
    const [start, end, expression] = groupsOf(match, 3);
    this.locations.push({ start: Number(start), end: Number(end), expression });
  }
}
