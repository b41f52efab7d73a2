import type { ServerModule } from '../../engine/public.ts';
import { beginScan, followLikeness } from './duplicates.ts';
import { followMerging, followWaiting, resumeMerges, waitingTopic } from './follow-merge.ts';
import { mergeCalls, type PersonChanged } from './merge-calls.ts';
import { mergingTopic } from './merge-clients.ts';
import { mergeTexts } from './texts.ts';

export const mergeModule = (parts: { readonly personChanged: PersonChanged }): ServerModule => ({
  name: 'merge',
  texts: [mergeTexts],
  calls: mergeCalls(parts.personChanged),
  follow: { ...followLikeness, [mergingTopic]: followMerging, [waitingTopic]: followWaiting },
  // A batch of readings is a transaction's work.
  work: { [mergingTopic]: 8000 },
  provision: async (ctx) => {
    await beginScan(ctx);
    await resumeMerges(ctx);
  },
});
