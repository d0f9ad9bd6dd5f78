// Texts derived from the schema: runtime/generated/abi.h and docs/abi.md. `npm run build` writes them; a test compares.

import { EXTENSIONS } from './extensions.js';
import type { FieldType, PlacedField, Struct } from './layout.js';
import * as map from './memory-map.js';
import * as schema from './schema.js';

const C_TYPE = {
  u8: 'uint8_t',
  u16: 'uint16_t',
  u32: 'uint32_t',
  i32: 'int32_t',
  u64: 'uint64_t',
  i64: 'int64_t',
} as const;

const NUMBERS: readonly (readonly [name: string, value: number])[] = [
  ['PROTOCOL_VERSION', schema.PROTOCOL_VERSION],
  ['MAX_DEVICES', schema.MAX_DEVICES],
  ['PAGE_SIZE', map.PAGE_SIZE],
  ['HUGE_PAGE_SIZE', map.HUGE_PAGE_SIZE],
  ['CONTROL_SIZE', map.CONTROL_SIZE],
  ['RING_OFFSET', schema.RING_OFFSET],
  ['RING_ENTRIES', schema.RING_ENTRIES],
  ['TRACE_OFFSET', schema.TRACE_OFFSET],
  ['TRACE_ENTRIES', schema.TRACE_ENTRIES],
  ['SIGNAL_OFFSET', schema.SIGNAL_OFFSET],
  ['SIGNAL_COUNT', schema.SIGNAL_COUNT],
];

const pascal = (name: string): string =>
  name
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

function declareField({ name, type }: PlacedField): string {
  // 64-bit fields are aligned to 8 on every ABI: i386 would align them to 4.
  if (typeof type === 'string') return `${type.endsWith('64') ? 'alignas(8) ' : ''}${C_TYPE[type]} ${name}`;
  if ('text' in type) return `char ${name}[${type.text}]`;
  return `${type.array.endsWith('64') ? 'alignas(8) ' : ''}${C_TYPE[type.array]} ${name}[${type.length}]`;
}

export function declareStruct(struct: Struct): string {
  const lines = struct.fields.map((field) => `  ${declareField(field)};  // ${field.doc}`);
  const checks = struct.fields.map(
    (field) => `static_assert(offsetof(${struct.name}, ${field.name}) == ${field.offset});`,
  );
  return [
    `// ${struct.doc}`,
    `struct ${struct.name} {`,
    ...lines,
    '};',
    `static_assert(sizeof(${struct.name}) == ${struct.size});`,
    ...checks,
    '',
  ].join('\n');
}

export function declareGroup([name, values]: [string, Record<string, number>]): string {
  return [
    `enum ${name} : uint32_t {`,
    ...Object.entries(values).map(([key, value]) => `  ${name}_${key} = ${value},`),
    '};',
    '',
  ].join('\n');
}

/** The extensions with the flag that a device needs for them. */
function declareExtensions(): string[] {
  const rows = EXTENSIONS.map(
    ({ name, needs, version: [major, minor, patch] = [1, 0, 0] }) =>
      `    {"${name}", ${needs ? `DeviceFlag_${needs}` : '0'}, ${major}, ${minor}, ${patch}},`,
  );
  return [
    '// An OpenCL extension, and the DeviceFlag bits that a device needs to have it.',
    'struct Extension {',
    '  const char* name;',
    '  uint32_t needs;',
    '  uint32_t major, minor, patch;',
    '};',
    'inline constexpr Extension kExtensions[] = {',
    ...rows,
    '};',
  ];
}

/** The number of a request as a constant of C++. */
export const declareRequest = (name: string, request: number): string =>
  `inline constexpr uint32_t kRequest${pascal(name)} = 0x${request.toString(16)}u;`;

/** The C++ view of the protocol. */
export function generateHeader(): string {
  const requests = Object.keys(schema.IOCTLS).map((name) =>
    declareRequest(name, schema.requestOf(name as schema.IoctlName)),
  );
  return [
    '// Generated from src/abi/schema.ts by `npm run build`. Do not edit.',
    '#pragma once',
    '#include <cstddef>',
    '#include <cstdint>',
    '',
    'namespace runtime::abi {',
    '',
    `inline constexpr char kDevicePath[] = "${schema.DEVICE_PATH}";`,
    ...NUMBERS.map(([name, value]) => `inline constexpr uint32_t k${pascal(name)} = ${value}u;`),
    `inline constexpr uint64_t kFileSize = ${map.FILE_SIZE}ull;`,
    '',
    ...Object.entries(schema.CONSTANT_GROUPS).map((group) => declareGroup(group)),
    ...schema.STRUCTS.map(declareStruct),
    ...requests,
    '',
    ...declareExtensions(),
    '',
    '}  // namespace runtime::abi',
    '',
  ].join('\n');
}

const typeText = (type: FieldType): string =>
  typeof type === 'string' ? type : 'text' in type ? `text[${type.text}]` : `${type.array}[${type.length}]`;

function describeStruct(struct: (typeof schema.STRUCTS)[number]): string[] {
  return [
    `### ${struct.name}`,
    '',
    `${struct.doc} ${struct.size} bytes.`,
    '',
    '| offset | field | type | meaning |',
    '|---|---|---|---|',
    ...struct.fields.map(({ offset, name, type, doc }) => `| ${offset} | ${name} | ${typeText(type)} | ${doc} |`),
    '',
  ];
}

/** The protocol as a reference page. */
export function generateDocs(): string {
  const requests = Object.entries(schema.IOCTLS).map(([name, [number, struct]]) => {
    const request = `0x${schema.requestOf(name as schema.IoctlName).toString(16)}`;
    return `| ${name} | ${number} | \`${request}\` | ${struct.name} | ${struct.doc} |`;
  });
  return [
    '# The device protocol',
    '',
    'Generated from `src/abi/schema.ts` by `npm run build`. Do not edit.',
    '',
    `Device file \`${schema.DEVICE_PATH}\`, protocol version ${schema.PROTOCOL_VERSION}. The file's first ${map.CONTROL_SIZE} bytes are the control window`,
    `(header at 0, ring of ${schema.RING_ENTRIES} packets at ${schema.RING_OFFSET}, ${schema.TRACE_ENTRIES} records of calls at ${schema.TRACE_OFFSET}, ${schema.SIGNAL_COUNT} signals at ${schema.SIGNAL_OFFSET}); video memory follows, at the offset that MEMORY_ALLOC returns.`,
    '',
    '## Requests',
    '',
    '| request | number | ioctl | structure | meaning |',
    '|---|---|---|---|---|',
    ...requests,
    '',
    '## Structures',
    '',
    ...schema.STRUCTS.flatMap(describeStruct),
    '## Constants',
    '',
    ...Object.entries(schema.CONSTANT_GROUPS).flatMap(([name, values]) => [
      `- ${name}: ${Object.entries(values)
        .map(([key, value]) => `${key} = ${value}`)
        .join(', ')}`,
    ]),
    '',
  ].join('\n');
}
