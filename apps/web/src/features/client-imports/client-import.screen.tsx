import { entryOf } from '@kangmai/model/catalogue';
import { permissionsOfImport, permissionsOfWrite, type AnyResource } from '@kangmai/resource';
import { Radio, Select } from 'antd';
import { useId } from 'react';
import { Link, useNavigate } from 'react-router';

import { resourceTitle } from '../../lib/labels.ts';
import { useCan } from '../../lib/permissions.ts';
import { screenPath } from '../../lib/screen-path.ts';
import { useDefinition } from '../../lib/use-definition.ts';
import { ImportSteps } from '../../resource-screens/list-tools/imports/import-dialog.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { EmptyState, LoadingState } from '../../ui/states.tsx';
import { T } from './client-import-texts.ts';
import css from './client-imports.module.css';
import { kindLabel, kindOptions, openKinds, resourcesOf, type Kind } from './kinds.ts';
import { numberIn, useSearch } from '../../lib/use-search.ts';

interface Choice {
  readonly kind: Kind;
  readonly of: string;
}

/** What is imported: the kind, and of several resources one. */
function KindChoice({ chosen, onChange }: { readonly chosen: Choice; readonly onChange: (choice: Choice) => void }) {
  const [kindId, ofId] = [useId(), useId()];
  const resources = resourcesOf(chosen.kind);
  return (
    <div className={css['bar']}>
      <span id={kindId}>{T('kind')}</span>
      <Radio.Group
        aria-labelledby={kindId}
        optionType="button"
        value={chosen.kind}
        options={[...kindOptions()]}
        onChange={({ target }) => {
          const kind = target.value as Kind;
          onChange({ kind, of: resourcesOf(kind)[0] ?? '' });
        }}
      />
      {resources.length > 1 && (
        <>
          <label htmlFor={ofId}>{T('of')}</label>
          <Select
            id={ofId}
            className={css['of'] ?? ''}
            value={chosen.of}
            options={resources.map((name) => ({ value: name, label: resourceTitle(entryOf(name)) }))}
            onChange={(of) => onChange({ ...chosen, of })}
          />
        </>
      )}
    </div>
  );
}

interface StepsProps {
  readonly resource: AnyResource;
  readonly id: number | null;
  readonly onOpen: (id: number | null) => void;
}

function Steps({ resource, ...rest }: StepsProps) {
  const navigate = useNavigate();
  const mayCreate = useCan(permissionsOfWrite(resource, 'Create'));
  const mayImport = useCan(permissionsOfImport(resource));
  if (!mayCreate || !mayImport) return <EmptyState text={T('noRight')} />;
  return <ImportSteps {...rest} resource={resource} onClose={() => void navigate(screenPath('clientImports'))} />;
}

function choiceIn(asked: URLSearchParams): Choice {
  const [first = 'client'] = openKinds;
  const kind = openKinds.find((known) => known === asked.get('kind')) ?? first;
  const resources = resourcesOf(kind);
  return { kind, of: resources.find((name) => name === asked.get('of')) ?? resources[0] ?? '' };
}

/** Imports client data in steps: kind and template, check, correction, confirmation. The step is in the address. */
export function ClientImportScreen() {
  const { asked, go } = useSearch();
  const choice = choiceIn(asked);
  const id = numberIn(asked, 'id');
  const { definition } = useDefinition(choice.of);
  return (
    <Page title={T('wizard')} actions={<Link to={screenPath('clientImports')}>{T('toList')}</Link>}>
      <Card>
        {id === null ? (
          <KindChoice chosen={choice} onChange={(next) => go({ ...next })} />
        ) : (
          <p className={css['bar']}>
            {T('kind')} <strong>{kindLabel(choice.kind)}</strong>
          </p>
        )}
        {definition ? (
          <Steps key={choice.of} resource={definition} id={id} onOpen={(next) => go({ ...choice, id: next })} />
        ) : (
          <LoadingState />
        )}
      </Card>
    </Page>
  );
}
