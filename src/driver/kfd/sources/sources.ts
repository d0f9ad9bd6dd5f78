// Sources of kernels: for the code at an address, the lines that its code object in the program's runtime names, and
// the texts of these files. Used by observers of launches and after a failed launch; otherwise none of this is read.

import { ByteReader } from '../../../elf/bytes.js';
import { readElf } from '../../../elf/reader.js';
import { type CodeObjectDebug, debugOf, type KernelSymbol } from '../../../hsa/debug-info.js';
import { BRIG_SECTION } from '../../../hsail/load/descriptor.js';
import { hsailKernels } from '../../../hsail/load/on-demand.js';
import type { KernelArgument } from '../../../launch/argument.js';
import type { KernelImage } from '../../../launch/image.js';
import { type DebugInfo, NO_DEBUG_INFO } from '../../../source/debug-info.js';
import { isNonEmpty } from '../../../util/required.js';
import { kernelArguments } from './arguments.js';
import { GuestProcess } from './guest-process.js';
import { bytesOf, listOf, loadedObjects } from './loaded-objects.js';
import { unreachableText } from './unreachable.js';

/** Bytes of a file of source, and how many files of a kernel. */
const MAX_TEXT = 4 << 20;
const MAX_FILES = 256;

/** Parsed data of an object file. */
interface ObjectFile {
  readonly bytes: Buffer;
  readonly debug: CodeObjectDebug | undefined;
  /** Its code is HSAIL: by the place of each kernel in the object. */
  readonly hsail: ReadonlyMap<number, KernelImage>;
}

function debugIn(bytes: Buffer, uri: string): CodeObjectDebug | undefined {
  try {
    return debugOf(readElf(new ByteReader(bytes, uri)));
  } catch {
    // A damaged object yields no sources; the kernel runs without them.
    return undefined;
  }
}

/** Kernels of an object whose code is HSAIL. */
function hsailOf(bytes: Buffer, uri: string): ReadonlyMap<number, KernelImage> {
  try {
    const elf = readElf(new ByteReader(bytes, uri));
    const [modules, text] = [elf.section(BRIG_SECTION), elf.section('.text')];
    if (!modules || !text) return new Map();
    const kernels = hsailKernels(elf.contents(modules).bytes);
    return new Map(kernels.map(({ offset, image }) => [text.address + offset, image]));
  } catch {
    // As above.
    return new Map();
  }
}

/** Of one process. */
export class PageSources {
  private readonly guest: GuestProcess;
  private list: bigint | undefined;
  private readonly objects = new Map<string, ObjectFile>();
  private readonly texts = new Map<string, string | undefined>();

  constructor(pid: number) {
    this.guest = new GuestProcess(pid);
  }

  /**
   * Debug information of a stretch of code; empty where it was built without -g, or by a runtime that keeps no list.
   *
   * @param address as kernels see it
   * @param size bytes
   * @param kernel whose variables are needed, too
   */
  of(address: bigint, size: number, kernel?: KernelSymbol): DebugInfo {
    const object = this.objectAt(address);
    const hsail = object?.read?.hsail.get(object.offset);
    if (hsail) return hsail.debug;
    const debug = object?.read?.debug;
    if (!debug) return NO_DEBUG_INFO;
    const info = debug.of(object.offset, size, kernel);
    return info.lines.length === 0 ? NO_DEBUG_INFO : { ...info, sources: this.sources(info, debug.paths) };
  }

  /**
   * Arguments of a kernel; none where its object does not describe them.
   *
   * @param address of the code that `debug` describes
   */
  argumentsOf(address: bigint, debug: DebugInfo, { entry }: KernelSymbol): readonly KernelArgument[] {
    const object = this.objectAt(address);
    if (!object?.read) return [];
    const hsail = object.read.hsail.get(object.offset + entry);
    if (hsail) return hsail.signature.arguments;
    try {
      return kernelArguments(object.read.bytes, object.offset + entry, debug, entry);
    } catch {
      // A damaged object yields none, as above.
      return [];
    }
  }

  /** A line for a fault at an address that is the program's own memory. */
  unreachable(address: bigint): string | undefined {
    return unreachableText(this.guest, address);
  }

  /** The loaded object that an address is in, and where. */
  private objectAt(address: bigint): { readonly read: ObjectFile | undefined; readonly offset: number } | undefined {
    this.list ??= listOf(this.guest);
    if (this.list === undefined) return undefined;
    // The last one that begins below it.
    const below = loadedObjects(this.guest, this.list).filter(({ base }) => base <= address);
    if (!isNonEmpty(below)) return undefined;
    const object = below.reduce((best, each) => (each.base > best.base ? each : best));
    return { read: this.read(object.uri), offset: Number(address - object.base) };
  }

  private read(uri: string): ObjectFile | undefined {
    const bytes = bytesOf(this.guest, uri);
    if (!bytes) return undefined;
    const object = this.objects.get(uri);
    // Memory may hold another object by now.
    if (object?.bytes.equals(bytes)) return object;
    const read = { bytes, debug: debugIn(bytes, uri), hsail: hsailOf(bytes, uri) };
    this.objects.set(uri, read);
    return read;
  }

  private sources({ lines, sources }: DebugInfo, paths: ReadonlyMap<string, string>): Map<string, string> {
    const all = new Map(sources);
    for (const file of [...new Set(lines.map((line) => line.file))].slice(0, MAX_FILES)) {
      const text = all.has(file) ? undefined : this.text(paths.get(file) ?? file);
      if (text !== undefined) all.set(file, text);
    }
    return all;
  }

  private text(path: string): string | undefined {
    if (!path.startsWith('/')) return undefined;
    if (!this.texts.has(path)) this.texts.set(path, this.guest.wholeFile(path, MAX_TEXT)?.toString('utf8'));
    return this.texts.get(path);
  }
}
