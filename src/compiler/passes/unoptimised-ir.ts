// Repairs of LLVM IR text before any optimisation: what clang's front end makes for this target and its back end cannot
// compile.
import { AtollError } from '../../util/errors.js';
import { closingParenthesis, splitOperands } from '../ir/kernels.js';
import { TypeParser } from '../ir/types.js';
import { castAddresses, hasProgramVariables, internaliseVariable } from './program-variables.js';

const NAME = '@(?:"(?:[^"\\\\]|\\\\.)*"|[\\w.$-]+)';
const PRIVATE_GLOBAL = new RegExp(
  `^(${NAME}) = (?:private|internal) (?:unnamed_addr )?addrspace\\(5\\) (?:global|constant) `,
);
const COPY = /^(.*\bcall void )@llvm\.memcpy\.p5(i8)?\.p5(?:i8)?\.(i\d+)\((.*)$/;

/**
 * Whether optimised IR shows that the text before it has to be repaired: variables of private or global memory,
 * functions without bodies.
 */
export const needsRepair = (irText: string): boolean =>
  /^@.* addrspace\(5\) (?:global|constant) /m.test(irText) ||
  hasProgramVariables(irText) ||
  /^declare .*@(?!llvm\.)/m.test(irText);

const PRIVATE_POINTER = /"(?:[^"\\]|\\.)*"|[[\]{}<>]|addrspace\(5\)(?=\*?(?: (?!addrspace\()[@%a-z(]|\)|$))/g;

/**
 * An operand whose own pointers lead to address space 4: those that are elements of what it points to stay as they are.
 */
export function pointsToConstant(operand: string): string {
  let depth = 0;
  return operand.replace(PRIVATE_POINTER, (token) => {
    if ('[{<'.includes(token)) depth++;
    else if (']}>'.includes(token)) depth--;
    else if (depth === 0 && token === 'addrspace(5)') return 'addrspace(4)';
    return token;
  });
}

/**
 * A copy from one of the globals: from address space 4, under the intrinsic's name for that; undefined when it is none.
 */
function copyFromConstant(line: string, moved: ReadonlySet<string>): { line: string; declaration: string } | undefined {
  const match = COPY.exec(line);
  if (!match) return undefined;
  const [, head, typed, size, rest] = match;
  const close = closingParenthesis(`(${rest}`, 0) - 1;
  const operands = splitOperands(rest!.slice(0, close));
  const name = new RegExp(NAME).exec(operands[1] ?? '')?.[0];
  if (name === undefined || !moved.has(name)) return undefined;
  operands[1] = pointsToConstant(operands[1]!);
  const callee = `@llvm.memcpy.p5${typed ?? ''}.p4${typed ?? ''}.${size}`;
  const pointer = (space: number): string => (typed ? `i8 addrspace(${space})*` : `ptr addrspace(${space})`);
  return {
    line: `${head}${callee}(${operands.join(', ')}${rest!.slice(close)}`,
    declaration: `declare void ${callee}(${pointer(5)}, ${pointer(4)}, ${size}, i1)`,
  };
}

/**
 * The constant parts of aggregate initialisers: clang 14 to 18 put them into global variables of private memory, which
 * do not exist. They are only copied from; in constant memory they are what they were meant to be.
 */
function moveInitialisers(lines: readonly string[]): string[] {
  const moved = new Set(lines.flatMap((line) => PRIVATE_GLOBAL.exec(line)?.[1] ?? []));
  if (moved.size === 0) return [...lines];
  const declarations = new Set<string>();
  const result = lines.map((line) => {
    if (PRIVATE_GLOBAL.test(line))
      return line.replace(
        /= (private|internal) (?:unnamed_addr )?addrspace\(5\) (?:global|constant) /,
        '= $1 unnamed_addr addrspace(4) constant ',
      );
    const copy = line.includes('@llvm.memcpy.') ? copyFromConstant(line, moved) : undefined;
    if (copy) declarations.add(copy.declaration);
    return copy?.line ?? line;
  });
  const names = [...declarations].filter(
    (text) => !result.some((line) => line.startsWith(text.slice(0, text.indexOf('(') + 1))),
  );
  return [...result, ...names];
}

