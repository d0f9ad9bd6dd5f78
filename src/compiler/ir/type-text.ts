// Types in LLVM IR text by their words; types.ts parses them for their layout.

const [LESS, BRACKET, BRACE, PARENTHESIS, GREATER, BRACKET_END, BRACE_END, PARENTHESIS_END, COMMA, BLANK] =
  Buffer.from('<[{(>]}), ');
const VECTOR = /^<(\d+) x (.*)>$/;
const INTEGER = /^i(\d+)$/;
const TYPE_START = /^(?:i\d|(?:void|half|bfloat|float|double|ptr|token|metadata)(?![\w(])|target\(|[<{[%])/;

/** The length of the type at the start of a text. */
export function typeLength(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case LESS:
      case BRACKET:
      case BRACE:
      case PARENTHESIS:
        depth++;
        break;
      case GREATER:
      case BRACKET_END:
      case BRACE_END:
      case PARENTHESIS_END:
        depth--;
        break;
      case COMMA:
      case BLANK:
        if (depth === 0 && !text.startsWith(' addrspace(', at)) return at;
        break;
      default:
    }
  }
  return text.length;
}

/** The text from its first type on: the words before, as those of calls, are attributes and a convention. */
export function fromType(text: string): string {
  let rest = text;
  while (rest !== '' && !TYPE_START.test(rest)) rest = rest.slice(typeLength(rest)).trimStart();
  return rest;
}

export interface VectorShape {
  readonly count: number;
  readonly element: string;
}

/** Elements of a vector; undefined for other types. */
export function vectorShape(type: string): VectorShape | undefined {
  const [, count, element] = type.startsWith('<') ? (VECTOR.exec(type) ?? []) : [];
  return element === undefined ? undefined : { count: Number(count), element };
}

export const isVector = (type: string): boolean => vectorShape(type) !== undefined;

/** The type of a vector's elements; other types themselves. */
export const elementType = (type: string): string => vectorShape(type)?.element ?? type;

/** The same type with other elements. */
export function withElements(type: string, element: string): string {
  const shape = vectorShape(type);
  return shape ? `<${shape.count} x ${element}>` : element;
}

/** Bits of an integer, or of the elements of a vector of such; 0 for other types. */
export const integerBits = (type: string): number => Number(INTEGER.exec(elementType(type))?.[1] ?? 0);

export const isPointer = (type: string): boolean => type.startsWith('ptr') || type.endsWith('*');
