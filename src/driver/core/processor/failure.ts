// Why a launch fails where it is no fault of the kernel's: something that it cannot have, which is said, or a defect of
// ours.

import { AtollError, describeError } from '../../../util/errors.js';

export function failureOf(error: unknown): string {
  if (error instanceof AtollError && error.code !== 'INTERNAL') return describeError(error);
  return `defect of Atoll: ${error instanceof Error ? error.stack : String(error)}`;
}
