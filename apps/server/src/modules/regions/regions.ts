import { z } from 'zod';
import { call, isTold, regions, type ServerModule } from '../../engine/public.ts';

const regionList = call({
  wire: 'GET Region/GetAll',
  title: '行政区划（选择用）',
  permission: 'signed-in',
  input: z.object({}),
  etag: true,
  detached: true,
  output: z.object({
    items: z.array(
      z.object({ code: z.string(), name: z.string(), pinyin: z.string(), isNominal: z.literal(true).optional() }),
    ),
  }),
  run: () =>
    Promise.resolve({
      items: regions.map((region) => ({
        code: region.code,
        name: region.name,
        pinyin: region.pinyinInitials,
        ...(!isTold(region) && { isNominal: true as const }),
      })),
    }),
});

/** The divisions of the country down to the county: equal for every tenant, so forms of every area may read them. */
export const regionsModule: ServerModule = { name: 'regions', calls: [regionList] };
