import { alarmNotice } from '@kangmai/model/alerts';
import { alarmChannels, alarmNoticeStates, alarmReceivers } from '@kangmai/model/shared';
import { useQuery } from '@tanstack/react-query';

import { listRows } from '../../resource-client/calls.ts';
import { formatSecond } from '../../lib/dates.ts';
import { choiceLabel } from '../../lib/labels.ts';
import { Timeline, type TimelineGroup } from '../../ui/timeline.tsx';
import { T } from './alert-texts.ts';
import { grouped } from './case-logs.tsx';
import { caseKey } from './use-case-moves.ts';

import type { ScreenRow } from '../../resource-client/row.ts';

type Notice = ScreenRow<typeof alarmNotice>;

const mostNotices = 100;
const timeOf = (at: Date | null): string => formatSecond(at).slice('YYYY-MM-DD '.length);

const titleOf = ({ values: { receiverKind, receiver, channel } }: Notice): string =>
  [
    ...new Set([receiverKind && choiceLabel(alarmReceivers.entries[receiverKind]), receiver]),
    channel && choiceLabel(alarmChannels.entries[channel]),
  ]
    .filter(Boolean)
    .join(' · ');

const named = ['NO_PROVIDER', 'NO_TEMPLATE', 'NO_ACCOUNT'] as const;

const reasonOf = (code: string | null): string | null => {
  const known = named.find((each) => each === code);
  return known ? T(`notice.${known}`) : code;
};

/** The receipts of a notice, or its state while it has none. */
function receiptOf({ values }: Notice): string {
  const { state, shownAt, deliveredAt, acknowledgedAt, failReason, isEarly } = values;
  const receipts = [
    deliveredAt && T('notice.delivered', { at: timeOf(deliveredAt) }),
    shownAt && T('notice.shown', { at: timeOf(shownAt) }),
    acknowledgedAt && T('notice.acknowledged', { at: timeOf(acknowledgedAt) }),
  ].filter(Boolean);
  const words = receipts.length > 0 ? receipts : [state && choiceLabel(alarmNoticeStates.entries[state])];
  return [...words, reasonOf(failReason), isEarly ? T('notice.early') : null].filter(Boolean).join(' · ');
}

const groupsOf = (rows: readonly Notice[]): readonly TimelineGroup[] =>
  grouped(
    rows.flatMap((notice) => (notice.values.takenAt ? [{ at: notice.values.takenAt, notice }] : [])),
    ({ at, notice }) => ({ key: notice.id, time: timeOf(at), title: titleOf(notice), body: receiptOf(notice) }),
  );

/** Who was notified of a case, when and by which channel, and what is known of the receipt; newest first. */
export function CaseNotices({ caseId }: { readonly caseId: number }) {
  const { data } = useQuery({
    queryKey: [...caseKey(caseId), 'notices'],
    queryFn: ({ signal }) =>
      listRows(alarmNotice, {
        state: { text: '', filters: { case: String(caseId) }, sort: '', page: 1, size: mostNotices },
        signal,
      }),
  });
  if (!data || data.rows.length === 0) return null;
  return (
    <section aria-label={T('notices')}>
      <h2>{T('notices')}</h2>
      <Timeline name={T('notices')} groups={groupsOf(data.rows)} />
    </section>
  );
}
