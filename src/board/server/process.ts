// The process of one connection: what it is to do stands in its environment, the connection is its descriptor 3.

import { CONNECTION_FD, DEVICES_VARIABLE, PLATFORM_VARIABLE, TOKEN_VARIABLE } from '../start.js';
import { serve } from './serve.js';

const { [TOKEN_VARIABLE]: token = '', [PLATFORM_VARIABLE]: platform, [DEVICES_VARIABLE]: list } = process.env;
const devices = list === undefined ? undefined : (JSON.parse(list) as string[]);
// What the device's driver starts is not to know them.
delete process.env[TOKEN_VARIABLE];
delete process.env[PLATFORM_VARIABLE];
delete process.env[DEVICES_VARIABLE];
serve(CONNECTION_FD, { token, platform, devices });
