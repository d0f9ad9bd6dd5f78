// The cases of GCN3's and GFX9's file tests: their own, and those of Southern Islands that other definitions execute
// here.

import { loadIsa } from '../../../src/isa/load-isa.js';
import { type Case, casesOf, sharedCases } from '../file-tests.js';

const [gfx803, gfx900, gfx906] = await Promise.all([loadIsa('gfx803'), loadIsa('gfx900'), loadIsa('gfx906')]);

export const CHIPS = [gfx803, gfx900, gfx906] as const;

export const ownCases = (): readonly Case[] => casesOf('gcn3/', [[gfx803], [gfx900, gfx906]]);
/** Each for one chip alone. */
export const casesOnce = (): readonly Case[] => casesOf('gcn3/', [[gfx900, gfx906, gfx803]]);
export const gcn3Cases = (): readonly Case[] => [...ownCases(), ...[gfx803, gfx900].flatMap(sharedCases)];
