import { api } from '../lib/api/api.ts';

/** What a paper is printed with, in place of its plain look. */
export interface PrintTemplate {
  readonly id: number;
  readonly paper: 'A4' | 'A5' | 'ticket';
  readonly header: string | null;
  readonly content: string | null;
  readonly footer: string | null;
  readonly logo: string | null;
}

/** The asked template of a kind, else its default one; null for neither. */
export const getPrintTemplate = (kind: string, id: number | null, signal: AbortSignal): Promise<PrintTemplate | null> =>
  api.get('ReportTemplates/GetForPrint', { kind, ...(id !== null && { id }) }, { signal });
