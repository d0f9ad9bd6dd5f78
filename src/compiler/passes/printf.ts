// Atoll's lowering of printf, on LLVM IR text before any optimisation: each call is replaced by a call of a generated
// function, which writes a record (src/cal/printf.ts) through the functions of library/printf.cl. The lowering of all
// versions of LLVM loses the end of strings, misreads an escaped backslash, and prints "???" for strings that are not
// literals. Literal strings become part of the format, so that they need no room in the record.
import { parseConversions, VARIABLE_SIZE } from '../../cal/printf.js';
import type { PrintfFormat } from '../../launch/image.js';
import { AtollError } from '../../util/errors.js';
import { callLine, type IrCall, withCallee } from '../ir/call.js';
import { constantString, firstElementBase } from '../ir/constants.js';
import { readHead } from '../ir/function-head.js';
import { readGlobal } from '../ir/global.js';
import type { IrInstruction } from '../ir/instruction.js';
import { IrProgramError } from '../ir/locations.js';
import { type IrTextModule, outerLines } from '../ir/module.js';
import { readOperand, untyped } from '../ir/operand.js';
import { readModule } from '../ir/read.js';
import { elementType } from '../ir/type-text.js';
import { type IrType, layoutOf, TypeParser } from '../ir/types.js';
import { onInstructions } from './pass.js';

/** In C, and mangled for both address spaces of the format. */
const PRINTF: readonly string[] = ['@printf', '@_Z6printfPU3AS2Kcz', '@_Z6printfPU3AS4Kcz'];

export interface PrintfLowering {
  readonly module: IrTextModule;
  readonly formats: readonly PrintfFormat[];
}

interface Operand {
  /** Type and value in the text of the call. */
  readonly text: string;
  readonly typeText: string;
  readonly type: IrType;
  /** Without attributes. */
  readonly value: string;
}

/** Functions that LLVM's own lowering calls, in an optimised module. */
const LOWERED = '@__printf_alloc';

/** True if a module calls printf, before or after LLVM's lowering: calls need a declaration. */
export const callsPrintf = (module: IrTextModule): boolean =>
  [...outerLines(module)].some((line) => {
    const name = readHead(line)?.name;
    return name !== undefined && (PRINTF.includes(name) || name === LOWERED);
  });

/** String constants by the name of their global, up to the first NUL. */
function stringsOf(module: IrTextModule): Map<string, string> {
  const strings = new Map<string, string>();
  for (const line of outerLines(module)) {
    const global = readGlobal(line);
    const text = global?.kind === 'constant' ? constantString(global.rest) : undefined;
    if (global && text !== undefined) strings.set(global.name, text.split('\0', 1).join(''));
  }
  return strings;
}

function parseOperand(text: string): Operand {
  const { type: typeText, value } = readOperand(text);
  return { text, typeText, type: new TypeParser(typeText).parse(), value };
}

/** The string of a global, or of the address of its first element (typed pointers of clang 14). */
function literalOf(value: string, strings: ReadonlyMap<string, string>): string | undefined {
  const base = firstElementBase(value);
  return strings.get(base === undefined ? value : untyped(base));
}

/** The output of a literal by %s: cut by the precision, padded to the width, with % doubled. */
function foldString(text: string, flags: string, width: number, precision: number | undefined): string {
  const cut = precision === undefined ? text : text.slice(0, precision);
  const padded = flags.includes('-') ? cut.padEnd(width) : cut.padStart(width);
  return padded.replaceAll('%', '%%');
}

/** Folds literal strings into the format. @returns the remaining operands with their conversions */
function fold(
  format: string,
  operands: readonly Operand[],
  strings: ReadonlyMap<string, string>,
): { format: string; stored: { operand: Operand; isString: boolean }[] } {
  const stored: { operand: Operand; isString: boolean }[] = [];
  let folded = '';
  let at = 0;
  let next = 0;
  for (const conversion of parseConversions(format)) {
    folded += format.slice(at, conversion.start);
    at = conversion.end;
    const text = format.slice(conversion.start, conversion.end);
    if (conversion.type === '%') {
      folded += '%%';
      continue;
    }
    stored.push(...operands.slice(next, next + conversion.stars).map((operand) => ({ operand, isString: false })));
    next += conversion.stars;
    const operand = operands[next++];
    if (!operand) continue;
    const isString = conversion.type === 's' && operand.type.kind === 'pointer';
    const literal = isString && conversion.stars === 0 ? literalOf(operand.value, strings) : undefined;
    if (literal !== undefined) folded += foldString(literal, conversion.flags, conversion.width, conversion.precision);
    else {
      folded += text;
      stored.push({ operand, isString });
    }
  }
  return { format: folded + format.slice(at), stored };
}

