import { askBack } from './account-calls.ts';
import { leaveFor } from './leave-for.ts';

/** Ends acting in another's name and goes on as oneself. Rejects with ApiError. */
export const backToOwnAccount = async (): Promise<void> => leaveFor(await askBack());
