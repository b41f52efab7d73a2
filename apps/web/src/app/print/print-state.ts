/** What the page can be taken for by whoever prints it: still loading, complete, or without its document. */
export type PrintState = 'waiting' | 'ready' | 'absent' | 'failed';

/** On parts of a document that could not be loaded, so that it is not taken for complete. */
export const failedMark = 'data-failed';