/** C99's `inline` functions have a body here only for those who inline it. Nobody else has one: this is it. */
const keepInlineBody = (line: string): string =>
  line.startsWith('define available_externally ') ? line.replace('available_externally', 'linkonce_odr') : line;

const ALIAS = new RegExp(`^(${NAME}) = (?:[\\w()]+ )*alias .*[ *](${NAME})$`);

/** Aliases, which constructors have, give way to what they stand for: calls through them are never inlined. */
function resolveAliases(lines: readonly string[]): string[] {
  const targets = new Map<string, string>();
  for (const line of lines) {
    const match = line.includes(' alias ') ? ALIAS.exec(line) : null;
    if (match) targets.set(match[1]!, match[2]!);
  }
  if (targets.size === 0) return [...lines];
  const resolve = (name: string): string => (targets.has(name) ? resolve(targets.get(name)!) : name);
  const names = new RegExp(NAME, 'g');
  return lines.filter((line) => !ALIAS.test(line)).map((line) => line.replace(names, resolve));
}

const FUNCTION = new RegExp(`^define (?!.*\\bamdgpu_kernel\\b).*?(${NAME})\\(`);

/**
 * Whether a function takes or gives a pointer of the generic address space: this GPU cannot follow one, so it must be
 * inlined.
 */
function isGeneric(line: string, open: number, close: number): boolean {
  const result = /\b(?:ptr|\S+\*) $/.test(line.slice(0, line.lastIndexOf('@', open)));
  return result || splitOperands(line.slice(open + 1, close)).some(isGenericPointer);
}

/** Types that the parser does not know are those of functions. */
function isGenericPointer(parameter: string): boolean {
  if (parameter === '...') return false;
  try {
    const type = new TypeParser(parameter).parse();
    return type.kind === 'pointer' && type.addressSpace === 0;
  } catch (error) {
    if (error instanceof AtollError) return true;
    throw error;
  }
}

/** Attribute groups by number, and variants of them that demand inlining. */
class InlineGroups {
  private readonly groups: ReadonlyMap<string, string>;
  private readonly variants = new Map<string, string>();
  private next: number;

  constructor(lines: readonly string[]) {
    const rows = lines.flatMap((line) => {
      const match = /^attributes #(\d+) = \{(.*)\}$/.exec(line);
      return match ? [[match[1]!, match[2]!] as const] : [];
    });
    this.groups = new Map(rows);
    this.next = 1 + Math.max(-1, ...rows.map(([number]) => Number(number)));
  }

  /** The number of the variant of a group. */
  variant(number: string): number {
    const words = (this.groups.get(number) ?? '').replace(/\b(?:noinline|optnone|inlinehint|alwaysinline)\b/g, '');
    const known = this.variants.get(words);
    if (known !== undefined) return Number(known);
    this.variants.set(words, String(this.next));
    return this.next++;
  }

  definitions(): string[] {
    return [...this.variants].map(([words, number]) => `attributes #${number} = { alwaysinline ${words.trim()} }`);
  }
}

/** Demands that functions are inlined: those with generic pointers, or all. */
function demandInlining(lines: readonly string[], all: boolean): string[] {
  const groups = new InlineGroups(lines);
  const result = lines.map((line) => {
    const match = line.startsWith('define ') ? FUNCTION.exec(line) : null;
    if (!match) return line;
    const open = match[0].length - 1;
    const close = closingParenthesis(line, open);
    if (!all && !isGeneric(line, open, close)) return line;
    const tail = line.slice(close).replace(/ #(\d+)/, (_, number: string) => ` #${groups.variant(number)}`);
    return line.slice(0, close) + tail;
  });
  return [...result, ...groups.definitions()];
}

export interface RepairOptions {
  /** Every call is inlined, also of functions that ask not to be. */
  readonly inlineAll: boolean;
}

/** The text as it is to be optimised. */
export function repairIr(text: string, { inlineAll }: RepairOptions): string {
  const lines = moveInitialisers(text.split('\n').map(keepInlineBody).map(internaliseVariable).map(castAddresses));
  return demandInlining(resolveAliases(lines), inlineAll).join('\n');
}
