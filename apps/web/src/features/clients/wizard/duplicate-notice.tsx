import { Alert, Button } from 'antd';
import { useNavigate } from 'react-router';

import { screenPath } from '../../../lib/screen-path.ts';
import { W } from './wizard-texts.ts';

import type { Duplicate } from './use-duplicate.ts';

/** Names the file that has the same number, and opens it; one out of sight is not shown. */
export function DuplicateNotice({ found: { clientId, nameMatches } }: { readonly found: Duplicate }) {
  const navigate = useNavigate();
  if (clientId === null)
    return <Alert type="warning" showIcon role="alert" title={W('hidden')} description={W('hiddenHint')} />;
  const open = (
    <Button size="small" onClick={() => void navigate(screenPath('clientDetail', clientId))}>
      {W('open')}
    </Button>
  );
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={W('duplicate')}
      description={W(nameMatches ? 'nameMatches' : 'nameDiffers')}
      action={open}
    />
  );
}
