import QuestionCircleOutlined from '@ant-design/icons/QuestionCircleOutlined';
import { Popover, Switch } from 'antd';
import { useId } from 'react';

import { keepKeys, useMyLists } from '../../resource-client/lists/my-lists.ts';
import { layoutsOf } from '../../resource-client/layout-words.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { useListContext } from '../list-context.ts';
import { T } from './list-texts.ts';
import css from './lists.module.css';

const keys = [
  ['/', 'keySearch'],
  ['N', 'keyNew'],
  ['R', 'keyRefresh'],
  ['V', 'keyLayout'],
  ['↑ ↓', 'keyRows'],
  ['Space', 'keyTick'],
  ['Enter', 'keyOpen'],
  ['E', 'keyEdit'],
  ['M', 'keyMoves'],
  ['← →', 'keyBeside'],
  ['Esc', 'keyBack'],
  ['?', 'keyHelp'],
] as const;

function KeyList() {
  const hasLayouts = layoutsOf(useListContext().resource).length > 1;
  const shown = keys.filter(([key]) => key !== 'V' || hasLayouts);
  const tell = useFailureNotice();
  const hasKeys = useMyLists()?.hasKeys ?? true;
  const id = useId();
  const setKeys = (isOn: boolean): void => void keepKeys(isOn).catch(tell);
  return (
    <div className={css['keys']}>
      <dl>
        {shown.map(([key, word]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{T(word)}</dd>
          </div>
        ))}
      </dl>
      <div className={css['keysSwitch']}>
        <label id={id}>{T('keysOn')}</label>
        <Switch size="small" aria-labelledby={id} checked={hasKeys} onChange={setKeys} />
      </div>
    </div>
  );
}

export function KeysHelp() {
  return (
    <Popover trigger="click" placement="bottomRight" title={T('keys')} destroyOnHidden content={<KeyList />}>
      <IconButton name={T('keys')} tip={false} icon={<QuestionCircleOutlined />} data-keys-help="" />
    </Popover>
  );
}
