// Numbers in the text form: floats as C++ streams print them, and in hexadecimal where they are not normal.

interface FloatFormat {
  readonly exponentBits: number;
  readonly fractionBits: number;
  /** Digits that distinguish all values; 0 if always hexadecimal. */
  readonly digits: number;
}

const FORMATS: Readonly<Record<number, FloatFormat>> = {
  16: { exponentBits: 5, fractionBits: 10, digits: 0 },
  32: { exponentBits: 8, fractionBits: 23, digits: 9 },
  64: { exponentBits: 11, fractionBits: 52, digits: 17 },
};

/** As `%.<digits>g`. */
function shortest(value: number, digits: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [mantissa = '', exponent = ''] = value.toExponential(digits - 1).split('e');
  const power = Number(exponent);
  const trim = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
  if (power >= -4 && power < digits) return trim(value.toFixed(Math.min(100, digits - 1 - power)));
  const sign = power < 0 ? '-' : '+';
  return `${trim(mantissa)}e${sign}${String(Math.abs(power)).padStart(2, '0')}`;
}

function hexadecimal(bits: bigint, { exponentBits, fractionBits }: FloatFormat): string {
  const size = BigInt(fractionBits);
  const sign = bits >> BigInt(exponentBits + fractionBits) === 0n ? '' : '-';
  let fraction = BigInt.asUintN(fractionBits, bits);
  const biased = Number(BigInt.asUintN(exponentBits, bits >> size));
  let power = biased - (2 ** (exponentBits - 1) - 1);
  if (biased === 0 && fraction === 0n) return `${sign}0x0p+0`;
  if (biased === 0) {
    power += 1;
    while (fraction >> size === 0n) {
      fraction <<= 1n;
      power--;
    }
    fraction = BigInt.asUintN(fractionBits, fraction);
  }
  const padding = (4 - (fractionBits % 4)) % 4;
  const digits = (fraction << BigInt(padding)).toString(16).padStart((fractionBits + padding) / 4, '0');
  const trimmed = digits.replace(/0+$/, '');
  return `${sign}0x1${trimmed && `.${trimmed}`}p${power < 0 ? '' : '+'}${power}`;
}

/** The bits of a float as its value; halves have none here. */
function floatOf(bits: bigint, width: number): number {
  const view = new DataView(new ArrayBuffer(8));
  if (width === 32) {
    view.setUint32(0, Number(bits));
    return view.getFloat32(0);
  }
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
}

/** Undefined for widths that floats of the text form do not have. */
export function floatText(bits: bigint, width: number): string | undefined {
  const format = FORMATS[width];
  if (format === undefined) return undefined;
  const exponent = BigInt.asUintN(format.exponentBits, bits >> BigInt(format.fractionBits));
  const isNormal = exponent !== 0n && exponent !== BigInt.asUintN(format.exponentBits, -1n);
  const isZero = BigInt.asUintN(format.exponentBits + format.fractionBits, bits) === 0n;
  if (format.digits === 0 || !(isNormal || isZero)) return hexadecimal(bits, format);
  return shortest(floatOf(bits, width), format.digits);
}
