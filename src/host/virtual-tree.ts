// Read-only trees of files beside the file system, such as a driver's part of sysfs. What a guest is shown lies in a
// folder of ours, so that the kernel does all that follows an open: reading, seeking, mapping, listing.
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, posix, relative } from 'node:path';
import { AtollError } from '../util/errors.js';
import { removeTree } from '../util/remove-tree.js';
import { temporaryFolder } from '../util/temporary.js';

/**
 * Contents of a file; where a symbolic link leads, which must stay in a tree; or a folder, for those that hold nothing.
 */
export type TreeEntry = string | Uint8Array | { readonly link: string } | { readonly folder: true };

export interface VirtualTree {
  /**
   * Absolute path of the tree's top folder, such as `/sys/devices/virtual/kfd`. What the machine has there is hidden.
   */
  readonly prefix: string;
  /**
   * By path from the top folder, such as `kfd/topology/generation_id`; the folders on the way are there by themselves.
   * Or the contents of the one file that the tree is.
   */
  readonly entries: Readonly<Record<string, TreeEntry>> | string | Uint8Array;
}

const FILE_MODE = 0o444;
const FOLDER_MODE = 0o711;
const isInside = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);
const refuse = (what: string, problem: string): never => {
  throw new AtollError('BAD_OPTION', `virtual tree ${what}: ${problem}`);
};

function checkPrefixes(trees: readonly VirtualTree[]): void {
  trees.forEach(({ prefix }, i) => {
    if (!prefix.startsWith('/') || prefix === '/' || posix.normalize(prefix) !== prefix || prefix.endsWith('/'))
      refuse(prefix, 'its name must be an absolute path without "..", "//" and a slash at its end, and not "/"');
    const other = trees.find((tree, n) => n !== i && isInside(prefix, tree.prefix));
    if (other) refuse(prefix, `lies in ${other.prefix}, which is a tree, too`);
  });
}

/** Roots of trees for guests: missing folders on the way to them are part of the trees. */
function wholePrefixes(trees: readonly VirtualTree[]): string[] {
  const missing = (path: string): string => (existsSync(dirname(path)) ? path : missing(dirname(path)));
  const tops = [...new Set(trees.map(({ prefix }) => missing(prefix)))];
  return tops.filter((top) => !tops.some((other) => other !== top && isInside(top, other)));
}

/** Absolute path of an entry. */
function pathOf({ prefix }: VirtualTree, name: string): string {
  const path = posix.join(prefix, name);
  if (name === '' || name.includes('\0') || name.startsWith('/') || path === prefix || !isInside(path, prefix))
    refuse(prefix, `${JSON.stringify(name)} is not a name in it`);
  return path;
}

/** The trees of one session, and the folder that holds them: a path P of a guest is `folder + P`. */
export class TreeStore {
  readonly folder: string;
  readonly prefixes: readonly string[];

  /** @throws AtollError BAD_OPTION naming the tree and the entry, HOST where there is no room */
  constructor(trees: readonly VirtualTree[]) {
    checkPrefixes(trees);
    this.prefixes = wholePrefixes(trees);
    this.folder = trees.length > 0 ? temporaryFolder('tree') : '';
    try {
      // With the trace back end the guest opens what it is shown itself, and may be another user.
      if (this.folder !== '') chmodSync(this.folder, FOLDER_MODE);
      for (const tree of trees) this.write(tree);
    } catch (error) {
      this.dispose();
      if (error instanceof AtollError) throw error;
      throw new AtollError('HOST', `virtual trees cannot be written: ${(error as Error).message}`);
    }
  }

  private write(tree: VirtualTree): void {
    const { entries } = tree;
    if (typeof entries === 'string' || entries instanceof Uint8Array) return this.writeEntry(tree.prefix, entries);
    mkdirSync(this.folder + tree.prefix, { recursive: true });
    for (const [name, entry] of Object.entries(entries)) {
      const path = pathOf(tree, name);
      try {
        this.writeEntry(path, entry);
      } catch (error) {
        if (!['EEXIST', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
        refuse(tree.prefix, `${name} occurs twice, or is a file and a folder`);
      }
    }
  }

  private writeEntry(path: string, entry: TreeEntry): void {
    const place = this.folder + path;
    if (typeof entry === 'object' && 'folder' in entry) {
      mkdirSync(place, { recursive: true });
      return;
    }
    mkdirSync(dirname(place), { recursive: true });
    if (typeof entry === 'object' && 'link' in entry) symlinkSync(this.target(path, entry.link), place);
    else writeFileSync(place, entry, { flag: 'wx', mode: FILE_MODE });
  }

  /** A link's text: relative, since the kernel follows it from where it lies with us. */
  private target(path: string, link: string): string {
    const target = posix.resolve(dirname(path), link);
    if (link === '' || !this.prefixes.some((prefix) => isInside(target, prefix)))
      refuse(path, `the link leads to ${JSON.stringify(link)}, which is outside of all trees`);
    return link.startsWith('/') ? relative(dirname(path), target) : link;
  }

  /** Path of the contents of a path in a tree. @param inside bytes of the path, as latin-1 */
  placeOf(inside: string): Buffer {
    return Buffer.concat([Buffer.from(this.folder), Buffer.from(inside, 'latin1')]);
  }

  dispose(): void {
    if (this.folder !== '') removeTree(this.folder);
  }
}
