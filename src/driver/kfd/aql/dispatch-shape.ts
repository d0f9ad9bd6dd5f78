// Sizes of a dispatch that need no launch: those without work-items, and those that the packet processor refuses.
// Source: HSA Platform System Architecture Specification 1.2, 2.9.6; HSA Foundation's runtime conformance suite.

import type { AqlDispatch } from './packet.js';

/** `empty` is complete at once; `invalid` is an error of the queue. */
export type DispatchShape = 'launch' | 'empty' | 'invalid';

export function shapeOf({ dimensions, group, grid }: AqlDispatch): DispatchShape {
  if (dimensions === 0) return 'invalid';
  if (grid.slice(0, dimensions).includes(0)) return 'empty';
  return group.slice(0, dimensions).includes(0) ? 'invalid' : 'launch';
}
