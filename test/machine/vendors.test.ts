// The files that name our library to the system's OpenCL loader.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { vendorsIn } from '../../src/machine/vendors.js';

test('vendor files follow a moved installation, and the folder has no other files', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-test-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const vendors = join(folder, 'vendors');
  for (const place of ['/first', '/second']) {
    vendorsIn([vendors], [`${place}/x86_64`, `${place}/i386`]);
    t.deepEqual(readdirSync(vendors), ['atoll-i386.icd', 'atoll-x86_64.icd']);
    t.is(readFileSync(join(vendors, 'atoll-x86_64.icd'), 'utf8'), `${place}/x86_64/libOpenCL.so.1\n`);
    t.is(readFileSync(join(vendors, 'atoll-i386.icd'), 'utf8'), `${place}/i386/libOpenCL.so.1\n`);
  }
});

test('without write permission for the installation they are in another folder, unless it has the right ones itself', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-test-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'file'), '');
  const [closed, own] = [join(folder, 'file', 'vendors'), join(folder, 'own')];
  t.is(vendorsIn([closed, own], ['/lib/x86_64']), own);
  t.is(readFileSync(join(own, 'atoll-x86_64.icd'), 'utf8'), '/lib/x86_64/libOpenCL.so.1\n');
  const installation = join(folder, 'installation');
  vendorsIn([installation], ['/lib/x86_64']);
  t.is(vendorsIn([installation, own], ['/lib/x86_64']), installation);
});

test('unwritable vendor folders are an error with a next step', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-test-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'file'), '');
  const error = t.throws(() => vendorsIn([join(folder, 'file', 'vendors')], ['/lib/x86_64']), { code: 'HOST' });
  t.regex((error as Error & { hint: string }).hint, /owner of the installation/);
});
