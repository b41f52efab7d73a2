import type { z } from 'zod';
import type { finishedFile, Services } from '../../engine/public.ts';
import type { PdfMaker, PdfOrder } from './make-pdf.ts';

const pdfType = 'application/pdf';

/** Makes the PDF of a document; the caller fetches it once. */
export async function pdfFile(
  maker: PdfMaker,
  tempFiles: Services['tempFiles'],
  order: PdfOrder,
): Promise<z.output<typeof finishedFile>> {
  const pdf = await maker.make(order);
  const name = `${order.document.label}-${order.id}.pdf`;
  const { tenantId, userId } = order.caller;
  const fileToken = await tempFiles.add({
    tenantId,
    userId,
    name,
    contentType: pdfType,
    write: async (target) => {
      target.end(pdf);
    },
  });
  return { fileName: name, fileType: pdfType, fileToken };
}
