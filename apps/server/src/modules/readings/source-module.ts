import { randomBytes } from 'node:crypto';
import { ingestSource } from '@kangmai/model';
import { implement } from '../../crud/implement.ts';
import { invalid } from '../../platform/errors.ts';
import { asSaved } from '../as-saved.ts';

const overlapMs = 86_400_000;
const newKey = (): string => randomBytes(32).toString('base64url');

const namesDevices = (list: unknown, prefix: string | null | undefined): boolean => (Array.isArray(list) && list.length > 0) || Boolean(prefix);

/** Sources of readings: what they may deliver, and their keys, which are shown once. */
export const ingestSourceModule = implement(ingestSource, {
  beforeSave(ctx, draft, current) {
    const { imeiList, imeiPrefix, authentication, ipAllow } = asSaved<typeof draft>(draft, current);
    if (!namesDevices(imeiList, imeiPrefix)) throw invalid('imeiList', 'source.needs-devices');
    if (authentication === 'bearer' && !ipAllow) throw invalid('ipAllow', 'source.needs-addresses');
    if (!current) Object.assign(draft, { apiKey: newKey() });
  },
  actions: {
    rotateKey: async (ctx, { id }) => {
      const row = await ctx.repo(ingestSource).lock(id);
      const key = newKey();
      await ctx.repo(ingestSource).update(id, { apiKey: key, previousApiKey: row.apiKey, previousApiKeyUntil: new Date(ctx.now().getTime() + overlapMs) });
      return { id, apiKey: row.authentication === 'bearer' ? `${row.sourceCode}.${key}` : key };
    },
  },
});
