// SARIF as others read it: its types are the published ones (@types/sarif), and each log is held against the published
// schema (OASIS, SARIF 2.1.0), which a package for tests of such logs brings.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type AnySchemaObject } from 'ajv';
import test from 'ava';
import type { Finding } from '../../src/check/finding.js';
import { sarif } from '../../src/check/sarif.js';
import { root } from '../../src/util/paths.js';

const PUBLISHED = join(root, 'node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
// It is written in draft 4 of JSON Schema, whose words mean the same to this validator, but for its own name.
const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(PUBLISHED, 'utf8')) as AnySchemaObject;
/** RFC 3986: syntax of a URI reference. */
const uri = /^(?:[A-Za-z0-9._~:/?#@!$&'()*+,;=[\]-]|%[0-9A-Fa-f]{2})+$/;
const formats = { uri, 'uri-reference': uri, 'date-time': true } as const;
// One of its patterns is none where patterns are of Unicode.
const valid = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false, formats }).compile(schema);

const PLACE = { offset: 16, instruction: 'ds_write_b32 v0, v1' };
const SOURCE = { file: 'a b/ü#1.cl', line: 3, column: 0 };
const ITEM = { group: [0, 0, 0], local: [1, 0, 0], wavefront: 0, lane: 1 } as const;
const finding = (more: Partial<Finding>): Finding => ({
  kind: 'race',
  number: 1,
  count: 2,
  kernel: 'k',
  message: 'what is wrong',
  place: PLACE,
  launch: 'clEnqueueNDRangeKernel call 1',
  ...more,
});
const FINDINGS: readonly Finding[] = [
  finding({}),
  finding({ place: { ...PLACE, source: SOURCE }, workItem: ITEM, memory: { space: 'local', address: 4, bytes: 4 } }),
  finding({ place: { ...PLACE, source: { file: '/tmp/a b.cl', line: 1, column: 7 } } }),
  finding({ other: { place: { ...PLACE, source: SOURCE }, workItem: ITEM, does: 'write' } }),
  finding({ kind: 'division-by-zero' }),
];
const RUN = { version: '1.0.0', command: ['./program', 'a b'] };

/** As a file has it. */
const written = (findings: readonly Finding[]): ReturnType<typeof sarif> =>
  JSON.parse(JSON.stringify(sarif(findings, RUN)));

test('logs conform to the standard', (t) => {
  for (const findings of [[], ...FINDINGS.map((each) => [each]), FINDINGS]) {
    t.true(valid(written(findings)), JSON.stringify(valid.errors));
  }
  const log = written(FINDINGS);
  const [only] = log.runs;
  for (const { ruleId, ruleIndex } of only!.results!) t.is(ruleId, only!.tool.driver.rules![ruleIndex!]!.id);
  const uris = only!.results!.map(({ locations }) => locations![0]!.physicalLocation?.artifactLocation?.uri);
  t.deepEqual(uris, [undefined, 'a%20b/%C3%BC%231.cl', 'file:///tmp/a%20b.cl', undefined, undefined]);
});

test('the schema refuses logs that are not SARIF', (t) => {
  const log = written(FINDINGS);
  const [only] = log.runs;
  const [first] = only!.results!;
  const withResult = (change: object): unknown => ({ ...log, runs: [{ ...only, results: [{ ...first, ...change }] }] });
  t.false(valid(withResult({ message: {} })));
  t.false(valid(withResult({ level: 'fatal' })));
  t.false(valid(withResult({ occurrenceCount: 0 })));
  t.false(valid(withResult({ unknownKey: 1 })));
  t.false(valid({ ...log, version: '2.0.0' }));
  t.false(valid({ ...log, runs: [{ results: [] }] }));
});
