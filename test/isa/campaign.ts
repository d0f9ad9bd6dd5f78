// How much the random tests of this folder do. ATOLL_LONG=1 (npm run test:long) makes them campaigns; ATOLL_SEED
// repeats one.

/** A count for an ordinary run and one for a campaign. */
export const count = (ordinary: number, campaign: number): number =>
  process.env['ATOLL_LONG'] === '1' ? campaign : ordinary;

export const SEED = Number(process.env['ATOLL_SEED'] ?? 1);