/** Pointers of global, constant and generic memory have 64 bits, others 32. */
const isWide = (type: IrType): boolean => type.kind === 'pointer' && [0, 1, 2, 4].includes(type.addressSpace);

/** The functions of library/printf.cl for a string, and its address as a number. */
const STRING_MEMORY: Readonly<Record<number, 'local' | 'private'>> = { 3: 'local', 5: 'private' };
interface StringMemory {
  readonly name: 'global' | 'local' | 'private';
  readonly address: 'i64' | 'i32';
}
const memoryOf = (type: IrType): StringMemory =>
  isWide(type)
    ? { name: 'global', address: 'i64' }
    : { name: (type.kind === 'pointer' && STRING_MEMORY[type.addressSpace]) || 'private', address: 'i32' };

/** The IR that stores one operand; addresses go from %at<index> to %at<index + 1>. */
class Writer {
  readonly lines: string[] = [];
  readonly sizes: number[] = [];
  fixedBytes = 0;
  private place = 0;
  private names = 0;

  private name(): string {
    return `%n${this.names++}`;
  }

  private emit(operation: string): string {
    const name = this.name();
    this.lines.push(`  ${name} = ${operation}`);
    return name;
  }

  private store(kind: 'u32' | 'u64', value: string): void {
    const type = kind === 'u32' ? 'i32' : 'i64';
    this.lines.push(
      `  %at${this.place + 1} = call i64 @__atoll_printf_${kind}(i64 %at${this.place}, ${type} ${value})`,
    );
    this.place++;
    this.fixedBytes += kind === 'u32' ? 4 : 8;
  }

  string({ name, address: type }: StringMemory, length: string, address: string): void {
    const operands = `i64 %at${this.place}, ${type} ${address}, i32 ${length}`;
    this.lines.push(`  %at${this.place + 1} = call i64 @__atoll_printf_string_${name}(${operands})`);
    this.place++;
    this.fixedBytes += 4;
    this.sizes.push(VARIABLE_SIZE);
  }

  pointer(typeText: string, type: IrType, value: string): void {
    const wide = isWide(type);
    this.sizes.push(wide ? 8 : 4);
    this.store(wide ? 'u64' : 'u32', this.emit(`ptrtoint ${typeText} ${value} to ${wide ? 'i64' : 'i32'}`));
  }

  /** A scalar or a vector as the integers of its bits. */
  bits(typeText: string, type: IrType, value: string): void {
    let [text, from, size] = [value, typeText, layoutOf(type, new Map()).size];
    if (type.kind === 'vector' && type.count === 3) {
      const mask = '<4 x i32> <i32 0, i32 1, i32 2, i32 undef>';
      text = this.emit(`shufflevector ${typeText} ${value}, ${typeText} undef, ${mask}`);
      from = `<4 x ${elementType(typeText)}>`;
      size = layoutOf(type.element, new Map()).size * 4;
    }
    this.sizes.push(size);
    if (size <= 8) this.storeWord(text, from, size);
    else {
      const words = `<${size / 8} x i64>`;
      const all = this.emit(`bitcast ${from} ${text} to ${words}`);
      for (let i = 0; i < size / 8; i++) this.store('u64', this.emit(`extractelement ${words} ${all}, i32 ${i}`));
    }
  }

  private storeWord(text: string, from: string, size: number): void {
    const integer = `i${size * 8}`;
    const value = from === integer ? text : this.emit(`bitcast ${from} ${text} to ${integer}`);
    if (size === 8) this.store('u64', value);
    else this.store('u32', size === 4 ? value : this.emit(`zext ${integer} ${value} to i32`));
  }
}

