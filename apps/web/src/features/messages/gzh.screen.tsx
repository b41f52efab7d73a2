import { gzhSetting, gzhTemplate } from '@kangmai/model/platform';
import { useMutation, useQuery } from '@tanstack/react-query';
import { App, Button, Flex } from 'antd';
import { lazy, Suspense, useState } from 'react';

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
import { TestSendButton } from './gzh-test.tsx';

import type { Menu } from './gzh-menu-draft.ts';

const GzhMenuDialog = lazy(async () => ({ default: (await import('./gzh-menu.tsx')).GzhMenuDialog }));
const GzhLogs = lazy(async () => ({ default: (await import('./gzh-logs.tsx')).GzhLogs }));

interface Account {
  readonly id: number;
  readonly accountName: string;
  readonly appId: string;
  readonly isEnable: boolean;
  readonly lastTestTime: string | null;
  readonly lastTestResult: string | null;
}

const { fields } = gzhSetting;
const noButtons: Menu = [];
const rowActions = [TestSendButton];

interface OwnAccount {
  readonly setting: Account | null;
  readonly menu: { readonly buttons: Menu; readonly publishedAt: string } | null;
}

const readAccount = (signal: AbortSignal): Promise<OwnAccount> => api.get<OwnAccount>('GzhSetting/Get', {}, { signal });

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

function AccountFacts({ account, menu }: { readonly account: Account; readonly menu: OwnAccount['menu'] }) {
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
        { label: T('menuAt'), value: menu && formatMinute(menu.publishedAt) },
        { label: T('address'), value: address.error ? T('addressUnknown') : (address.data ?? ''), wide: true },
      ]}
    />
  );
}

/** Opens the editor of the menu, where the account is enabled. */
function MenuButton({ menu }: Pick<OwnAccount, 'menu'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{T('menu')}</Button>
      {isOpen && (
        <Suspense>
          <GzhMenuDialog menu={menu?.buttons ?? noButtons} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function LogsButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{T('logs')}</Button>
      {isOpen && (
        <Suspense>
          <GzhLogs onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function AccountButtons({ setting: account, menu }: OwnAccount) {
  const [isOpen, setOpen] = useState(false);
  const maySet = useCan(`Pages.Basicplatform.GzhSetting.${account ? 'Edit' : 'Create'}`);
  const row = account && { ...blankRow, id: account.id };
  return (
    <Flex gap={8} style={{ marginBlock: 8 }}>
      {maySet && <Button onClick={() => setOpen(true)}>{T(account ? 'change' : 'set')}</Button>}
      {account && <SetButtons account={account} menu={menu} mayEdit={maySet} />}
      {isOpen && <FormDrawer resource={gzhSetting} row={row} onClose={() => setOpen(false)} />}
    </Flex>
  );
}

interface SetProps extends Pick<OwnAccount, 'menu'> {
  readonly account: Account;
  readonly mayEdit: boolean;
}

/** Buttons of an account: check the connection, edit the menu, list the messages sent. */
const SetButtons = ({ account, menu, mayEdit }: SetProps) => (
  <>
    {mayEdit && <TestButton />}
    {mayEdit && account.isEnable && <MenuButton menu={menu} />}
    <LogsButton />
  </>
);

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
      {data.setting ? <AccountFacts account={data.setting} menu={data.menu} /> : <p>{T('none')}</p>}
      <AccountButtons {...data} />
    </section>
  );
}

/** The official account and its templates. */
export function GzhScreen() {
  return <ResourceScreen resource={gzhTemplate} title={T('title')} above={<AccountPanel />} rowActions={rowActions} />;
}
