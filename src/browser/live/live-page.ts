// The state of the live view: what the server has sent last, and what is shown of it.

import type { Inspection, LaneType, LiveState, WavefrontLine } from '../../serve/protocol.js';

interface LivePage {
  /** The last state; null before the first. */
  now: LiveState | null;
  isConnected: boolean;
  /** The wavefront that is selected, and its contents. */
  chosen: WavefrontLine | null;
  shown: Inspection | null;
  laneType: LaneType;
}

export const page: LivePage = { now: null, isConnected: false, chosen: null, shown: null, laneType: 'hex' };
