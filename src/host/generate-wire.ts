// native/generated/wire.h, from wire-schema.ts.

import {
  ARGUMENT_COUNT,
  abiNumbers,
  callColumns,
  eventNumbers,
  issuedCalls,
  WIRE_ENUMS,
  type WireEnum,
} from './wire-schema.js';

const identifier = (name: string): string => name.replaceAll('-', '_');

function declare([name, { doc, as, type, values }]: readonly [string, WireEnum]): string[] {
  const list = Object.entries(values).map(([key, value]) => `${identifier(key)} = ${value}`);
  const lines = list.map((each) => `  ${each},`);
  return as === 'class'
    ? [`// ${doc}`, `enum class ${name} : ${type} {`, ...lines, '};', '']
    : [
        `// ${doc}`,
        `struct ${name} {`,
        `  enum Value : ${type} {`,
        ...lines.map((line) => `  ${line}`),
        '  };',
        '};',
        '',
      ];
}

const countOf = (values: object): number => Object.keys(values).length;

/** The addon's view of the wire. */
export const wireHeader = (): string =>
  [
    '// Generated from src/host/wire-schema.ts by `npm run build`. Do not edit.',
    '#pragma once',
    '#include <cstddef>',
    '#include <cstdint>',
    '',
    'namespace host {',
    '',
    ...Object.entries(WIRE_ENUMS).flatMap(declare),
    `inline constexpr int kAbis = ${countOf(abiNumbers)};`,
    `inline constexpr size_t kIssued = ${countOf(issuedCalls)};`,
    `inline constexpr size_t kNumbers = ${countOf(eventNumbers)};`,
    `inline constexpr size_t kArguments = ${ARGUMENT_COUNT};`,
    `inline constexpr size_t kColumns = ${countOf(callColumns)};`,
    '',
    '}  // namespace host',
    '',
  ].join('\n');
