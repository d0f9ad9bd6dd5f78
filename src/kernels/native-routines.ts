// Machine code of image routines, by shape: on disk under names of their own, since many kernels use the same ones.
import { emitRoutine } from '../jit/image/routine.js';
import type { ImageAccessShape } from '../jit/image/shape.js';
import type { RoutineCode } from '../jit/image/site.js';
import { packModule } from '../jit/wasm/packed.js';
import { FileCache } from '../util/file-cache.js';
import { KEPT_LIMIT, keptFolder } from './kernel-store.js';
import { translationFileKey } from './translations.js';

/** Routines that are kept in mind: programs use a few formats and samplers. */
const KEPT = 256;
/** Interval of the search for a requested routine. */
const INTERVAL_MS = 50;

interface RoutineHeader {
  /** Owner of the routine. */
  readonly by: string;
}

/** Sources of the routines in a cache folder, of all users. */
export const routineFiles = (cacheDir: string): FileCache<RoutineHeader> =>
  new FileCache(keptFolder(cacheDir), '.routine', KEPT_LIMIT);

interface RoutineEntry {
  readonly code?: RoutineCode;
  /** When to look for it again. */
  readonly next: number;
}

/** Those of one translator. */
export class NativeRoutines {
  private readonly routines = new Map<string, RoutineEntry>();
  private readonly files: FileCache<RoutineHeader>;

  /**
   * @param load gives the machine code of a file of this name, if there is some
   * @param request requests the routine
   */
  constructor(
    cacheDir: string,
    private readonly by: string,
    private readonly load: (name: string) => RoutineCode | undefined,
    private readonly request: (name: string) => void,
  ) {
    this.files = routineFiles(cacheDir);
  }

  /** Requests it where there is none. */
  get(shape: ImageAccessShape): RoutineCode | undefined {
    const key = JSON.stringify(shape);
    const before = this.routines.get(key);
    if (before?.code) return before.code;
    const now = performance.now();
    if (before && now < before.next) return undefined;
    const code = this.load(this.nameOf(shape));
    if (!code && !before) this.request(this.keep(shape));
    if (!before && this.routines.size >= KEPT) this.routines.clear();
    this.routines.set(key, code ? { code, next: now } : { next: now + INTERVAL_MS });
    return code;
  }

  /** Leaves on disk what a routine is made from. @returns name of its file */
  keep(shape: ImageAccessShape): string {
    const name = this.nameOf(shape);
    const { by, files } = this;
    if (!files.has(name)) files.put(name, { header: { by }, binary: packModule(emitRoutine(shape)) });
    return name;
  }

  private nameOf(shape: ImageAccessShape): string {
    return translationFileKey(this.by, `routine ${JSON.stringify(shape)}`);
  }
}
