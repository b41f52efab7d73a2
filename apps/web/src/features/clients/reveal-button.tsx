import EyeOutlined from '@ant-design/icons/EyeOutlined';
import { client } from '@kangmai/model';
import { permissionsOfAction } from '@kangmai/resource';
import { useMutation } from '@tanstack/react-query';
import { App, Form, Input, Modal, Select } from 'antd';
import { useEffect, useState } from 'react';

import { revealValue } from '../../lib/api/resource-reveal.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useCan } from '../../lib/permissions.ts';
import { namedPopup } from '../../ui/named-popup.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import css from './clients.module.css';
import { T } from './client-texts.ts';

interface RevealProps {
  readonly id: number;
  /** Field of the client that is shown masked. */
  readonly field: 'phone' | 'certificateNo';
  readonly label: string;
  readonly masked: string | null;
}

interface Reason {
  readonly reason: string;
  readonly more?: string;
}

const shownForMs = 60_000;
const reasons = ['reasonContact', 'reasonVerify', 'reasonEmergency', 'reasonOther'] as const;

function ReasonDialog({ id, field, label, onClose, onValue }: RevealProps & { readonly onClose: () => void; readonly onValue: (value: string) => void }) {
  const { message } = App.useApp();
  const [form] = Form.useForm<Reason>();
  const ask = useMutation({
    mutationFn: ({ reason, more }: Reason) => revealValue(id, field, more ? `${reason}：${more}` : reason),
    onSuccess: (value) => {
      onValue(value);
      onClose();
    },
    onError: (error) => message.error(error.message),
  });
  return (
    <Modal open title={T('revealTitle', { label })} okText={L('word.view')} cancelText={L('word.cancel')} confirmLoading={ask.isPending} onOk={() => form.submit()} onCancel={onClose}>
      <p>{T('revealHint')}</p>
      <Form form={form} name={`reveal-${field}`} layout="vertical" onFinish={(given) => ask.mutate(given)}>
        <Form.Item name="reason" label={T('reason')} rules={[{ required: true, message: T('reasonMissing') }]}>
          <Select popupRender={namedPopup} options={reasons.map((key) => ({ value: T(key), label: T(key) }))} />
        </Form.Item>
        <Form.Item name="more" label={T('reasonText')}>
          <Input maxLength={160} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** A masked value with an eye: after a reason the whole value is shown for a minute. */
export function RevealedValue(props: RevealProps) {
  const { label, masked } = props;
  const [isAsking, setAsking] = useState(false);
  const [value, setValue] = useState<string | null>(null);
  const mayReveal = useCan(permissionsOfAction(client, client.actions.reveal));
  useEffect(() => {
    if (value === null) return undefined;
    const timer = setTimeout(() => setValue(null), shownForMs);
    return () => clearTimeout(timer);
  }, [value]);
  if (masked === null) return L('word.empty');
  return (
    <span className={css['revealed']}>
      <span aria-live="polite">{value ?? masked}</span>
      {mayReveal && value === null && <IconButton size="small" name={T('reveal', { label })} icon={<EyeOutlined />} onClick={() => setAsking(true)} />}
      {isAsking && <ReasonDialog {...props} onClose={() => setAsking(false)} onValue={setValue} />}
    </span>
  );
}
