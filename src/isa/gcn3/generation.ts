/** Differences between the two generations. */
export interface Generation {
  readonly gfx9: boolean;
}
