// The processor's own treatment of denormals, for engines under test.

import { loadNative } from '../../src/host/native.js';
import { DenormalSwitch } from '../../src/jit/engine/denormals.js';

export const denormals = new DenormalSwitch((on) => loadNative().setDenormalsAreZero(on));
