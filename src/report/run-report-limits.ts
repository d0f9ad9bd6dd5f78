// Constants of the run report, apart from its schema: writers of a report need not load the validation.

export const RUN_REPORT_SCHEMA = 1;
/** Longer lists of launches are cut, so that a program with millions of them still gets a report. */
export const MAX_LAUNCHES_LISTED = 10_000;
/** Lines of a kernel: of more, those that most was executed for. */
export const MAX_LINES_LISTED = 5000;
