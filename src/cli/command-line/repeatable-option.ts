// An option that may be given several times.

export const several = (value: string, list: readonly string[] = []): readonly string[] => [...list, value];
