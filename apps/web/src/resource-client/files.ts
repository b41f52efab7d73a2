import { accessToken } from '../lib/auth-tokens.ts';
import { api } from '../lib/api/api.ts';
import { unwrap } from '../lib/api/envelope.ts';
import { baseHeaders, urlOf } from '../lib/api/wire.ts';

/** Uploads a file, of a client where one is given, and returns its id. Files above 20 MB are refused. */
export async function uploadFile(
  file: File,
  { use = 'other', clientId }: { readonly use?: string; readonly clientId?: number } = {},
): Promise<string> {
  const form = new FormData();
  form.append('fileUse', use);
  if (clientId !== undefined) form.append('client_id', String(clientId));
  form.append('file', file);
  return (await api.post<{ readonly id: string }>('/UpLoad/UpLoadFile2', form)).id;
}

export type FileSize = 'whole' | 'thumb';

/** Content of a stored file, or a small picture of a picture; both need the user's token. */
export async function readFile(id: string, signal?: AbortSignal, size: FileSize = 'whole'): Promise<Blob> {
  const token = accessToken();
  const headers = { ...baseHeaders(), accept: '*/*', ...(token !== null && { authorization: `Bearer ${token}` }) };
  const response = await fetch(
    `${urlOf('/File/DownloadBinaryFile')}?id=${encodeURIComponent(id)}${size === 'thumb' ? '&thumb=true' : ''}`,
    {
      headers,
      ...(signal && { signal }),
    },
  );
  if (!response.ok) await unwrap(response);
  return response.blob();
}

export function download(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** Reads a stored file and hands it to the browser. */
export async function openFile(id: string): Promise<void> {
  const made = URL.createObjectURL(await readFile(id));
  download(made);
  URL.revokeObjectURL(made);
}
