// The engines by name, for `--engine`.

import type { Engine, GpuMemory } from './emulator/index.js';
import { createInterpreter } from './emulator/index.js';
import { AtollError } from './util/errors.js';

export const ENGINE_NAMES = ['interp'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

/** @throws AtollError BAD_OPTION for an unknown name */
export function createEngine(name: EngineName, memory: GpuMemory): Engine {
  if (name === 'interp') return createInterpreter(memory);
  throw new AtollError('BAD_OPTION', `unknown engine '${name}'`, `engines: ${ENGINE_NAMES.join(', ')}`);
}
