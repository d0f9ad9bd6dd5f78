// Description of an invalid part of a file, in one line.

import { z } from 'zod';
import { describeError } from '../util/errors.js';

/** Throws the text of what is wrong, with the place in the file. */
export type RefuseFile = (text: string) => never;

/** Errors of a schema, by field. */
function mistakes(error: z.ZodError): string {
  const [first] = error.issues;
  return `${first?.path.join('.') || 'the header'}: ${first?.message}`;
}

/** Errors of JSON and of nesting too deep have a message, and a stack that does not concern the user. */
const describeText = (error: unknown): string =>
  firstLine(error instanceof Error && error.name !== 'AtollError' ? error.message : describeError(error));

const firstLine = (text: string): string => text.replace(/\n.*$/s, '');

/** Does something with what a file says; what goes wrong then is refused. */
export function attempt<T>(refuse: RefuseFile, action: () => T): T {
  try {
    return action();
  } catch (error) {
    return refuse(error instanceof z.ZodError ? mistakes(error) : describeText(error));
  }
}
