import { api } from '../lib/api/api.ts';
import { addressOf, type TempFile } from './temp-file.ts';

/** Has the server make the PDF of a document and returns its address, which works once. */
export const makePdf = async (key: string, id: number, template: number | undefined): Promise<string> =>
  addressOf(await api.post<TempFile>('Documents/MakePdf', { key, id, template }));
