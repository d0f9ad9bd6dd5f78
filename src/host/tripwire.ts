// Pages that a guest only writes to ring. While nobody looks they are taken away, by making the file shorter; the guest's touch, which its
// tracer sees before the guest does, gives them back and wakes who sleeps. So ringing is a plain store for a guest whose device is awake, and
// a device that sleeps costs nothing.

export interface Tripwire {
  /** Where the file's pages begin that may be taken; they go to its end. Nothing of ours may map them. */
  readonly from: number;
  /** One word: see TRIPWIRE. */
  readonly word: SharedArrayBuffer;
}

export const TRIPWIRE_BYTES = 4;

/** States of the word, which is a futex. Who takes the pages writes `taken` before; who gives them back writes `open` after, and wakes. */
export const TRIPWIRE = {
  /** Guests that nobody traces would see a fault: nothing may be taken. */
  absent: 0,
  open: 1,
  taken: 2,
} as const;
