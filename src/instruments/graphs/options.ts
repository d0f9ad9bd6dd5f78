// Measured dataflow graphs have no option: reports and timelines have them.

/** The options that select the instrument. */
export const selectedBy = ['trace', 'report', 'reportJson'] as const;

export const options = {} as const;
