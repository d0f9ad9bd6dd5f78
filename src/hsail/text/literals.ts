// Values of number literals.

const HALF_EXPONENT_MIN = -24;

/** The nearest half float of a number, ties to even. */
function halfBits(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size === 0) return sign;
  const exponent = Math.max(Math.floor(Math.log2(size)), -14);
  const step = 2 ** Math.max(exponent - 10, HALF_EXPONENT_MIN);
  const units = size / step;
  const floor = Math.floor(units);
  const rest = units - floor;
  const rounded = floor + (rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? 1 : 0);
  const bits = (exponent + 14) * 1024 + rounded;
  return sign | Math.min(bits, 0x7c00);
}

function floatValue(digits: string): number {
  const hex = /^0x([\da-f]*)\.?([\da-f]*)p([+-]?\d+)$/i.exec(digits);
  if (hex === null) return Number(digits);
  const [, whole, part, exponent] = hex as unknown as [string, string, string, string];
  return Number(BigInt(`0x0${whole}${part}`)) * 2 ** (Number(exponent) - 4 * part.length);
}

/** The bytes of a float literal by the size its text gives, or undefined for an integer. */
export function floatBytes(text: string, negative: boolean): Uint8Array | undefined {
  const raw = /^0([hfd])([\da-f]+)$/i.exec(text);
  const isFloat = raw !== null || /^0x.*p|^(?!0x).*[.ehfd]/i.test(text);
  if (!isFloat) return undefined;
  const suffix = raw?.[1] ?? /[hfd]$/i.exec(text)?.[0] ?? 'd';
  const size = { h: 2, f: 4, d: 8 }[suffix.toLowerCase()]!;
  const bytes = Buffer.alloc(size);
  if (raw !== null) bytes.set(Buffer.from(raw[2]!, 'hex').reverse());
  else {
    const value = floatValue(text.replace(/[hfd]$/i, ''));
    if (size === 2) bytes.writeUInt16LE(halfBits(value));
    else if (size === 4) bytes.writeFloatLE(value);
    else bytes.writeDoubleLE(value);
  }
  if (negative) bytes[size - 1]! ^= 0x80;
  return bytes;
}

/** The value of an integer literal; a leading 0 makes it octal. */
export const integerValue = (text: string): bigint => BigInt(/^0\d/.test(text) ? `0o${text.slice(1)}` : text);

const ESCAPED: Readonly<Record<string, string>> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** What a string literal stands for. */
export function stringValue(literal: string): string {
  return literal.slice(1, -1).replaceAll(/\\(x[\da-fA-F]{1,2}|[0-7]{1,3}|[\s\S])/g, (_, code: string) => {
    if (/^x./.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 0xff);
    return ESCAPED[code] ?? code;
  });
}
