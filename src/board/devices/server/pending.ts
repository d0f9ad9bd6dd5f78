/** A call that is under way. */
export interface Pending {
  /** The program does not wait for it any more. */
  cancelled: boolean;
}
