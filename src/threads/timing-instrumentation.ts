// What watches time: loaded only where that is asked for.

export { OneLaunchRecorder } from '../timing/records/one-launch.js';
export { TimedLaunches } from '../timing/timed-launches.js';
