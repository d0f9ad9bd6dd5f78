// `atoll check` on planted bugs of HSAIL, executed as HSAIL and as finalized code: each is found, with its line.
// ATOLL_GOLDEN=1 writes the table of docs/hsail.md.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type { Finding } from '../../../src/check/finding.js';
import { checkInstrument } from '../../../src/instruments/check/instrument.js';
import { type Image, Machine, readImage } from '../../../src/library/index.js';
import { root } from '../../../src/util/paths.js';
import { CHIPS, finalized } from '../finalized.js';
import {
  BAD_CALL_MODULE,
  locatedModule,
  PARTIAL_MODULE,
  PLANTED,
  PLANTED_MODULE,
  type PlantedBug,
  plantedLine,
  RIGHT_MODULE,
} from './planted.js';

const FORMS = ['HSAIL', ...CHIPS] as const;
type Form = (typeof FORMS)[number];

const images = new Map<string, Promise<Image>>();

/** Compiled once for all tests. */
function imageOf(form: Form, text: string): Promise<Image> {
  const key = `${form} ${text}`;
  const make = async (): Promise<Image> =>
    form === 'HSAIL' ? readImage(Buffer.from(text), 'planted.hsail') : finalized([text], form);
  const image = images.get(key) ?? make();
  images.set(key, image);
  return image;
}

/** Findings of one launch, by two wavefronts unless it has other sizes; faults end it. */
async function check(image: Image, kernel: string, items = 128, group = items): Promise<readonly Finding[]> {
  const instrument = checkInstrument({ errorExitcode: '1', shadowMemory: '64' });
  const machine = new Machine({}, [instrument]);
  const launch = { globalSize: [items], localSize: [group], arguments: [new Uint32Array(items)] } as const;
  await machine.launch(image.kernel(kernel), launch).catch((error: { readonly code?: string }) => {
    if (error.code !== 'GPU_FAULT') throw error;
  });
  await machine.close();
  const { findings } = (await instrument.reports!()).json!({} as never) as { findings: readonly Finding[] };
  return findings;
}

const textOf = ({ place }: Finding): string =>
  (place.excerpt?.[0] ?? '')
    .replace(/\s*\/\/!.*/, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Why a bug counts as not found; undefined where it is found. */
function problemOf(bug: PlantedBug, form: Form, findings: readonly Finding[]): string | undefined {
  const { name, kind, also = [], finalizedLine } = bug;
  const own = findings.filter((finding) => finding.kind === kind);
  const others = findings.filter((finding) => finding.kind !== kind && !also.includes(finding.kind));
  const line = (form === 'HSAIL' ? undefined : finalizedLine) ?? plantedLine(bug);
  if (!own.some((finding) => textOf(finding) === line)) return `${name}: ${line} is not named: ${own.map(textOf)}`;
  return others.length > 0 ? `${name}: ${others.map(({ message }) => message)}` : undefined;
}

const TABLE = /^\| mistake \| `atoll check` says \| of the line \|\n(\|.*\n)*/m;
const withoutAddresses = (text: string): string => text.replace(/0x[0-9a-f]+/g, '0x...');

function tableOf(results: readonly (readonly Finding[])[]): string {
  const rows = PLANTED.map((bug, n) => {
    const { kind, message } = results[n]!.find(
      (finding) => finding.kind === bug.kind && textOf(finding) === plantedLine(bug),
    )!;
    return `| ${bug.name} | \`${kind}\`: ${withoutAddresses(message)} | \`${plantedLine(bug)}\` |`;
  });
  return ['| mistake | `atoll check` says | of the line |', '|---|---|---|', ...rows, ''].join('\n');
}

for (const form of FORMS)
  test(`planted bugs are found, with their line: ${form}`, async (t) => {
    const image = await imageOf(form, PLANTED_MODULE);
    const results: (readonly Finding[])[] = [];
    for (const [n] of PLANTED.entries()) results.push(await check(image, `&bug${n}`));
    t.deepEqual(
      PLANTED.flatMap((bug, n) => problemOf(bug, form, results[n]!) ?? []),
      [],
    );
    if (form !== 'HSAIL') return;
    const page = join(root, 'docs/hsail.md');
    if (process.env['ATOLL_GOLDEN'])
      writeFileSync(
        page,
        readFileSync(page, 'utf8').replace(TABLE, () => tableOf(results)),
      );
    t.is(TABLE.exec(readFileSync(page, 'utf8'))?.[0], tableOf(results));
  });

for (const form of FORMS)
  test(`fbarriers, exchanges and uniform branches that are right give no finding: ${form}`, async (t) => {
    const findings = await check(await imageOf(form, RIGHT_MODULE), '&right');
    t.deepEqual(
      findings.map(({ message, place }) => `${message} at ${place.source?.line}`),
      [],
    );
  });

test('other work-items are named with the line that they left at', async (t) => {
  const n = PLANTED.findIndex(({ name }) => name.startsWith('barrier that some'));
  for (const form of FORMS) {
    const [finding] = await check(await imageOf(form, PLANTED_MODULE), `&bug${n}`);
    t.is(finding?.other?.place.excerpt?.[0]?.replace(/\s+/g, ' ').trim(), 'cbr_b1 $c0, @wait;', form);
    t.deepEqual(finding?.workItem?.local, [100, 0, 0]);
  }
});

test('an indirect call of no function is a finding of its own, with line and work-item', async (t) => {
  const findings = await check(await imageOf('HSAIL', BAD_CALL_MODULE), '&bad');
  t.deepEqual(
    findings.map(({ kind, workItem }) => [kind, workItem?.local]),
    [['bad-call', [70, 0, 0]]],
  );
  t.is(textOf(findings[0]!), 'icall_u64 $d0(%r)(%x) &change;');
  t.regex(findings[0]!.message, /^icall: no indirect function .* at address 0x1234$/);
});

test('claims of finalized code with lines of its own source are checked', async (t) => {
  const bugs = PLANTED.filter(({ kind }) => kind === 'non-uniform' || kind === 'misaligned');
  for (const form of CHIPS)
    for (const [n, { name, kind }] of bugs.entries()) {
      const findings = await check(await imageOf(form, locatedModule(bugs)), `&bug${n}`);
      const places = findings.filter((each) => each.kind === kind).map(({ place }) => place.source);
      t.true(places.length > 0, `${form}: ${name}`);
      for (const place of places)
        t.deepEqual(place, { file: 'located.cl', line: n + 1, column: 1 }, `${form}: ${name}`);
    }
});

for (const form of FORMS)
  test(`fbarriers of work-groups that end within a wavefront give no finding: ${form}`, async (t) => {
    const image = await imageOf(form, PARTIAL_MODULE);
    for (const [items, group] of [
      [100, 100],
      [228, 128],
      [20, 20],
    ] as const) {
      // Whole work-groups alone are launched of HSAIL by the library.
      if (form === 'HSAIL' && items % group !== 0) continue;
      const findings = await check(image, '&partial', items, group);
      t.deepEqual(
        findings.map(({ message, place }) => `${message} at ${place.excerpt?.[0]}`),
        [],
        `${items} in groups of ${group}`,
      );
    }
  });
