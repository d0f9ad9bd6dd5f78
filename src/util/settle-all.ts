// Several things to be done, none of which is left undone because another one went wrong.

import { AtollError } from './errors.js';

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
  const [first] = errors;
  if (errors.length < 2) {
    if (first !== undefined) throw first;
    return;
  }
  const strange = errors.find((error) => !(error instanceof AtollError));
  if (strange !== undefined) throw strange;
  const ours = errors as AtollError[];
  throw new AtollError(ours[0]!.code, ours.map(({ message }) => message).join('\natoll: '), ours[0]!.hint);
}
