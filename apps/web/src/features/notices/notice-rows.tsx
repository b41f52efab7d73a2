import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined';
import { Button } from 'antd';

import { formatAgo, formatMinute } from '../../lib/dates.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import type { Notice } from './notice-data.ts';
import { T } from './notice-texts.ts';
import css from './notices.module.css';

const tones: readonly Tone[] = ['info', 'success', 'warning', 'error', 'error'];

interface NoticeRowsProps {
  readonly notices: readonly Notice[];
  readonly onOpen: (notice: Notice) => void;
  readonly onRemove?: (notice: Notice) => void;
}

/** Notices below each other; unread ones stand out, and the title opens what the notice is about. */
export const NoticeRows = ({ notices, onOpen, onRemove }: NoticeRowsProps) => (
  <ul className={css['rows']}>
    {notices.map((notice) => {
      const { id, state, notification } = notice;
      const { severity, title, data, creationTime } = notification;
      return (
        <li key={id} className={`${css['row']} ${state === 0 ? css['unread'] : ''}`}>
          <div className={css['words']}>
            <div className={css['line']}>
              <Button type="link" size="small" className={css['title'] ?? ''} onClick={() => onOpen(notice)}>
                {title}
              </Button>
              {severity > 1 && (
                <StatusTag tone={tones[severity] ?? 'info'}>{T(`severity${severity as 2 | 3 | 4}`)}</StatusTag>
              )}
              <time className={css['time']} dateTime={creationTime} title={formatMinute(creationTime)}>
                {formatAgo(creationTime)}
              </time>
            </div>
            <p>{data.message}</p>
          </div>
          {onRemove && (
            <IconButton name={`${T('remove')}：${title}`} icon={<DeleteOutlined />} onClick={() => onRemove(notice)} />
          )}
        </li>
      );
    })}
  </ul>
);
