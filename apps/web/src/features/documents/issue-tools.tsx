import { App, Button, Select } from 'antd';
import { useState } from 'react';

import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import {
  verifyPaper,
  type IssuedVersion,
  type IssuedVersions,
  type PaperKey,
} from '../../resource-client/documents.ts';
import { IssueDialog } from './issue-dialog.tsx';
import { P } from './print-texts.ts';
import { SignDialog } from './sign-dialog.tsx';

interface ToolsProps {
  readonly of: PaperKey;
  readonly known: IssuedVersions;
  /** The version on the page; 0 for the row as it is now. */
  readonly shown: number;
}

const versionWords = ({ version, sha256, signedAt }: IssuedVersion): string =>
  `${P('versionOf', { n: version })} · ${P(signedAt === null ? 'unsigned' : 'signed')} · ${sha256.slice(0, 12)}`;

function VersionSelect({ versions, shown }: { readonly versions: readonly IssuedVersion[]; readonly shown: number }) {
  if (versions.length === 0) return null;
  return (
    <Select
      aria-label={P('version')}
      value={shown}
      options={[
        ...versions.map((each) => ({ value: each.version, label: versionWords(each) })),
        { value: 0, label: P('current') },
      ]}
      popupMatchSelectWidth={false}
      onChange={(version) => {
        location.search = `?version=${version}`;
      }}
    />
  );
}

function VerifyButton({ of, version }: { readonly of: PaperKey; readonly version: number }) {
  const { notification } = App.useApp();
  const tell = useFailureNotice();
  const [isBusy, setBusy] = useState(false);
  const verify = async (): Promise<void> => {
    setBusy(true);
    try {
      const { isIntact, differences } = await verifyPaper(of, version);
      const what = differences.map((name) => P(`is.${name}`)).join('、');
      if (isIntact) notification.success({ title: P('intact'), description: P('intactDetails', { n: version }) });
      else
        notification.error({
          title: P('changed', { n: version }),
          description: P('changedDetails', { what }),
          duration: 0,
        });
    } catch (error) {
      tell(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={isBusy} onClick={() => void verify()}>
      {P('verify')}
    </Button>
  );
}

interface IssuedToolsProps extends Pick<ToolsProps, 'of'> {
  readonly version: number;
  readonly onSign: (() => void) | null;
}

const IssuedTools = ({ of, version, onSign }: IssuedToolsProps) => (
  <>
    <VerifyButton of={of} version={version} />
    {onSign && <Button onClick={onSign}>{P('sign')}</Button>}
  </>
);

interface OpenedProps extends Pick<ToolsProps, 'of'> {
  readonly opened: 'issue' | 'sign' | null;
  readonly newest: number;
  readonly onClose: () => void;
}

function Opened({ of, opened, newest, onClose }: OpenedProps) {
  if (opened === 'issue') return <IssueDialog of={of} former={newest} onClose={onClose} />;
  return opened === 'sign' ? <SignDialog of={{ ...of, version: newest }} onClose={onClose} /> : null;
}

/** The issued versions of a paper: shown, verified, signed, and the next one issued. */
export function IssueTools({ of, known, shown }: ToolsProps) {
  const [opened, setOpened] = useState<'issue' | 'sign' | null>(null);
  const { versions, mayIssue, maySign } = known;
  const newest = versions[0]?.version ?? 0;
  const isDraft = shown === 0;
  const sign = shown === newest && maySign ? (): void => setOpened('sign') : null;
  return (
    <>
      <VersionSelect versions={versions} shown={shown} />
      {isDraft && mayIssue && (
        <Button onClick={() => setOpened('issue')}>{P(newest === 0 ? 'issue' : 'correct')}</Button>
      )}
      {!isDraft && <IssuedTools of={of} version={shown} onSign={sign} />}
      <Opened of={of} opened={opened} newest={newest} onClose={() => setOpened(null)} />
    </>
  );
}
