import { reportKinds, reportTemplate, templatePapers } from '@kangmai/model';
import { documentOf } from '@kangmai/model/documents';
import { type Document, permissionsOfCall, type Row } from '@kangmai/resource';
import { z } from 'zod';
import { inTenant, type Surroundings } from '../../access/in-tenant.ts';
import {
  call,
  type Call,
  type CallCtx,
  codeOf,
  type PlanOf,
  type Services,
  whole,
  withRepositories,
} from '../../engine/public.ts';
import { invalid, notAllowed, notFound } from '../../platform/errors.ts';
import type { PdfMaker } from '../documents/public.ts';

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

/** The newest row in sight, or the present month. */
async function sampleOf(ctx: CallCtx, { of, month }: Document): Promise<number> {
  if (month !== undefined) return Number(ctx.today().slice(0, 7).replace('-', ''));
  const [row] = await ctx.rows(ctx.model.byName(of)).find({ sort: '-id', take: 1 });
  if (!row) throw notAllowed('report-template.no-sample');
  return row.id;
}

const templateOutput = z.object({
  id: whole,
  name: z.string(),
  kind: codeOf(reportKinds),
  paper: codeOf(templatePapers),
  header: z.string().nullable(),
  content: z.string().nullable(),
  footer: z.string().nullable(),
  logo: z.string().nullable(),
});

const shownOf = ({ id, name, kind, paper, head, words, foot, logo }: Template): z.output<typeof templateOutput> => ({
  id,
  name,
  kind: reportKinds.wireOf(kind),
  paper: templatePapers.wireOf(paper),
  header: head,
  content: words,
  footer: foot,
  logo,
});

/** What a paper is printed with: the asked template of its kind, else the default one; null for neither. */
const forPrint = call({
  wire: 'GET ReportTemplates/GetForPrint',
  title: '打印用的报告模板',
  permission: 'signed-in',
  resource: reportTemplate,
  input: z.object({ kind: z.enum(reportKinds.names), id: key.optional() }),
  output: templateOutput.nullable(),
  async run(ctx, { kind, id }) {
    const where = id === undefined ? { kind, isDefault: true, isEnabled: true } : { kind, id };
    const row = await ctx.repo(reportTemplate).first({ where });
    if (!row && id !== undefined) throw notFound('reportTemplate');
    return row ? shownOf(row) : null;
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

const pdfType = 'application/pdf';

/** The page of a document with a template, or its PDF by the one renderer. */
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
      if (format === 'html') {
        await maker.admit({ caller, document, id: dataId });
        return { address, fileName: null, fileType: null, fileToken: null };
      }
      const pdf = await maker.make({ caller, document, id: dataId, template: row.id });
      const fileName = `${document.label}-${dataId}.pdf`;
      const { tenantId, userId } = caller;
      const fileToken = await services.tempFiles.add({
        tenantId,
        userId,
        name: fileName,
        contentType: pdfType,
        write: async (target) => {
          target.end(pdf);
        },
      });
      return { address, fileName, fileType: pdfType, fileToken };
    },
  });

export const templateCalls = (parts: TemplateParts): readonly Call[] => [forPrint, preview, render(parts)];
