// The rules of all opcodes by name. What has none is refused by its name.

import { ARITHMETIC_RULES } from './arithmetic.js';
import { ATOMIC_RULES } from './atomics.js';
import { BIT_RULES } from './bits.js';
import { COMPARISON_RULES } from './comparisons.js';
import { CONTROL_RULES } from './control.js';
import { CONVERSION_RULES } from './conversions.js';
import { DISPATCH_RULES } from './dispatch.js';
import { EXCEPTION_RULES } from './exception-flags.js';
import { FBARRIER_RULES } from './fbarriers.js';
import { IMAGE_RULES } from './images.js';
import type { RuleTable } from './instruction.js';
import { LANE_RULES } from './lanes.js';
import { MACHINE_RULES } from './machine-queries.js';
import { MEMORY_RULES } from './memory.js';
import { MOVE_RULES } from './moves.js';
import { NATIVE_RULES } from './native-floats.js';
import { SIGNAL_RULES } from './signals.js';

export const RULES: RuleTable = {
  ...ARITHMETIC_RULES,
  ...ATOMIC_RULES,
  ...BIT_RULES,
  ...COMPARISON_RULES,
  ...CONTROL_RULES,
  ...CONVERSION_RULES,
  ...DISPATCH_RULES,
  ...EXCEPTION_RULES,
  ...FBARRIER_RULES,
  ...IMAGE_RULES,
  ...LANE_RULES,
  ...MACHINE_RULES,
  ...MEMORY_RULES,
  ...MOVE_RULES,
  ...NATIVE_RULES,
  ...SIGNAL_RULES,
};
