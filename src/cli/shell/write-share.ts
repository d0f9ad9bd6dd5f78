// Writes manual page and completions below a folder: `node write-share.js <folder>`, called by src/setup/package.mjs.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { release, root } from '../../util/paths.js';
import { program } from '../program.js';
import { describeCommand } from './commands.js';
import { COMPLETIONS } from './completions.js';
import { manPage } from './man-page.js';

/** The date of the newest dated section of the changelog: the release date, for the manual page. */
function releaseDate(): string {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  return /^## .*(\d{4}-\d{2}-\d{2})/m.exec(changelog)?.[1] ?? '';
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const [, , folder] = process.argv;
if (folder === undefined) {
  process.stderr.write('usage: write-share.js <folder>\n');
  process.exitCode = 2;
} else {
  const atoll = describeCommand(await program());
  write(join(folder, 'man/man1/atoll.1'), manPage(atoll, release, releaseDate()));
  for (const { file, text } of Object.values(COMPLETIONS)) write(join(folder, file), text(atoll));
}
