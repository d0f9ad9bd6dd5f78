// The files that name our library to the system's OpenCL loader.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { writeVendors } from '../src/vendors.js';

test('they follow an installation that was moved, and nothing else is left in their folder', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-test-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const vendors = join(folder, 'vendors');
  for (const place of ['/first', '/second']) {
    writeVendors(vendors, [`${place}/x86_64`, `${place}/i386`]);
    t.deepEqual(readdirSync(vendors), ['atoll-i386.icd', 'atoll-x86_64.icd']);
    t.is(readFileSync(join(vendors, 'atoll-x86_64.icd'), 'utf8'), `${place}/x86_64/libOpenCL.so.1\n`);
    t.is(readFileSync(join(vendors, 'atoll-i386.icd'), 'utf8'), `${place}/i386/libOpenCL.so.1\n`);
  }
});

test('one that is wrong and cannot be written is an error with a next step; one that is right need not be written', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-test-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'file'), '');
  const error = t.throws(() => writeVendors(join(folder, 'file', 'vendors'), ['/lib/x86_64']), { code: 'HOST' });
  t.regex((error as Error & { hint: string }).hint, /owns the installation/);
});
