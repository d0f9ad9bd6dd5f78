// The configuration file of the working directory. The owner of that folder need not be the user: no option that
// executes or overwrites anything is taken from the file (`keptFrom` in src/config/config.ts), and nothing at all from
// one of another user.

import { accessSync, closeSync, constants, lstatSync } from 'node:fs';
import { DEFAULT_CHIP } from '../chips/chips.js';
import { openRegular, readWhole } from '../util/checked-file.js';
import { AtollError } from '../util/errors.js';
import { reasonAgainst } from '../util/trust.js';

export const CONFIG_FILE = 'atoll.config.json';

export interface ConfigFile {
  readonly values: Readonly<Record<string, unknown>>;
  /** Why the file counts as absent: one sentence. */
  readonly refused?: string;
}

/** A folder that this user may not read (root's, after `su`) has no configuration file. */
function isSearchable(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Why the open file, or the symbolic link that may have led to it, is not trusted. */
function reasonAgainstOpen(stats: Parameters<typeof reasonAgainst>[0]): string | undefined {
  const named = lstatSync(CONFIG_FILE);
  return reasonAgainst(stats) ?? (named.isSymbolicLink() ? reasonAgainst({ ...named, mode: 0 }) : undefined);
}

/** Its text; the reason why it is not read; neither where there is none. */
function readText(): { readonly text?: string; readonly reason?: string } {
  let opened: ReturnType<typeof openRegular>;
  try {
    opened = openRegular(CONFIG_FILE, true);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || !isSearchable('.')) return {};
    const hint = 'make it readable, or remove it';
    throw new AtollError('HOST', `cannot read ${CONFIG_FILE}: ${(error as Error).message}`, hint);
  }
  try {
    const reason = reasonAgainstOpen(opened.stats);
    return reason === undefined ? { text: readWhole(opened.fd, opened.stats.size).toString() } : { reason };
  } finally {
    closeSync(opened.fd);
  }
}

/** @throws AtollError BAD_OPTION when the text is not a JSON object */
function parseObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const hint = `the file must contain one JSON object: {"device": "${DEFAULT_CHIP.id}"}`;
    throw new AtollError('BAD_OPTION', `${CONFIG_FILE}: ${(error as Error).message}`, hint);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AtollError('BAD_OPTION', `${CONFIG_FILE} does not contain a JSON object`);
  return value as Record<string, unknown>;
}

/**
 * Reads the configuration file of the working directory; an absent file is empty. By a relative path: the directory may
 * have been removed, or lie in a folder that this user may not enter.
 * @throws AtollError BAD_OPTION naming the file when it is not a JSON object
 */
export function readConfigFile(): ConfigFile {
  const { text, reason } = readText();
  if (reason !== undefined) {
    const refused = `${CONFIG_FILE} ${reason}: it is not used (change its owner and permissions so that only you can write it)`;
    return { values: {}, refused };
  }
  return { values: text === undefined ? {} : parseObject(text) };
}
