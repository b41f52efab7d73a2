import { documentOf } from '@kangmai/model/documents';
import { z } from 'zod';
import { call, finishedFile, type Call, type ServerModule, type Services } from '../../engine/public.ts';
import { notAllowed } from '../../platform/errors.ts';
import type { PdfMaker } from './make-pdf.ts';
import { pdfFile } from './pdf-file.ts';
import { documentTexts } from './texts.ts';

const makePdfCall = (maker: PdfMaker, { tempFiles }: Services): Call =>
  call({
    wire: 'POST Documents/MakePdf',
    title: '生成单据PDF',
    permission: 'signed-in',
    input: z.object({
      key: z.string().max(60),
      id: z.number().int().positive(),
      template: z.number().int().positive().nullish(),
      version: z.number().int().min(0).nullish(),
    }),
    output: finishedFile,
    inWaitingDays: true,
    detached: true,
    cost: 10,
    run: ({ caller }, { key, id, ...asked }) => {
      const document = documentOf(key);
      if (!document) throw notAllowed('document.unknown');
      const [template, version] = [asked.template ?? undefined, asked.version ?? undefined];
      return pdfFile(maker, tempFiles, { caller, document, id, template, version });
    },
  });

export function documentsModule(maker: PdfMaker, services: Services): ServerModule {
  return {
    name: 'documents',
    texts: [documentTexts],
    calls: [makePdfCall(maker, services)],
    clocks: [{ start: () => undefined, stop: async () => maker.close(), tick: async () => undefined }],
  };
}
