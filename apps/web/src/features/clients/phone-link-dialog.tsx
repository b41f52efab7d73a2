import { phonePurposes } from '@kangmai/model/clients';
import { Alert, Button, Checkbox, Form, InputNumber, QRCode, Select, Space } from 'antd';
import { useState } from 'react';

import { formatMinute } from '../../lib/dates.ts';
import { failureSentence } from '../../lib/failure-words.ts';
import { choiceLabel } from '../../lib/labels.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import css from './clients.module.css';
import { usePhoneLinks, type NewLink, type StoredPhone, type Wanted } from './phone-link-calls.ts';
import { PhoneLinkList } from './phone-link-list.tsx';
import { T } from './phone-link-texts.ts';

const own = 0;
const mostHours = 720;
const usual = { purpose: 'booking', expireHours: 24, isSent: true } as const;

interface Fields {
  readonly purpose: 'booking';
  readonly to: number;
  readonly expireHours: number;
  readonly isSent: boolean;
}

const wantedOf = ({ to, ...given }: Fields): Wanted => ({ ...given, ...(to !== own && { contactId: to }) });

const purposes = phonePurposes.names.map((value) => ({ value, label: choiceLabel(phonePurposes.entries[value]) }));

interface FormProps {
  readonly phones: readonly StoredPhone[];
  readonly isBusy: boolean;
  readonly onChange: () => void;
  readonly onMake: (wanted: Wanted) => void;
}

function LinkForm({ phones, isBusy, onChange, onMake }: FormProps) {
  const options = phones.map(({ contactId, name, phoneMasked }) => ({
    value: contactId ?? own,
    label: `${name} ${phoneMasked}`,
  }));
  if (options.length === 0) return <Alert type="info" showIcon title={T('none')} />;
  return (
    <Form<Fields>
      layout="vertical"
      initialValues={{ ...usual, to: options[0]?.value }}
      onValuesChange={onChange}
      onFinish={(given) => onMake(wantedOf(given))}
    >
      <div className={css['linkFields']}>
        <Form.Item name="purpose" label={T('purpose')}>
          <Select options={purposes} />
        </Form.Item>
        <Form.Item name="to" label={T('phone')}>
          <Select options={options} />
        </Form.Item>
        <Form.Item name="expireHours" label={T('hours')} rules={[{ required: true }]}>
          <InputNumber min={1} max={mostHours} precision={0} suffix={T('hoursUnit')} style={{ width: '100%' }} />
        </Form.Item>
      </div>
      <Form.Item name="isSent" valuePropName="checked">
        <Checkbox>{T('isSent')}</Checkbox>
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={isBusy}>
        {T('make')}
      </Button>
    </Form>
  );
}

/** The new link with its code to scan; it is shown once. */
function MadeLink({ link }: { readonly link: NewLink }) {
  const address = location.origin + link.url;
  const until = formatMinute(link.expiresAt);
  const words = T('made', { until, phone: link.phoneMasked });
  return (
    <div className={css['madeLink']}>
      <QRCode aria-label={T('code')} value={address} size={184} color="#000" bgColor="#fff" />
      <Space orientation="vertical" size="middle" style={{ flex: 1, minWidth: 240 }}>
        <Alert type="success" showIcon role="status" title={link.isSent ? `${words}${T('sent')}` : words} />
        <CopyLine label={T('link')} value={address} />
      </Space>
    </div>
  );
}

interface DialogProps {
  readonly id: number;
  readonly name: string;
  readonly onClose: () => void;
}

function Links({ id, setDirty }: { readonly id: number; readonly setDirty: (isDirty: boolean) => void }) {
  const [problem, setProblem] = useState<unknown>();
  const { read, make, revoke } = usePhoneLinks(id, setProblem);
  return (
    <>
      {problem !== undefined && <Alert type="error" showIcon role="alert" title={failureSentence(problem)} />}
      {read.error && <ErrorState message={failureSentence(read.error)} onRetry={() => void read.refetch()} />}
      {read.isLoading && <LoadingState />}
      {read.data && !make.data && (
        <LinkForm
          phones={read.data.phones}
          isBusy={make.isPending}
          onChange={() => setDirty(true)}
          onMake={(wanted) => make.mutate(wanted, { onSuccess: () => setDirty(false) })}
        />
      )}
      {make.data && <MadeLink link={make.data} />}
      {read.data && (
        <>
          <h3 className={css['linksHeading']}>{T('links')}</h3>
          <PhoneLinkList links={read.data.links} onRevoke={(each) => revoke.mutateAsync(each).catch(() => undefined)} />
        </>
      )}
    </>
  );
}

/** Makes links to phone pages for a client, and lists those that it has. */
export const PhoneLinkDialog = ({ id, name, onClose }: DialogProps) => (
  <EntryDialog width={760} title={T('title', { name })} onClose={onClose} footer={null}>
    {(_leave, setDirty) => <Links id={id} setDirty={setDirty} />}
  </EntryDialog>
);
