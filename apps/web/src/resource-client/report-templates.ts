import { useQuery } from '@tanstack/react-query';

import { api } from '../lib/api/api.ts';

import type { Paper } from '@kangmai/resource';

/** What a paper is printed with, in place of its plain look. */
export interface PrintTemplate {
  readonly id: number;
  readonly paper: Paper;
  readonly header: string | null;
  readonly content: string | null;
  readonly footer: string | null;
  readonly logo: string | null;
}

export interface PrintLook {
  readonly template: PrintTemplate | null;
  readonly choices: readonly { readonly id: number; readonly name: string }[];
}

/** The asked template of a kind of papers, else its default one, and those that may be chosen. */
export const usePrintLook = (paperKey: string, id: number | undefined) =>
  useQuery({
    queryKey: ['printLook', paperKey, id],
    queryFn: ({ signal }) => api.get<PrintLook>('ReportTemplates/GetForPrint', { paperKey, id }, { signal }),
  });

/** The page on which a template is shown with the newest record of its kind. */
export const previewAddress = async (id: number): Promise<string> =>
  (await api.get<{ readonly address: string }>('ReportTemplates/Preview', { id })).address;
