// Folders in the system's temporary directory, or wherever one can be made: TMPDIR may name what is gone. A process
// that is killed cannot remove its own: their names say whose they are, and the next process of the same user removes
// those of the dead.

import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { AtollError } from './errors.js';
import { sha256 } from './hash.js';
import { removeTree } from './remove-tree.js';

const PREFIX = 'atoll-';
/** Folders that all users can write, if the user's own choice does not serve. */
const COMMON = ['/tmp', '/var/tmp'] as const;
/** Place, process and start of the owner, and what makes the name unique. */
const OWNED = /^atoll-[a-z]+-([0-9a-f]{8})-(\d+)-(\d+)-[^-]{6}$/;
/**
 * Position of the start time behind the name of the program in /proc/PID/stat (proc_pid_stat(5)), in ticks since the
 * boot.
 */
const START_TIME = 19;

/** Undefined when there is no such process. */
function startOf(pid: string): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_TIME];
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/**
 * Scope in which process ids are valid: outside (a container that shares the directory, before the last boot) they are
 * not.
 */
function placeOfProcesses(): string {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1');
  return sha256(boot, readlinkSync('/proc/self/ns/pid')).slice(0, 8);
}

/** This process in names; undefined if /proc does not say. */
function ownName(): { readonly place: string; readonly owner: string } | undefined {
  try {
    const place = placeOfProcesses();
    const start = startOf('self');
    // A /proc of other process ids.
    if (!start || readlinkSync('/proc/self') !== String(process.pid)) return undefined;
    return { place, owner: `${place}-${process.pid}-${start}` };
  } catch {
    return undefined;
  }
}

let own: ReturnType<typeof ownName> | null = null;
const swept = new Set<string>();

/** Removes what dead processes of this user have left in a directory. What cannot be looked at or removed stays. */
function sweep(directory: string, place: string): void {
  for (const name of readdirSync(directory)) {
    const [, where, pid, start] = OWNED.exec(name) ?? [];
    if (where !== place || pid === undefined) continue;
    const path = join(directory, name);
    try {
      // A new process may have the number of a dead one, but it started later.
      if (startOf(pid) !== start && lstatSync(path).uid === process.getuid?.()) removeTree(path);
    } catch {}
  }
}

function sweepOnce(directory: string, place: string): void {
  if (swept.has(directory)) return;
  swept.add(directory);
  // Not before the caller waits for something: most of the time there is nothing to find.
  setImmediate(() => {
    try {
      sweep(directory, place);
    } catch {}
  });
}

/**
 * A new folder, which the caller removes.
 *
 * @param purpose part of its name: small letters
 * @throws AtollError HOST where none can be made
 */
export function temporaryFolder(purpose: string): string {
  if (own === null) own = ownName();
  const prefix = own ? `${PREFIX}${purpose}-${own.owner}-` : `${PREFIX}${purpose}-`;
  const problems: string[] = [];
  for (const directory of new Set([resolve(tmpdir()), ...COMMON])) {
    try {
      const folder = mkdtempSync(join(directory, prefix));
      if (own) sweepOnce(directory, own.place);
      return folder;
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  throw new AtollError('HOST', `no temporary folder: ${problems.join('; ')}`, 'set TMPDIR to a folder with free space');
}
