import { phoneLinkStates } from '@kangmai/model/clients';
import { App, Table } from 'antd';

import { formatMinute } from '../../lib/dates.ts';
import { choiceLabel } from '../../lib/labels.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { T } from './phone-link-texts.ts';

import type { LinkState, PhoneLink } from './phone-link-calls.ts';

const tones = { unused: 'info', used: 'success', expired: 'neutral', revoked: 'neutral' } as const;
const none = '—';

const StateCell = ({ state }: { readonly state: LinkState }) => (
  <StatusTag tone={tones[state]}>{choiceLabel(phoneLinkStates.entries[state])}</StatusTag>
);

interface RevokeProps {
  readonly link: PhoneLink;
  readonly onRevoke: (id: number) => Promise<unknown>;
}

function RevokeButton({ link, onRevoke }: RevokeProps) {
  const { modal } = App.useApp();
  if (!link.canRevoke) return none;
  const ask = (): void =>
    void modal.confirm({ title: T('revoke'), content: T('revokeAsk'), onOk: () => onRevoke(link.id) });
  return (
    <LinkButton aria-label={T('revokeOf', { at: formatMinute(link.createdAt) })} onClick={ask}>
      {T('revoke')}
    </LinkButton>
  );
}

interface ListProps {
  readonly links: readonly PhoneLink[];
  readonly onRevoke: (id: number) => Promise<unknown>;
}

export function PhoneLinkList({ links, onRevoke }: ListProps) {
  if (links.length === 0) return <p>{T('noLinks')}</p>;
  const columns = [
    { title: T('createdAt'), render: (_: unknown, link: PhoneLink) => formatMinute(link.createdAt) },
    { title: T('creator'), render: (_: unknown, link: PhoneLink) => link.creatorName },
    { title: T('phone'), render: (_: unknown, link: PhoneLink) => link.phoneMasked },
    { title: T('expiresAt'), render: (_: unknown, link: PhoneLink) => formatMinute(link.expiresAt) },
    { title: T('state'), render: (_: unknown, { state }: PhoneLink) => <StateCell state={state} /> },
    { title: T('action'), render: (_: unknown, link: PhoneLink) => <RevokeButton link={link} onRevoke={onRevoke} /> },
  ];
  return (
    <Table
      aria-label={T('links')}
      size="small"
      rowKey="id"
      columns={columns}
      dataSource={[...links]}
      pagination={links.length > 5 && { pageSize: 5, size: 'small' }}
    />
  );
}
