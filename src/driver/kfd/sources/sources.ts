// Where kernels come from: of the code at an address, the lines that the code object which a program's runtime has loaded there names, and
// the texts of these files. Asked for by who watches launches, and when one has failed; otherwise none of this is looked at.

import { ByteReader } from '../../../elf/bytes.js';
import { readElf } from '../../../elf/reader.js';
import { CodeObjectDebug } from '../../../hsa/debug-info.js';
import { type DebugInfo, NO_DEBUG_INFO } from '../../../source/debug-info.js';
import { GuestProcess } from './guest-process.js';
import { bytesOf, listOf, loadedObjects } from './loaded-objects.js';

/** Bytes of a file of source, and how many files of a kernel. */
const MOST_TEXT = 4 << 20;
const MOST_FILES = 256;

/** What has been read of an object. */
interface Read {
  readonly bytes: Buffer;
  readonly debug: CodeObjectDebug | undefined;
}

function debugOf(bytes: Buffer, uri: string): CodeObjectDebug | undefined {
  try {
    const elf = readElf(new ByteReader(bytes, uri));
    return elf.section('.debug_line') && new CodeObjectDebug(elf);
  } catch {
    // What is damaged says nothing; that the kernel runs does not depend on it.
    return undefined;
  }
}

/** Of one process. */
export class Sources {
  private readonly guest: GuestProcess;
  private list: bigint | undefined;
  private readonly objects = new Map<string, Read>();
  private readonly texts = new Map<string, string | undefined>();

  constructor(pid: number) {
    this.guest = new GuestProcess(pid);
  }

  /**
   * What is known of a stretch of code; nothing where it was built without -g, or by a runtime that keeps no list.
   *
   * @param address as kernels see it
   * @param size bytes
   */
  of(address: bigint, size: number): DebugInfo {
    this.list ??= listOf(this.guest);
    if (this.list === undefined) return NO_DEBUG_INFO;
    // The last one that begins below it.
    const below = loadedObjects(this.guest, this.list).filter(({ base }) => base <= address);
    const object = below.reduce((best, each) => (each.base > best.base ? each : best), below[0]!);
    if (!object) return NO_DEBUG_INFO;
    const debug = this.read(object.uri);
    if (!debug) return NO_DEBUG_INFO;
    const info = debug.of(Number(address - object.base), size);
    return info.lines.length === 0 ? NO_DEBUG_INFO : { ...info, sources: this.sources(info, debug.paths) };
  }

  private read(uri: string): CodeObjectDebug | undefined {
    const bytes = bytesOf(this.guest, uri);
    if (!bytes) return undefined;
    const known = this.objects.get(uri);
    // Memory may hold another object by now.
    if (known?.bytes.equals(bytes)) return known.debug;
    const debug = debugOf(bytes, uri);
    this.objects.set(uri, { bytes, debug });
    return debug;
  }

  private sources({ lines, sources }: DebugInfo, paths: ReadonlyMap<string, string>): Map<string, string> {
    const found = new Map(sources);
    for (const file of [...new Set(lines.map((line) => line.file))].slice(0, MOST_FILES)) {
      const text = found.has(file) ? undefined : this.text(paths.get(file) ?? file);
      if (text !== undefined) found.set(file, text);
    }
    return found;
  }

  private text(path: string): string | undefined {
    if (!path.startsWith('/')) return undefined;
    if (!this.texts.has(path)) this.texts.set(path, this.guest.wholeFile(path, MOST_TEXT)?.toString('utf8'));
    return this.texts.get(path);
  }
}
