// A folder with a manifest of small shell scripts that behave as benchmark programs do, for tests of the runner.

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';

export interface Script {
  readonly name: string;
  /** Body of the shell script. */
  readonly text: string;
  /** More fields of its entry. */
  readonly entry?: Readonly<Record<string, unknown>>;
}

/** A folder that goes when the test ends. */
export function folderFor(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-bench-test-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function writeScript(file: string, text: string): void {
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
}

/** Writes scripts and manifest; returns the folder. */
export function scriptFolder(
  t: ExecutionContext,
  scripts: readonly Script[],
  more: Readonly<Record<string, unknown>> = {},
): string {
  const folder = folderFor(t);
  for (const { name, text } of scripts) writeScript(join(folder, name), text);
  const programs = scripts.map(({ name, entry }) => ({ name, pattern: '^Passed!$', ...entry }));
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ programs, ...more }));
  return folder;
}
