// The MODE register: fields that only instructions look at. Sources: "Southern Islands Series Instruction Set
// Architecture",
// "MODE Register"; CLRX's GcnState.

/** First bit of the depth of the stack of forks (three bits). */
export const CONTROL_STACK_BIT = 29;
