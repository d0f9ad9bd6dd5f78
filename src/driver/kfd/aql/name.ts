/** The name by which a process asks for its queues. */
export const AQL = 'aql';
