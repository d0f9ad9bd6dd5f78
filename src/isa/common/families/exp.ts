// EXP: exports to the fixed-function pipeline, which compute has not. Manual: "Export Instructions".

import { exp } from '../family.js';

export const EXP = exp({
  exp: [
    0,
    'export four values to a render target, position or parameter',
    () => [{ kind: 'unsupported', reason: 'exports need a graphics pipeline: there are no render targets in compute' }],
    { dwords: { S0: 1, S1: 1, S2: 1, S3: 1 } },
  ],
});
