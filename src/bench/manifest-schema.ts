// The manifest's form as JSON Schema, for editors: benchmarks/manifest.schema.json.

import { z } from 'zod';
import { manifestSchema } from './manifest.js';

export const manifestJsonSchema = (): string =>
  `${JSON.stringify(z.toJSONSchema(manifestSchema, { io: 'input' }), null, 2)}\n`;
