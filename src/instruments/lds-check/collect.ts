// The check of LDS accesses as an instrument of a run: its worker prints what it finds at once.

import type { Instrument } from '../instrument.js';

export const createInstrument = (): Instrument => ({ name: 'lds-check', worker: { builtIn: 'lds-check' } });
