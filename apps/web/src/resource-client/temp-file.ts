import { urlOf } from '../lib/api/wire.ts';

/** A file to be fetched once, within a minute. */
export interface TempFile {
  readonly fileName: string;
  readonly fileType: string;
  readonly fileToken: string;
}

export const addressOf = ({ fileName, fileType, fileToken }: TempFile): string =>
  `${urlOf('/File/DownloadTempFile')}?${new URLSearchParams({ fileName, fileType, fileToken }).toString()}`;
