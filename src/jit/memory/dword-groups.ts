// Dwords of one access of a lane, each with an address and bounds of its own. Where they lie side by side, hardware
// moves all of them at once, and so does compiled code: another work-group never sees a part.

/** Which dwords of an instruction may be one access: all four of them, or two and two. */
export const groupsOf = <T>(dwords: readonly T[]): readonly (readonly T[])[] => {
  if (dwords.length === 4) return [dwords];
  return dwords.flatMap((_, at) => (at % 2 === 0 ? [dwords.slice(at, at + 2)] : []));
};

/** What is tried next of a group that is not one access. */
export const halvesOf = <T>(group: readonly T[]): readonly (readonly T[])[] => [
  group.slice(0, group.length / 2),
  group.slice(group.length / 2),
];
