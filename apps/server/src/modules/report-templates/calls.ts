import { weekStartOf } from '@kangmai/domain';
import { reportKinds, reportTemplate } from '@kangmai/model';
import { documentOf } from '@kangmai/model/documents';
import { type Document, permissionsOfCall, type Row } from '@kangmai/resource';
import { z } from 'zod';
import { requireAny } from '../../access/ctx.ts';
import { inTenant, type Surroundings } from '../../access/in-tenant.ts';
import {
  call,
  type Call,
  type CallCtx,
  type PlanOf,
  type Services,
  whole,
  withRepositories,
} from '../../engine/public.ts';
import { invalid, notAllowed, notFound } from '../../platform/errors.ts';
import { pdfFile, type PdfMaker } from '../documents/public.ts';

type Template = Row<typeof reportTemplate>;

export interface TemplateParts {
  readonly services: Services;
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly maker: PdfMaker;
}

const key = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

function documentOfKind(kind: string): Document {
  const document = documentOf(kind);
  if (!document) throw notAllowed('document.unknown');
  return document;
}

const addressOf = (template: Template, id: number): string => `/print/${template.kind}/${id}?template=${template.id}`;

async function sampleOf(ctx: CallCtx, { of, period }: Document): Promise<number> {
  const resource = ctx.model.byName(of);
  requireAny(ctx, permissionsOfCall(resource, 'edit'));
  const { of: span = null } = period ?? {};
  if (span === 'month') return Number(ctx.today().slice(0, 7).replace('-', ''));
  if (span === 'week') return Number(weekStartOf(ctx.today()).replaceAll('-', ''));
  const [row] = await ctx.rows(resource).find({ sort: '-id', take: 1 });
  if (!row) throw notAllowed('report-template.no-sample');
  return row.id;
}

const templateOutput = z.object({
  id: whole,
  paper: z.enum(['A4', 'A5', 'roll']),
  header: z.string().nullable(),
  content: z.string().nullable(),
  footer: z.string().nullable(),
  logo: z.string().nullable(),
});

const shownOf = ({ id, paper, head, words, foot, logo }: Template): z.output<typeof templateOutput> => ({
  id,
  paper: paper === 'ticket' ? 'roll' : paper,
  header: head,
  content: words,
  footer: foot,
  logo,
});

/** What a paper is printed with: the asked template of its kind, else the default one, else none; beside the others. */
const forPrint = call({
  wire: 'GET ReportTemplates/GetForPrint',
  title: '打印用的报告模板',
  permission: 'signed-in',
  resource: reportTemplate,
  input: z.object({ paperKey: z.string().max(60), id: key.optional() }),
  output: z.object({
    template: templateOutput.nullable(),
    choices: z.array(z.object({ id: whole, name: z.string() })),
  }),
  async run(ctx, { paperKey, id }) {
    const known = reportKinds.names.find((name) => name === paperKey);
    const rows = known ? await ctx.repo(reportTemplate).list({ where: { kind: known }, sort: 'name' }) : [];
    const row = rows.find((each) => (id === undefined ? each.isDefault : each.id === id));
    if (!row && id !== undefined) throw notFound('reportTemplate');
    const choices = rows.filter(({ isEnabled }) => isEnabled).map(({ id: own, name }) => ({ id: own, name }));
    return { template: row ? shownOf(row) : null, choices };
  },
});

const preview = call({
  wire: 'GET ReportTemplates/Preview',
  title: '预览报告模板',
  permission: permissionsOfCall(reportTemplate, 'list'),
  resource: reportTemplate,
  input: z.object({ id: key, sampleId: key.optional() }),
  output: z.object({ address: z.string(), dataId: whole }),
  async run(ctx, { id, sampleId }) {
    const row = await ctx.repo(reportTemplate).get(id);
    const document = documentOfKind(row.kind);
    const dataId = sampleId ?? (await sampleOf(ctx, document));
    return { address: addressOf(row, dataId), dataId };
  },
});

const render = ({ services, surroundings, planOf, maker }: TemplateParts): Call =>
  call({
    wire: 'POST ReportTemplates/Render',
    title: '按模板生成单据',
    permission: 'signed-in',
    resource: reportTemplate,
    input: z.object({ code: z.string().max(40), dataId: z.number().int().positive(), format: z.string().max(10) }),
    output: z.object({
      address: z.string(),
      fileName: z.string().nullable(),
      fileType: z.string().nullable(),
      fileToken: z.string().nullable(),
    }),
    inWaitingDays: true,
    detached: true,
    cost: 10,
    async run({ caller }, { code, dataId, format }) {
      if (format !== 'html' && format !== 'pdf') throw invalid('format', 'report-template.format');
      const row = await inTenant(surroundings, { caller }, (ctx) =>
        withRepositories(ctx, planOf).repo(reportTemplate).first({ where: { code } }),
      );
      if (!row) throw invalid('code', 'report-template.unknown-code');
      if (!row.isEnabled) throw notAllowed('report-template.disabled');
      const document = documentOfKind(row.kind);
      const address = addressOf(row, dataId);
      const order = { caller, document, id: dataId, template: row.id };
      if (format === 'pdf') return { address, ...(await pdfFile(maker, services.tempFiles, order)) };
      await maker.admit(order);
      return { address, fileName: null, fileType: null, fileToken: null };
    },
  });

export const templateCalls = (parts: TemplateParts): readonly Call[] => [forPrint, preview, render(parts)];
