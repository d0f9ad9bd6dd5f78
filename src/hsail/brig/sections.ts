// The header of a BRIG module, and the sections behind it.

import { AtollError } from '../../util/errors.js';

export const IDENTIFICATION = 'HSA BRIG';
/** The version that is read and written: 1.0 Final. */
export const BRIG_VERSION = { major: 1, minor: 0 } as const;
export const HEADER = { major: 8, minor: 12, byteCount: 16, hash: 24, count: 92, index: 96, minimum: 104 } as const;
export const HASH_BYTES = 64;
/** Of a section's header: size, size of the header, length of the name, and the name. */
export const SECTION = { byteCount: 0, headerByteCount: 8, nameLength: 12, name: 16 } as const;
export const SECTION_NAMES = ['hsa_data', 'hsa_code', 'hsa_operand'] as const;
const MAX_SECTIONS = 1024;
const HINT = 'Take the file as its compiler or assembler wrote it; `atoll hsail assemble` makes one from text.';

/** An error of a module, by section and offset. */
export class BrigError extends AtollError {
  constructor(
    readonly section: string,
    readonly offset: number,
    readonly problem: string,
  ) {
    super('BAD_INPUT', `${section}+0x${offset.toString(16)}: ${problem}`, HINT);
  }

  static override [Symbol.hasInstance](value: unknown): value is BrigError {
    return value instanceof AtollError && 'problem' in value;
  }
}

export const damaged = (section: string, offset: number, problem: string): BrigError =>
  new BrigError(section, offset, problem);

export interface BrigSection {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly headerBytes: number;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function checkHeader(bytes: Uint8Array, view: DataView): void {
  const start = Buffer.from(bytes.subarray(0, IDENTIFICATION.length)).toString('latin1');
  if (start !== IDENTIFICATION || bytes.length < HEADER.minimum)
    throw damaged(
      'header',
      0,
      `this is not a BRIG module: it has ${bytes.length} bytes and no "${IDENTIFICATION}" header`,
    );
  const [major, minor] = [view.getUint32(HEADER.major, true), view.getUint32(HEADER.minor, true)];
  if (major !== BRIG_VERSION.major || minor !== BRIG_VERSION.minor) {
    throw new AtollError(
      'UNSUPPORTED',
      `header+0x8: this is BRIG ${major}.${minor}; version ${BRIG_VERSION.major}.${BRIG_VERSION.minor} is supported`,
      'Compile the program for HSA 1.0 Final.',
    );
  }
  const size = view.getBigUint64(HEADER.byteCount, true);
  if (size !== BigInt(bytes.length))
    throw damaged(
      'header',
      HEADER.byteCount,
      `the module has ${size} bytes by its header, and ${bytes.length} in fact`,
    );
}

function readSection(bytes: Uint8Array, offset: bigint, index: number): BrigSection {
  const place = `section ${index}`;
  if (offset % 4n !== 0n || offset + BigInt(SECTION.name) > BigInt(bytes.length))
    throw damaged(place, 0, `it begins at ${offset}, which is outside of the module or not a multiple of 4`);
  const rest = bytes.subarray(Number(offset));
  const view = viewOf(rest);
  const size = view.getBigUint64(SECTION.byteCount, true);
  const [headerBytes, nameLength] = [
    view.getUint32(SECTION.headerByteCount, true),
    view.getUint32(SECTION.nameLength, true),
  ];
  if (size > BigInt(rest.length) || size < BigInt(headerBytes))
    throw damaged(place, SECTION.byteCount, `its size ${size} exceeds the module or is less than its header`);
  if (headerBytes % 4 !== 0 || headerBytes < SECTION.name + nameLength)
    throw damaged(place, SECTION.headerByteCount, `its header of ${headerBytes} bytes has no room for its name`);
  const name = Buffer.from(rest.subarray(SECTION.name, SECTION.name + nameLength)).toString('latin1');
  const expected = SECTION_NAMES[index];
  if (expected !== undefined && name !== expected)
    throw damaged(place, SECTION.name, `its name is ${JSON.stringify(name)} and must be ${expected}`);
  const own = rest.subarray(0, Number(size));
  return { name, bytes: own, view: viewOf(own), headerBytes };
}

/** The sections of a module, whose header is checked. @throws AtollError with section and offset */
export function readSections(bytes: Uint8Array): BrigSection[] {
  const view = viewOf(bytes);
  checkHeader(bytes, view);
  const count = view.getUint32(HEADER.count, true);
  const index = view.getBigUint64(HEADER.index, true);
  if (count < SECTION_NAMES.length || count > MAX_SECTIONS)
    throw damaged(
      'header',
      HEADER.count,
      `${count} sections are not between ${SECTION_NAMES.length} and ${MAX_SECTIONS}`,
    );
  if (index + 8n * BigInt(count) > BigInt(bytes.length))
    throw damaged('header', HEADER.index, `the index of sections at ${index} is outside of the module`);
  const places = Array.from({ length: count }, (_, at) => view.getBigUint64(Number(index) + 8 * at, true));
  return places.map((offset, at) => readSection(bytes, offset, at));
}
