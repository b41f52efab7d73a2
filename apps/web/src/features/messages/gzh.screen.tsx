import { gzhSetting, gzhTemplate } from '@kangmai/model/platform';
import { useMutation, useQuery } from '@tanstack/react-query';
import { App, Button, Flex } from 'antd';
import { useState } from 'react';

import { api } from '../../lib/api/api.ts';
import { formatMinute } from '../../lib/dates.ts';
import { fieldLabel } from '../../lib/labels.ts';
import { useCan } from '../../lib/permissions.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { blankRow } from '../../resource-client/row.ts';
import { refreshRows, rowKeys } from '../../resource-client/row-keys.ts';
import { FormDrawer } from '../../resource-screens/form-drawer.tsx';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { T } from './gzh-texts.ts';

interface Account {
  readonly id: number;
  readonly accountName: string;
  readonly appId: string;
  readonly isEnable: boolean;
  readonly lastTestTime: string | null;
  readonly lastTestResult: string | null;
}

const { fields } = gzhSetting;

const readAccount = async (signal: AbortSignal): Promise<Account | null> =>
  (await api.get<{ readonly setting: Account | null }>('GzhSetting/Get', {}, { signal })).setting;

const readAddress = async (signal: AbortSignal): Promise<string> =>
  (await api.get<{ readonly url: string }>('GzhSetting/GetServerInfo', {}, { signal })).url;

function TestButton() {
  const { message } = App.useApp();
  const tell = useFailureNotice();
  const test = useMutation({
    mutationFn: () => api.post<{ readonly ok: boolean; readonly message: string }>('GzhSetting/TestConnection', {}),
    onSuccess: async ({ ok, message: words }) => {
      void (ok ? message.success(words) : message.error(words));
      await refreshRows(gzhSetting);
    },
    onError: (error) => tell(error),
  });
  return (
    <Button loading={test.isPending} onClick={() => test.mutate()}>
      {T('test')}
    </Button>
  );
}

function AccountFacts({ account }: { readonly account: Account }) {
  const address = useQuery({
    queryKey: [...rowKeys.all(gzhSetting), 'address'],
    queryFn: ({ signal }) => readAddress(signal),
  });
  const { accountName, appId, isEnable, lastTestTime, lastTestResult } = account;
  const tested = lastTestTime === null ? null : `${lastTestResult ?? ''} · ${formatMinute(lastTestTime)}`;
  return (
    <DescriptionList
      items={[
        { label: fieldLabel('accountName', fields.accountName), value: accountName },
        { label: fieldLabel('appId', fields.appId), value: appId },
        {
          label: fieldLabel('isEnabled', fields.isEnabled),
          value: <StatusTag tone={isEnable ? 'success' : 'warning'}>{T(isEnable ? 'enabled' : 'disabled')}</StatusTag>,
        },
        { label: T('tested'), value: tested },
        { label: T('address'), value: address.error ? T('addressUnknown') : (address.data ?? ''), wide: true },
      ]}
    />
  );
}

function AccountButtons({ account }: { readonly account: Account | null }) {
  const [isOpen, setOpen] = useState(false);
  const mayEdit = useCan('Pages.Basicplatform.GzhSetting.Edit');
  const maySet = useCan(`Pages.Basicplatform.GzhSetting.${account ? 'Edit' : 'Create'}`);
  const row = account && { ...blankRow, id: account.id };
  return (
    <Flex gap={8} style={{ marginBlock: 8 }}>
      {maySet && <Button onClick={() => setOpen(true)}>{T(account ? 'change' : 'set')}</Button>}
      {account && mayEdit && <TestButton />}
      {isOpen && <FormDrawer resource={gzhSetting} row={row} onClose={() => setOpen(false)} />}
    </Flex>
  );
}

/** The tenant's official account: what is set, whether it works, and the form. */
function AccountPanel() {
  const { data, error, refetch } = useQuery({
    queryKey: [...rowKeys.all(gzhSetting), 'own'],
    queryFn: ({ signal }) => readAccount(signal),
  });
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingState />;
  return (
    <section aria-label={T('account')}>
      {data ? <AccountFacts account={data} /> : <p>{T('none')}</p>}
      <AccountButtons account={data} />
    </section>
  );
}

/** The official account and its templates. */
export function GzhScreen() {
  return <ResourceScreen resource={gzhTemplate} title={T('title')} above={<AccountPanel />} />;
}
