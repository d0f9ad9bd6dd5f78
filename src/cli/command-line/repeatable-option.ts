// A repeatable option: collects its values.

export const several = (value: string, list: readonly string[] = []): readonly string[] => [...list, value];
