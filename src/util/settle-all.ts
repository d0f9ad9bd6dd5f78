// Several things to be done, none of which is left undone because another one went wrong.

import { AtollError } from './errors.js';
import { elementOf } from './required.js';

/**
 * Does all of them, in order.
 * @throws when all were tried, what one has thrown; where several of our errors were thrown, one that says what all of
 * them say
 */
export async function attemptAll(actions: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const action of actions)
    try {
      await action();
    } catch (error) {
      errors.push(error);
    }
  const [first, ...others] = errors;
  if (first === undefined) return;
  if (others.length === 0) throw first;
  const strange = errors.find((error) => !(error instanceof AtollError));
  if (strange !== undefined) throw strange;
  const ours = errors.filter((error) => error instanceof AtollError);
  const { code, hint } = elementOf(ours, 0, 'error');
  throw new AtollError(code, ours.map(({ message }) => message).join('\natoll: '), hint);
}
