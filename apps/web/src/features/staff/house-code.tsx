import { staffRegisterPath } from '@kangmai/model/menu';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Modal, Space } from 'antd';
import { useState } from 'react';

import { api } from '../../lib/api/api.ts';
import { useCan } from '../../lib/permissions.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { T } from './staff-texts.ts';

interface Answer {
  readonly code: string | null;
}

const key = ['registrationCode'];

function useHouseCode() {
  const client = useQueryClient();
  const tell = useFailureNotice();
  const read = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<Answer>('wcmp_users/GetRegistrationCode', {}, { signal }),
    gcTime: 0,
  });
  const change = useMutation({
    mutationFn: (isOpen: boolean) => api.post<Answer>('wcmp_users/UpdateRegistrationCode', { isOpen }),
    onSuccess: (answer) => client.setQueryData(key, answer),
    onError: (error) => tell(error),
  });
  return { code: read.data?.code, isLoading: read.isLoading, change };
}

function CodeDialog({ onClose }: { readonly onClose: () => void }) {
  const { code, isLoading, change } = useHouseCode();
  const isOpen = typeof code === 'string';
  return (
    <Modal
      open
      title={T('codeTitle')}
      onCancel={onClose}
      footer={[
        isOpen && (
          <Button key="close" danger loading={change.isPending} onClick={() => change.mutate(false)}>
            {T('close')}
          </Button>
        ),
        <Button key="renew" disabled={isLoading} loading={change.isPending} onClick={() => change.mutate(true)}>
          {isOpen ? T('renew') : T('open')}
        </Button>,
        <Button key="done" type="primary" onClick={onClose}>
          {T('done')}
        </Button>,
      ]}
    >
      {isLoading && <LoadingState />}
      {!isLoading && <p>{isOpen ? T('codeHint') : T('codeClosed')}</p>}
      {isOpen && (
        <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
          <CopyLine label={T('code')} value={code} />
          <CopyLine label={T('address')} value={location.origin + staffRegisterPath} />
        </Space>
      )}
    </Modal>
  );
}

/** The code that applicants need, for those who may approve. */
export function HouseCodeButton() {
  const mayApprove = useCan('Pages.StaffManagement.Examine.Approve');
  const [isShown, setShown] = useState(false);
  if (!mayApprove) return null;
  return (
    <>
      <Button onClick={() => setShown(true)}>{T('code')}</Button>
      {isShown && <CodeDialog onClose={() => setShown(false)} />}
    </>
  );
}
