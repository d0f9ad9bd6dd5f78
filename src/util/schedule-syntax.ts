// The words of `--schedule`, which options, recordings and the threads that execute have in common.

/**
 * `even`: as hardware behind barriers. `long`: one after the other, for as long as possible. `random:SEED`: as a number
 * decides.
 */
export const SCHEDULES = ['even', 'long'] as const;
export const RANDOM_SCHEDULE = { pattern: /^random:\d{1,9}$/, name: 'random:SEED' } as const;
