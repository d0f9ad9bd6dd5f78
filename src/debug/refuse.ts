// Refusals of the debugger: the error of a command that cannot be done.

import { AtollError } from '../util/errors.js';

/** @throws AtollError BAD_INPUT */
export const refuse = (text: string): never => {
  throw new AtollError('BAD_INPUT', text);
};
