import { documentOf } from '@kangmai/model/documents';
import { z } from 'zod';
import { call, finishedFile, type Call, type ServerModule, type Services } from '../../engine/public.ts';
import { notAllowed } from '../../platform/errors.ts';
import type { PdfMaker } from './make-pdf.ts';
import { documentTexts } from './texts.ts';

const pdfType = 'application/pdf';

const makePdfCall = (maker: PdfMaker, { tempFiles }: Services): Call =>
  call({
    wire: 'POST Documents/MakePdf',
    title: '生成单据PDF',
    permission: 'signed-in',
    input: z.object({ key: z.string().max(60), id: z.number().int().positive() }),
    output: finishedFile,
    inWaitingDays: true,
    detached: true,
    cost: 10,
    run: async ({ caller }, { key, id }) => {
      const document = documentOf(key);
      if (!document) throw notAllowed('document.unknown');
      const pdf = await maker.make({ caller, document, id });
      const name = `${document.label}-${id}.pdf`;
      const fileToken = await tempFiles.add({
        tenantId: caller.tenantId,
        userId: caller.userId,
        name,
        contentType: pdfType,
        write: async (target) => {
          target.end(pdf);
        },
      });
      return { fileName: name, fileType: pdfType, fileToken };
    },
  });

/** Papers made of rows, as PDF. */
export function documentsModule(maker: PdfMaker, services: Services): ServerModule {
  return {
    name: 'documents',
    texts: [documentTexts],
    calls: [makePdfCall(maker, services)],
    clocks: [{ start: () => undefined, stop: async () => maker.close(), tick: async () => undefined }],
  };
}
