// Reads type definitions, kernels with their parameters, and metadata from LLVM IR text. The text is clang's own
// output, one definition per line; function bodies are skipped.
import { AtollError } from '../../util/errors.js';
import { type IrType, TypeParser } from './types.js';

export interface IrKernel {
  readonly name: string;
  /** Types as passed: for `byref` the type behind the pointer. */
  readonly parameters: readonly IrType[];
  /** Attached metadata: node name, like kernel_arg_type, to the operands' texts. */
  readonly metadata: ReadonlyMap<string, readonly string[]>;
}

export interface IrModule {
  readonly types: ReadonlyMap<string, IrType>;
  readonly kernels: readonly IrKernel[];
}

/** Pattern of a value's name within a function, in clang's output. */
export const VALUE_NAME = '%(?:"[^"]*"|[-$.\\w]+)';

const KERNEL_LINE = /^define\s.*\bamdgpu_kernel\b/;
const NODE_LINE = /^!(\d+) = (?:distinct )?!\{(.*)\}\s*$/;
const TYPE_LINE = /^(%(?:"(?:[^"\\]|\\.)*"|[\w.$-]+)) = type (.*)$/;
const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** Undoes LLVM's escapes of strings and quoted names, \xx and \\; bytes become characters. */
export function unescapeIr(text: string): string {
  return text.replace(/\\(\\|[0-9A-Fa-f]{2})/g, (_, code: string) =>
    code === '\\' ? code : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Splits at commas outside of brackets and strings. */
export function splitOperands(text: string): string[] {
  const parts: string[] = [];
  const open: string[] = [];
  let start = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (CLOSERS[character]) open.push(CLOSERS[character]);
    else if (character === open.at(-1)) open.pop();
    else if (character === ',' && open.length === 0) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  const last = text.slice(start).trim();
  return last || parts.length > 0 ? [...parts, last] : [];
}

/** The index of the ')' that closes the parenthesis at `start`. */
export function closingParenthesis(line: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let i = start; i < line.length; i++) {
    const character = line[i];
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return i;
  }
  throw new AtollError('INTERNAL', `LLVM IR text: no end of the parameters in '${line.slice(0, 120)}'`);
}

function parseParameter(text: string): IrType {
  const parser = new TypeParser(text);
  const type = parser.parse();
  const byref = /\bbyref\(/.exec(text);
  return byref ? new TypeParser(text, byref.index + byref[0].length).parse() : type;
}

function parseKernelLine(line: string, nodes: ReadonlyMap<string, readonly string[]>): IrKernel {
  const match = /@("(?:[^"\\]|\\.)*"|[\w.$-]+)\(/.exec(line);
  if (!match) throw new AtollError('INTERNAL', `LLVM IR text: a kernel without a name in '${line.slice(0, 120)}'`);
  const open = match.index + match[0].length - 1;
  const close = closingParenthesis(line, open);
  const attachments = line.slice(close).matchAll(/!([\w.]+) !(\d+)/g);
  const metadata = new Map([...attachments].map(([, name, node]) => [name!, nodes.get(node!) ?? []] as const));
  return {
    name: unescapeIr(match[1]!.replace(/^"|"$/g, '')),
    parameters: splitOperands(line.slice(open + 1, close)).map(parseParameter),
    metadata,
  };
}

/** The text of a metadata string operand: !"..." */
export function metadataString(operand: string | undefined): string {
  const match = /^!"(.*)"$/.exec(operand ?? '');
  return match ? unescapeIr(match[1]!) : '';
}

/** The number of a metadata integer operand: i32 n */
export function metadataInteger(operand: string | undefined): number {
  const match = /^i\d+ (-?\d+)$/.exec(operand ?? '');
  return match ? Number(match[1]) : 0;
}

/** Calls `visit` with each line of a text without splitting the whole text at once. */
function forEachLine(text: string, visit: (line: string) => void): void {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const stop = end < 0 ? text.length : end;
    visit(text.slice(start, stop));
    start = stop + 1;
  }
}

/** Reads a module's text. @throws AtollError INTERNAL for text not written by clang */
export function readIrModule(text: string): IrModule {
  const types = new Map<string, IrType>();
  const nodes = new Map<string, readonly string[]>();
  const kernelLines: string[] = [];
  forEachLine(text, (line) => {
    const first = line.charCodeAt(0);
    if (first === 0x64 && KERNEL_LINE.test(line)) kernelLines.push(line);
    else if (first === 0x25) {
      const match = TYPE_LINE.exec(line);
      if (match && match[2] !== 'opaque') types.set(match[1]!, new TypeParser(match[2]!).parse());
    } else if (first === 0x21) {
      const node = NODE_LINE.exec(line);
      if (node) nodes.set(node[1]!, splitOperands(node[2]!));
    }
  });
  return {
    types,
    kernels: kernelLines.map((line) => parseKernelLine(line, nodes)),
  };
}
