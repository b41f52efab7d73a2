/** The state of the page, for programs that print it. */
export type PrintState = 'waiting' | 'ready' | 'absent' | 'failed';

/** On parts of a document that could not be loaded, so that it is not taken for complete. */
export const failedMark = 'data-failed';
