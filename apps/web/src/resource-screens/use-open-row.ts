import { useNavigate } from 'react-router';

import { useScreen } from './screen-context.ts';

import type { ScreenRow } from '../resource-client/row.ts';

/** Opens a row: its page if it has one, else the drawer. */
export function useOpenRow(): (row: ScreenRow) => void {
  const { options, open } = useScreen();
  const navigate = useNavigate();
  return (row) => (options.detailPath ? void navigate(options.detailPath(row)) : open({ kind: 'view', row }));
}
