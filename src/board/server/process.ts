// The process of one connection: the peer that was let in stands in its environment, the connection is its descriptor
// 3.

import { ADMITTED_VARIABLE, CONNECTION_FD } from '../start.js';
import type { AdmittedClient } from './handshake-server.js';
import { serve } from './serve.js';

const { [ADMITTED_VARIABLE]: text } = process.env;
const admitted = text === undefined ? undefined : (JSON.parse(text) as AdmittedClient);
// Processes that the device's driver starts must not inherit it.
delete process.env[ADMITTED_VARIABLE];
serve(CONNECTION_FD, admitted);
