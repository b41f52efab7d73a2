import { permissionsOfCall, referenceTo, type AnyResource } from '@kangmai/resource';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';

import { resourceTitle } from '../../../lib/labels.ts';
import { listPathOf } from '../../../lib/list-pages.ts';
import { useCan } from '../../../lib/permissions.ts';
import { formatTotal } from '../../../lib/units.ts';
import { useDefinition } from '../../../lib/use-definition.ts';
import { formatListState, firstPage } from '../../../resource-client/address.ts';
import { Card } from '../../../ui/page.tsx';
import { useSeen } from '../../../ui/use-seen.ts';
import { useListContext } from '../../list-context.ts';
import { ResourceScreen } from '../../resource-screen.tsx';
import { T } from '../detail/detail-texts.ts';
import css from './related.module.css';

interface RelatedProps {
  /** The row that the lists are narrowed to. */
  readonly of: AnyResource;
  readonly id: number;
}

/** Tells the number of rows to the heading. */
function Count({ onCount }: { readonly onCount: (count: string) => void }) {
  const { page, isFiltered } = useListContext();
  useEffect(() => {
    if (page && !isFiltered) onCount(formatTotal(page.total, page.isCapped));
  }, [page, isFiltered, onCount]);
  return null;
}

function RelatedList({ resource, of, id }: RelatedProps & { readonly resource: AnyResource }) {
  const [count, setCount] = useState<string>();
  const { element, isSeen } = useSeen();
  const field = referenceTo(resource, of.name) ?? '';
  const list = useMemo(() => ({ fixed: { [field]: String(id) } }), [field, id]);
  const defaults = useMemo(() => ({ [field]: id }), [field, id]);
  const omit = useMemo(() => [field], [field]);
  const path = listPathOf(resource.name);
  const title = resourceTitle(resource);
  const whole = path !== undefined && (
    <Link to={path + formatListState(resource, { ...firstPage, filters: { [field]: String(id) } })}>{T('whole')}</Link>
  );
  if (resource.name === of.name && count === '0') return null;
  return (
    <Card title={count === undefined ? title : `${title}（${count}）`} extra={whole}>
      <div ref={element} className={css['related']}>
        {isSeen && (
          <ResourceScreen
            resource={resource}
            title={title}
            isEmbedded
            isRelated
            list={list}
            defaults={defaults}
            omit={omit}
            above={<Count onCount={setCount} />}
          />
        )}
      </div>
    </Card>
  );
}

function Related({ name, ...rest }: RelatedProps & { readonly name: string }) {
  const { definition } = useDefinition(name);
  const may = useCan(definition ? permissionsOfCall(definition, 'list') : []);
  return definition && may ? <RelatedList resource={definition} {...rest} /> : null;
}

/** Lists of what refers to a row, each loaded when it is scrolled to, for users who may see it. */
export const RelatedLists = ({ of, id }: RelatedProps) =>
  (of.detail?.related ?? []).map((name) => <Related key={name} name={name} of={of} id={id} />);
