// Machine code of image routines, by shape: on disk under names of their own, since many kernels use the same ones.

import { join } from 'node:path';
import { emitRoutine } from '../jit/image/routine.js';
import type { ImageShape } from '../jit/image/shape.js';
import type { RoutineCode } from '../jit/image/site.js';
import { packModule } from '../jit/wasm/packed.js';
import { FileCache } from '../util/file-cache.js';
import { translationFileKey } from './translations.js';

const LIMIT = 256 << 20;
/** Routines that are kept in mind: programs use a few formats and samplers. */
const KEPT = 256;
/** How often is looked whether one is there that has been asked for, in ms. */
const INTERVAL = 50;

/** What routines in a cache folder are made from, whoever's. */
export const routineFiles = (cacheDir: string): FileCache<{ readonly by: string }> =>
  new FileCache(join(cacheDir, 'kernels'), '.routine', LIMIT);

interface Known {
  readonly code?: RoutineCode;
  /** When to look for it again. */
  readonly next: number;
}

/** Those of one translator. */
export class NativeRoutines {
  private readonly known = new Map<string, Known>();

  /**
   * @param load gives the machine code of a file of this name, if there is some
   * @param ask asks for it
   */
  constructor(
    private readonly cacheDir: string,
    private readonly by: string,
    private readonly load: (name: string) => RoutineCode | undefined,
    private readonly ask: (name: string) => void,
  ) {}

  /** Asks for it where there is none. */
  get(shape: ImageShape): RoutineCode | undefined {
    const key = JSON.stringify(shape);
    const before = this.known.get(key);
    if (before?.code) return before.code;
    const now = performance.now();
    if (before && now < before.next) return undefined;
    const name = translationFileKey(this.by, `routine ${key}`);
    const code = this.load(name);
    if (!code && !before) this.want(name, shape);
    if (!before && this.known.size >= KEPT) this.known.clear();
    this.known.set(key, code ? { code, next: now } : { next: now + INTERVAL });
    return code;
  }

  private want(name: string, shape: ImageShape): void {
    routineFiles(this.cacheDir).put(name, { header: { by: this.by }, binary: packModule(emitRoutine(shape)) });
    this.ask(name);
  }
}
