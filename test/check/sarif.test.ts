// SARIF as others read it: its types are the published ones (@types/sarif), and each log is held against what the standard says of the
// objects in it (OASIS, SARIF 2.1.0: required properties, kinds of values, no property that the standard does not know).

import { Ajv } from 'ajv';
import test from 'ava';
import type { Finding } from '../../src/check/finding.js';
import { sarif } from '../../src/check/sarif.js';

type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const count = { type: 'integer', minimum: 1 };
const index = { type: 'integer', minimum: -1 };
/** RFC 3986: what a URI reference may have. */
const uri = { type: 'string', pattern: "^(?:[A-Za-z0-9._~:/?#@!$&'()*+,;=\\[\\]-]|%[0-9A-Fa-f]{2})+$" };
const list = (items: Schema): Schema => ({ type: 'array', items });
const object = (properties: Schema, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties: { ...properties, properties: { type: 'object' } },
  required,
  additionalProperties: false,
});
const dictionary = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });

/** A message has a text, or the name of one. */
const message = {
  ...object({ text, id: text, markdown: text }),
  anyOf: [{ required: ['text'] }, { required: ['id'] }],
};
const region = object({
  startLine: count,
  startColumn: count,
  endLine: count,
  endColumn: count,
  snippet: object({ text }),
});
const physicalLocation = object({ artifactLocation: object({ uri, uriBaseId: text, index }), region }, [
  'artifactLocation',
]);
const logicalLocation = object({ name: text, kind: text, fullyQualifiedName: text, decoratedName: text, index });
const location = object({ id: index, physicalLocation, logicalLocations: list(logicalLocation), message });
const rule = object({ id: text, name: text, shortDescription: message, fullDescription: message, helpUri: uri }, [
  'id',
]);
const driver = object({ name: text, version: text, semanticVersion: text, informationUri: uri, rules: list(rule) }, [
  'name',
]);
const result = object(
  {
    ruleId: text,
    ruleIndex: index,
    level: { enum: ['none', 'note', 'warning', 'error'] },
    message,
    locations: list(location),
    relatedLocations: { ...list(location), uniqueItems: true },
    occurrenceCount: count,
    partialFingerprints: dictionary(text),
  },
  ['message'],
);
const invocation = object(
  { executionSuccessful: { type: 'boolean' }, commandLine: text, exitCode: { type: 'integer' } },
  ['executionSuccessful'],
);
const run = object({ tool: object({ driver }, ['driver']), invocations: list(invocation), results: list(result) }, [
  'tool',
]);
const LOG = object({ $schema: uri, version: { enum: ['2.1.0'] }, runs: list(run) }, ['version', 'runs']);

const valid = new Ajv({ allErrors: true, strictRequired: false }).compile(LOG);

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
const MADE = { version: '1.0.0', command: ['./program', 'a b'] };

/** As a file has it. */
const written = (findings: readonly Finding[]): ReturnType<typeof sarif> =>
  JSON.parse(JSON.stringify(sarif(findings, MADE)));

test('logs are what the standard says', (t) => {
  for (const findings of [[], ...FINDINGS.map((each) => [each]), FINDINGS]) {
    t.true(valid(written(findings)), JSON.stringify(valid.errors));
  }
  const log = written(FINDINGS);
  const [only] = log.runs;
  for (const { ruleId, ruleIndex } of only!.results!) t.is(ruleId, only!.tool.driver.rules![ruleIndex!]!.id);
  const uris = only!.results!.map(({ locations }) => locations![0]!.physicalLocation?.artifactLocation?.uri);
  t.deepEqual(uris, [undefined, 'a%20b/%C3%BC%231.cl', 'file:///tmp/a%20b.cl', undefined, undefined]);
});

test('the schema refuses what is not SARIF', (t) => {
  const log = written(FINDINGS);
  const [only] = log.runs;
  const [first] = only!.results!;
  const withResult = (change: object): unknown => ({ ...log, runs: [{ ...only, results: [{ ...first, ...change }] }] });
  t.false(valid(withResult({ message: {} })));
  t.false(valid(withResult({ level: 'fatal' })));
  t.false(valid(withResult({ occurrenceCount: 0 })));
  t.false(valid(withResult({ somethingElse: 1 })));
  t.false(valid({ ...log, version: '2.0.0' }));
  t.false(valid({ ...log, runs: [{ results: [] }] }));
});