/** One call's function. */
function definition(
  name: string,
  id: number,
  stored: readonly { operand: Operand; isString: boolean }[],
): { text: string; sizes: number[] } {
  const writer = new Writer();
  const prologue: string[] = [];
  const lengths: string[] = [];
  stored.forEach(({ operand, isString }, i) => {
    const { type, typeText } = operand;
    if (isString) {
      const memory = memoryOf(type);
      prologue.push(`  %s${i} = ptrtoint ${typeText} %a${i} to ${memory.address}`);
      prologue.push(`  %l${i} = call i32 @__atoll_printf_length_${memory.name}(${memory.address} %s${i})`);
      lengths.push(`%l${i}`);
      writer.string(memory, `%l${i}`, `%s${i}`);
    } else if (type.kind === 'pointer') writer.pointer(typeText, type, `%a${i}`);
    else if (type.kind === 'scalar' || type.kind === 'vector') writer.bits(typeText, type, `%a${i}`);
    else throw new AtollError('UNSUPPORTED', `printf of a value of the IR type ${typeText}`);
  });
  let total = String(writer.fixedBytes + 4);
  lengths.forEach((length, i) => {
    prologue.push(`  %t${i} = add i32 ${total}, ${length}`);
    total = `%t${i}`;
  });
  const parameters = stored.map(({ operand }, i) => `${operand.typeText} %a${i}`).join(', ');
  const begin = `  %at0 = call i64 @__atoll_printf_begin(i32 ${id}, i32 ${total})`;
  const end = '  %failed = icmp eq i64 %at0, 0\n  %r = sext i1 %failed to i32\n  ret i32 %r';
  const body = [...prologue, begin, ...writer.lines, end].join('\n');
  return { text: `define internal i32 @${name}(${parameters}) nounwind {\n${body}\n}\n`, sizes: writer.sizes };
}

const DECLARATIONS = `declare i64 @__atoll_printf_begin(i32, i32)
declare i64 @__atoll_printf_u32(i64, i32)
declare i64 @__atoll_printf_u64(i64, i64)
declare i32 @__atoll_printf_length_global(i64)
declare i64 @__atoll_printf_string_global(i64, i64, i32)
declare i32 @__atoll_printf_length_local(i32)
declare i64 @__atoll_printf_string_local(i64, i32, i32)
declare i32 @__atoll_printf_length_private(i32)
declare i64 @__atoll_printf_string_private(i64, i32, i32)
`;

/** The generated functions and formats of a module's calls. */
class PrintfCalls {
  readonly formats: PrintfFormat[] = [];
  readonly functions: string[] = [];
  private readonly strings: ReadonlyMap<string, string>;

  constructor(private readonly module: IrTextModule) {
    this.strings = stringsOf(module);
  }

  /** The call of a generated function in place of one of printf; undefined for other instructions. */
  replace(instruction: IrInstruction): readonly string[] | undefined {
    const { call } = instruction;
    return call && PRINTF.includes(call.callee) ? [callLine(this.lower(call, instruction))] : undefined;
  }

  private lower(call: IrCall, instruction: IrInstruction): IrCall {
    const [formatOperand, ...operands] = call.arguments.map(parseOperand);
    const format = literalOf(formatOperand?.value ?? '', this.strings);
    if (format === undefined)
      throw new IrProgramError(
        'the format of a printf is not a literal string',
        'OpenCL C 1.2, section 6.12.13.1',
        instruction,
        this.module,
      );
    const { format: folded, stored } = fold(format, operands, this.strings);
    const id = this.formats.length + 1;
    const name = `__atoll_printf.${id}`;
    const generated = definition(name, id, stored);
    this.formats.push({ id, sizes: generated.sizes, format: folded });
    this.functions.push(generated.text);
    return withCallee(
      call,
      `@${name}`,
      stored.map(({ operand }) => operand.text),
    );
  }
}

/**
 * Replaces the calls of printf in a module.
 *
 * @throws IrProgramError if a format is not a literal, AtollError UNSUPPORTED for a value that cannot be printed
 */
export function lowerPrintf(module: IrTextModule): PrintfLowering {
  const calls = new PrintfCalls(module);
  const lowered = onInstructions(() => () => (instruction) => calls.replace(instruction))(module);
  const { formats, functions } = calls;
  if (functions.length === 0) return { module, formats };
  const added = readModule(`${DECLARATIONS}\n${functions.join('\n')}`);
  return { module: { parts: [...lowered.parts, ...added.parts] }, formats };
}
