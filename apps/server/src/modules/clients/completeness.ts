import { table } from '../../engine/public.ts';

/** The divisions of the country, of no tenant. */
export const regionTable = table('region', { code: 'text' });

/** What stands for a region that nobody has told yet; only a potential client may have it. */
export const unknownRegion = '000000';
