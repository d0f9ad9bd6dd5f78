/** The name by which a process requests its queues. */
export const AQL = 'aql';
