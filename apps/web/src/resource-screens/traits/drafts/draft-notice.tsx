import { Alert, Button, Space } from 'antd';

import { formatMinute } from '../../../lib/dates.ts';
import { T } from '../../screen-texts.ts';

import type { Values } from '../../../resource-client/body.ts';
import type { FormDraft } from '../../../resource-client/use-draft.ts';

/** Offers the input of an earlier, interrupted form. */
export function DraftNotice({
  draft: { found, taken, drop },
  onUse,
}: {
  readonly draft: FormDraft;
  readonly onUse: (values: Values) => void;
}) {
  if (!found) return null;
  const use = (): void => {
    onUse(found.values);
    taken();
  };
  const buttons = (
    <Space>
      <Button size="small" type="primary" onClick={use}>
        {T('draftUse')}
      </Button>
      <Button size="small" onClick={drop}>
        {T('draftDrop')}
      </Button>
    </Space>
  );
  return <Alert type="info" showIcon title={T('draft', { time: formatMinute(found.at) })} action={buttons} />;
}
