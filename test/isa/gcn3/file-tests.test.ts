// Runs the file tests test/isa/gcn3/*.s for their chips, and those of Southern Islands that mean the same here, on every engine that
// runs in this process's own code.

import { loadIsa } from '../../../src/isa/load-isa.js';
import { ENGINES, EngineDriver } from '../engine.js';
import { casesOf, defineFileTests, sharedCases } from '../file-tests.js';
import { createJitDriver } from '../launch-driver.js';

const chips = await Promise.all(['gfx803', 'gfx900', 'gfx906'].map(loadIsa));

defineFileTests(
  [...ENGINES.map((make) => new EngineDriver(make)), createJitDriver()],
  [...casesOf('gcn3/', chips), ...chips.slice(0, 2).flatMap(sharedCases)],
);
