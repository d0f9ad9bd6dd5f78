// Operations of a block under one rounding mode become one piece of assembly, which changes MODE once, if the operands
// of all are there where the first one is.

/** A machine instruction under a rounding mode. */
export interface RoundedPiece {
  /** Of the value. */
  readonly name: string;
  readonly type: string;
  /** Assembly that sets MODE. */
  readonly mode: string;
  /** With $0 for the result and $1 and so on for the operands. */
  readonly text: string;
  readonly operands: readonly (readonly [type: string, value: string])[];
  /** It keeps its place among other changes of MODE. */
  readonly isFixed: boolean;
  readonly debug: string;
}

export type BodyLine = string | RoundedPiece;

/** Assembly that sets the rounding modes of both fields. */
export const roundingMode = (bits: number): string => `s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), ${bits}`;
const NEAREST = roundingMode(0);

const MAX_PIECES = 8;
const REGISTER = String.raw`ptr addrspace\(5\) (%[csdq]\d+)`;
const STORE = new RegExp(`^ {2}store \\S+ (\\S+), ${REGISTER}(?:,|$)`);
const LOAD = new RegExp(`^ {2}(%v\\d+) = load \\S+, ${REGISTER}(?:,|$)`);
const CAST = /^ {2}(%v\d+) = (bitcast|trunc|zext) (\S+) (\S+) to (\w+)/;
const DEFINITION = /^ {2}(%\S+) = /;

/** A line behind the first piece that could stand before it. */
interface MovableLine {
  readonly line: string;
  /** With the operand that the line has there. */
  readonly moved: string;
  readonly needs: string | undefined;
}

class Group {
  readonly pieces: RoundedPiece[] = [];
  /** Lines before it that have moved there. */
  readonly before: string[] = [];
  private readonly results = new Set<string>();
  private readonly later = new Set<string>();
  private readonly same = new Map<string, string>();
  private readonly stored = new Map<string, string>();
  private readonly movable = new Map<string, MovableLine>();
  private readonly casts = new Map<string, { readonly from: string; readonly type: string }>();

  constructor(first: RoundedPiece) {
    this.add(first);
  }

  private add(piece: RoundedPiece): void {
    this.pieces.push(piece);
    this.results.add(piece.name);
  }

  private forwarded(value: string): string {
    return this.same.get(value) ?? value;
  }

  private isThere(value: string): boolean {
    if (this.results.has(value) || !this.later.has(value)) return true;
    const line = this.movable.get(value);
    return line !== undefined && (line.needs === undefined || this.isThereBefore(line.needs));
  }

  /** Before the first piece, where no result of the group is. */
  private isThereBefore(value: string): boolean {
    return !this.results.has(value) && this.isThere(value);
  }

  /** @returns the lines that have moved before the group; undefined where the piece does not belong to it */
  take(piece: RoundedPiece): readonly string[] | undefined {
    const [first] = this.pieces;
    const operands = piece.operands.map(([type, value]) => [type, this.forwarded(value)] as const);
    const fits = first!.mode === piece.mode && first!.isFixed === piece.isFixed && this.pieces.length < MAX_PIECES;
    if (!fits || !operands.every(([, value]) => this.isThere(value))) return undefined;
    const lines = operands.flatMap(([, value]) => (this.results.has(value) ? [] : this.moved(value)));
    this.before.push(...lines.map(({ moved }) => moved));
    this.add({ ...piece, operands });
    return lines.map(({ line }) => line);
  }

  private moved(value: string): MovableLine[] {
    const movable = this.movable.get(value);
    if (!movable || !this.later.delete(value)) return [];
    return [...(movable.needs === undefined ? [] : this.moved(movable.needs)), movable];
  }

  /** A line behind the first piece. */
  pass(line: string): void {
    const [, defined] = DEFINITION.exec(line) ?? [];
    if (defined !== undefined) this.later.add(defined);
    const [, value, register] = STORE.exec(line) ?? [];
    if (register !== undefined) this.stored.set(register, this.forwarded(value!));
    const [, loaded, from] = LOAD.exec(line) ?? [];
    if (loaded !== undefined) this.passLoad(loaded, from!, line);
    const [, result, word, type, operand, to] = CAST.exec(line) ?? [];
    if (result !== undefined) this.passCast(result, word === 'bitcast' ? [type!, to!] : undefined, operand!, line);
  }

  private passLoad(name: string, register: string, line: string): void {
    const value = this.stored.get(register);
    if (value !== undefined) this.same.set(name, value);
    else this.movable.set(name, { line, moved: line, needs: undefined });
  }

  private passCast(name: string, types: readonly [string, string] | undefined, operand: string, line: string): void {
    const from = this.forwarded(operand);
    const before = this.casts.get(from);
    if (types && before && before.type === types[1]) this.same.set(name, before.from);
    else this.movable.set(name, { line, moved: line.replace(` ${operand} to `, ` ${from} to `), needs: from });
    if (types) this.casts.set(name, { from, type: types[0] });
  }
}

/** The assembly of some pieces, and their results. */
function textOf({ pieces, before }: Group): string[] {
  const results = pieces.map(({ name }) => name);
  const inputs = pieces.flatMap(({ operands }) => operands.filter(([, value]) => !results.includes(value)));
  const outside = [...new Set(inputs.map(([type, value]) => `${type} ${value}`))];
  const places = [...results, ...outside];
  const texts = pieces.map(({ name, text, operands }) =>
    text.replace(/\$(\d)/g, (_, digit: string) => {
      if (digit === '0') return `$${places.indexOf(name)}`;
      const [type, value] = operands[Number(digit) - 1]!;
      return `$${places.indexOf(results.includes(value) ? value : `${type} ${value}`)}`;
    }),
  );
  const [{ mode, isFixed, type, debug }] = pieces as [RoundedPiece];
  const assembly = [mode, ...texts, NEAREST].join('\\0A');
  const constraints = [...results.map(() => '=&v'), ...outside.map(() => 'v')].join(',');
  const values = outside.join(', ');
  const call = (result: string): string =>
    `call ${result} asm${isFixed ? ' sideeffect' : ''} "${assembly}", "${constraints}"(${values})${debug}`;
  if (pieces.length === 1) return [...before, `  ${results[0]} = ${call(type)}`];
  const all = `{ ${pieces.map((piece) => piece.type).join(', ')} }`;
  const group = `%rounded${results[0]!.slice(1)}`;
  const parts = pieces.map((piece, n) => `  ${piece.name} = extractvalue ${all} ${group}, ${n}${piece.debug}`);
  return [...before, `  ${group} = ${call(all)}`, ...parts];
}

const isBoundary = (line: string): boolean =>
  !line.startsWith(' ') || /^ {2}(?:br|switch|ret|unreachable)\b/.test(line);

/** The lines of a body, with pieces grouped. */
export function groupRoundings(lines: readonly BodyLine[]): string[] {
  const result: (string | Group)[] = [];
  let group: Group | undefined;
  const remove = (moved: readonly string[]): void => {
    for (const line of moved) result.splice(result.lastIndexOf(line), 1);
  };
  for (const line of lines) {
    if (typeof line === 'string') {
      if (isBoundary(line)) group = undefined;
      group?.pass(line);
      result.push(line);
      continue;
    }
    const moved = group?.take(line);
    if (moved) remove(moved);
    else result.push((group = new Group(line)));
  }
  return result.flatMap((line) => (typeof line === 'string' ? [line] : textOf(line)));
}
