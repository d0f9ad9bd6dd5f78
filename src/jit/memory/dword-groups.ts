// Dwords of one access of a lane, each with separate address and bounds. If they are consecutive, hardware transfers
// all of them at once, and so does compiled code: another work-group never observes a part.

/** Groups of an instruction's dwords that may be one access: all four of them, or two and two. */
export const groupsOf = <T>(dwords: readonly T[]): readonly (readonly T[])[] => {
  if (dwords.length === 4) return [dwords];
  return dwords.flatMap((_, at) => (at % 2 === 0 ? [dwords.slice(at, at + 2)] : []));
};

/** The next smaller groups of a group that is not one access. */
export const halvesOf = <T>(group: readonly T[]): readonly (readonly T[])[] => [
  group.slice(0, group.length / 2),
  group.slice(group.length / 2),
];
