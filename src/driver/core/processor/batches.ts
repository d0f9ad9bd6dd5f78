// How many work-groups a thread takes from a launch's counter at a time.

/**
 * Few enough that the last ones are shared evenly. A launch of many takes more of them, because compiled code runs them without coming back.
 */
export const GROUPS_AT_MOST = 64;
const SHARES = 128;

/** @param total work-groups of the launch */
export const groupsAtATime = (total: number): number =>
  Math.max(1, Math.min(GROUPS_AT_MOST, Math.floor(total / SHARES)));
