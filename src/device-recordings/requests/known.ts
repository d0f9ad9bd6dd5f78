// The requests that are known, of a node.

import { ATOLL } from './atoll.js';
import { LINUX } from './linux.js';
import { encodedSchema, type RequestSchema } from './schema.js';

const OWN = /^\/dev\/atoll\d+$/;

/** What is known of a request; of one that nobody has described, what its number says. */
export const schemaOf = (path: string, request: number): RequestSchema =>
  (OWN.test(path) ? ATOLL : LINUX).get(request) ?? encodedSchema(request);
