// The instrument of time: loaded on request only.

export { OneLaunchRecorder } from '../timing/records/one-launch.js';
export { TimedLaunches } from '../timing/timed-launches.js';
