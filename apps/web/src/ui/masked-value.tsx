import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined';
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined';
import { Button, Input, Popover, Select } from 'antd';
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react';

import { L, defineTexts } from '../lib/i18n/texts.ts';
import { IconButton } from './icon-button.tsx';
import css from './masked-value.module.css';
import { namedPopup } from './named-popup.tsx';

const T = defineTexts(
  'masked',
  {
    show: '查看完整{label}',
    hide: '隐藏{label}',
    title: '查看{label}',
    hint: '查看人、理由和时间会被记录，60秒后自动隐藏。',
    reason: '查看理由',
    missing: '请选择查看理由',
    more: '补充说明',
    care: '服务需要',
    contact: '联系客户',
    verify: '核对身份',
    urgent: '紧急处置',
    complaint: '投诉处理',
    audit: '审计检查',
    other: '其他原因',
  },
  {
    show: 'Show the whole {label}',
    hide: 'Hide {label}',
    title: 'Show {label}',
    hint: 'Who looked, why and when is recorded. Hidden again after 60 seconds.',
    reason: 'Reason',
    missing: 'Choose a reason',
    more: 'Explanation',
    care: 'Care',
    contact: 'Calling the client',
    verify: 'Checking identity',
    urgent: 'Emergency',
    complaint: 'Complaint',
    audit: 'Audit',
    other: 'Other',
  },
);

const reasons = ['care', 'contact', 'verify', 'urgent', 'complaint', 'audit', 'other'] as const;
const shownForMs = 60_000;

/** State that is cleared after a minute and when its page or the browser tab is left. */
function useBriefly(): readonly [
  shown: { readonly value: unknown } | null,
  show: (shown: { readonly value: unknown } | null) => void,
] {
  const [shown, show] = useState<{ readonly value: unknown } | null>(null);
  useEffect(() => {
    if (!shown) return undefined;
    const forget = (): void => show(null);
    const timer = setTimeout(forget, shownForMs);
    document.addEventListener('visibilitychange', forget);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', forget);
      forget();
    };
  }, [shown]);
  return [shown, show];
}

interface AskProps {
  readonly onAsk: (reason: string) => Promise<void>;
  readonly onClose: () => void;
}

function ReasonForm({ onAsk, onClose }: AskProps) {
  const [reason, setReason] = useState<string | null>(null);
  const [more, setMore] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const requestValue = async (): Promise<void> => {
    if (reason === null) return setProblem(T('missing'));
    setAsking(true);
    try {
      await onAsk(more.trim() === '' ? reason : `${reason}：${more.trim()}`);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setAsking(false);
    }
    return undefined;
  };
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose();
    event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the small form must not reach the form it stands in
    <div className={css['ask']} onKeyDown={closeOnEscape} onBlur={(event) => event.stopPropagation()}>
      <p>{T('hint')}</p>
      <Select
        autoFocus
        aria-label={T('reason')}
        placeholder={T('reason')}
        popupRender={namedPopup}
        value={reason}
        options={reasons.map((key) => ({ value: T(key), label: T(key) }))}
        onChange={setReason}
      />
      <Input
        aria-label={T('more')}
        placeholder={T('more')}
        maxLength={160}
        autoComplete="off"
        value={more}
        onChange={(event) => setMore(event.target.value)}
        onPressEnter={() => void requestValue()}
      />
      <p role="alert" className={css['problem']}>
        {problem}
      </p>
      <div className={css['buttons']}>
        <Button size="small" onClick={onClose}>
          {L('word.cancel')}
        </Button>
        <Button size="small" type="primary" loading={isAsking} onClick={() => void requestValue()}>
          {L('word.view')}
        </Button>
      </div>
    </div>
  );
}

interface MaskedValueProps {
  readonly label: string;
  readonly masked: ReactNode;
  readonly ask: (reason: string) => Promise<unknown>;
  /** A fixed reason; without it the user is asked. */
  readonly reason?: string | undefined;
  readonly children: (value: unknown) => ReactNode;
}

/** A masked value with a reveal button: after a reason the full value is shown for at most a minute. */
export function MaskedValue({ label, masked, ask, reason, children }: MaskedValueProps) {
  const [isOpen, setOpen] = useState(false);
  const [shown, show] = useBriefly();
  const reveal = async (given: string): Promise<void> => {
    show({ value: await ask(given) });
    setOpen(false);
  };
  const [problem, setProblem] = useState<string | null>(null);
  const revealAtOnce = (): void => {
    setProblem(null);
    reveal(reason ?? '').catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
  };
  const content = isOpen && <ReasonForm onAsk={reveal} onClose={() => setOpen(false)} />;
  return (
    <span className={css['value']}>
      <span aria-live="polite">{shown ? children(shown.value) : masked}</span>
      {shown && (
        <IconButton
          size="small"
          name={T('hide', { label })}
          icon={<EyeInvisibleOutlined />}
          onClick={() => show(null)}
        />
      )}
      {!shown && reason !== undefined && (
        <IconButton
          size="small"
          tip={false}
          name={T('show', { label })}
          icon={<EyeOutlined />}
          onClick={revealAtOnce}
        />
      )}
      {!shown && reason === undefined && (
        <Popover
          open={isOpen}
          onOpenChange={setOpen}
          trigger="click"
          placement="bottomLeft"
          title={T('title', { label })}
          content={content}
          destroyOnHidden
        >
          <IconButton size="small" tip={false} name={T('show', { label })} icon={<EyeOutlined />} />
        </Popover>
      )}
      {problem !== null && (
        <span role="alert" className={css['problem']}>
          {problem}
        </span>
      )}
    </span>
  );
}
