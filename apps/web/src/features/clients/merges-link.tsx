import { Button } from 'antd';
import { useNavigate } from 'react-router';

import { useCan } from '../../lib/permissions.ts';
import { screenPath } from '../../lib/screen-path.ts';
import { mergePermission } from '../../resource-client/merges.ts';
import { T } from './client-texts.ts';

/** Leads to likely duplicates: of one client, or of all. */
export function MergesLink({ id }: { readonly id?: number }) {
  const navigate = useNavigate();
  if (!useCan(mergePermission)) return null;
  const path = screenPath('clientMerges');
  return (
    <Button onClick={() => void navigate(id === undefined ? path : `${path}?clientId=${id}`)}>{T('duplicates')}</Button>
  );
}
