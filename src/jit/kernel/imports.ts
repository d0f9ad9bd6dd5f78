// Imports of a compiled module, in the order in which both compilers see them.

import { IMPORTS } from '../memory/access-functions.js';
import type { ImportedFunction } from '../wasm/module-code.js';
import { DRAIN } from './machine.js';

const RECORDING: readonly ImportedFunction[] = [...IMPORTS, { name: DRAIN, signature: { params: [], results: [] } }];

/** @param records whether the code records what it does */
export const importsOf = (records: boolean): readonly ImportedFunction[] => (records ? RECORDING : IMPORTS);
