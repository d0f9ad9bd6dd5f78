// The passes between the two clang processes, in order: over the optimised input IR of code generation.

import type { IrTextModule } from '../ir/module.js';
import { absentInputs } from './absent-inputs.js';
import { ballots } from './ballots.js';
import { debugValues } from './debug-values.js';
import { dotProducts } from './dot-products.js';
import { f64Rounding } from './f64-rounding.js';
import { kernelCopies } from './kernel-copies.js';
import { legacyMinmax } from './legacy-minmax.js';
import { mergedCarries } from './merged-carries.js';
import { negatedSelects, zeroSelects } from './minmax-selects.js';
import { narrowQuotients } from './narrow-quotients.js';
import { nullCasts } from './null-casts.js';
import { orAllOnes } from './or-all-ones.js';
import { ownExtremes } from './own-extremes.js';
import { type IrPass, runPasses } from './pass.js';
import { temporalDivergence } from './temporal-divergence.js';
import { unsignedDivisions } from './unsigned-divisions.js';
import { vectorNegations } from './vector-negations.js';

/**
 * All but `joins`, which runs in the middle of code generation (clang/code-halves.ts), and `vectors` and `strides`,
 * which are flags of the second process (private-arrays.ts, private-strides.ts).
 */
export const OPTIMISED_IR_PASSES: readonly IrPass[] = [
  debugValues,
  kernelCopies,
  absentInputs,
  f64Rounding,
  ownExtremes,
  legacyMinmax,
  negatedSelects,
  zeroSelects,
  unsignedDivisions,
  narrowQuotients,
  vectorNegations,
  orAllOnes,
  temporalDivergence,
  nullCasts,
  mergedCarries,
  dotProducts,
  ballots,
];

/** The input of the second process. */
export const patchIr = (module: IrTextModule, version: number): IrTextModule =>
  runPasses(OPTIMISED_IR_PASSES, module, version);
