import { figures, type FigureName } from '@kangmai/model/figures';
import { checkFigure, type Figure } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, call, type Call, figuresFor, type ServerModule, type Services, whole } from '../../engine/public.ts';

const names = Object.keys(figures) as [FigureName, ...FigureName[]];
const most = 30;

const figureOutput = z.object({
  name: z.string(),
  value: z.number(),
  isCapped: z.boolean(),
  parts: arrayOf(z.object({ code: z.union([z.string(), whole]), value: z.number(), isCapped: z.boolean() })),
});

const wanted = z
  .string()
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(z.enum(names)).min(1).max(most));

const figuresCall: Call = call({
  wire: 'GET Figures/GetFigures',
  title: '统计数字',
  permission: 'signed-in',
  input: z.object({ names: wanted }),
  output: z.object({ items: arrayOf(figureOutput) }),
  async run(ctx, input) {
    const found = await figuresFor(
      ctx,
      input.names.map((name) => figures[name]),
    );
    return { items: found.map(({ key, ...counted }) => ({ name: key, ...counted })) };
  },
});

/** Figures of homes and overviews, each of the rows that its reader may list; others are left out. */
export function figuresModule(services: Services): ServerModule {
  for (const one of Object.values<Figure>(figures)) checkFigure(services.model.byName(one.of), one);
  return { name: 'figures', calls: [figuresCall] };
}
