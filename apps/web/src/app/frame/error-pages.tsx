import { homePath } from '@kangmai/model/menu';
import { Button } from 'antd';
import { useLocation, useNavigate, type NavigateFunction } from 'react-router';

import { L } from '../../lib/i18n/texts.ts';

import css from './frame.module.css';

export interface ForbiddenState {
  need: string;
}

const needOf = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'need' in state && typeof state.need === 'string' ? state.need : null;

function navigateBack(navigate: NavigateFunction): void {
  const { idx } = (history.state ?? {}) as { idx?: number };
  void (idx ? navigate(-1) : navigate(homePath));
}

function ErrorPage({ code, text, note }: { code: string; text: string; note?: string | null }) {
  const navigate = useNavigate();
  return (
    <div className={css['errorPage']}>
      <h1 className={css['errorCode']}>{code}</h1>
      <p>{text}</p>
      {note && <p className={css['quiet']}>{note}</p>}
      <div className={css['row']}>
        <Button type="primary" onClick={() => void navigate(homePath)}>
          {L('error.home')}
        </Button>
        <Button onClick={() => navigateBack(navigate)}>{L('error.back')}</Button>
      </div>
    </div>
  );
}

export function ForbiddenPage() {
  const { state } = useLocation();
  const need = needOf(state);
  return <ErrorPage code="403" text={L('error.code403')} note={need && L('error.missingPermission', { name: need })} />;
}

export const UnknownPage = () => <ErrorPage code="404" text={L('error.code404')} />;
