import { App, Button, Input, Space } from 'antd';

import { defineTexts } from '../lib/i18n/texts.ts';

const T = defineTexts(
  'copyLine',
  { copy: '复制', copied: '已复制', notCopied: '未能复制，请手动选择后复制' },
  { copy: 'Copy', copied: 'Copied', notCopied: 'Not copied; select and copy it yourself' },
);

/** A text that is selected by a click and copied by a button. */
export function CopyLine({ label, value }: { readonly label: string; readonly value: string }) {
  const { message } = App.useApp();
  const copy = (): void => {
    navigator.clipboard.writeText(value).then(
      () => message.success(T('copied')),
      () => message.warning(T('notCopied')),
    );
  };
  return (
    <Space.Compact block>
      <Input readOnly aria-label={label} value={value} onFocus={(event) => event.target.select()} />
      <Button onClick={copy} aria-label={`${T('copy')} ${label}`}>
        {T('copy')}
      </Button>
    </Space.Compact>
  );
}
