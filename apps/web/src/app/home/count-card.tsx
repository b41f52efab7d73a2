import { homeCounts, type HomeCountName } from '@kangmai/model/home';
import { useQuery } from '@tanstack/react-query';

import { L } from '../../lib/i18n/texts.ts';
import { meets } from '../../lib/permissions.ts';
import { useSession } from '../../lib/session/session.ts';

import { Figures, QueryCard } from './figure-card.tsx';
import { countsQuery, listsOf } from './home-data.ts';
import { refreshMs } from './refresh.ts';

interface CountCardProps {
  title: string;
  names: readonly HomeCountName[];
}

/** Numbers that are lists' numbers of rows: those that the user may read. */
export function CountCard({ title, names }: CountCardProps) {
  const permissions = useSession((session) => session.permissions);
  const shown = names.filter((name) => meets(permissions, homeCounts[name].permission));
  const query = useQuery({ ...countsQuery(shown), refetchInterval: refreshMs, enabled: shown.length > 0 });
  if (shown.length === 0) return null;
  return (
    <QueryCard title={title} query={query}>
      {(counts) => (
        <Figures
          figures={shown.map((name) => {
            const counted = counts?.[name];
            return { label: L(`home.${name}`), value: counted?.total, ...(counted && { isCapped: counted.isCapped }), ...(name === 'sosOpen' && { tone: 'error' as const }), lists: listsOf(homeCounts[name]) };
          })}
        />
      )}
    </QueryCard>
  );
}
