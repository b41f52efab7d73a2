import { homeCounts, type HomeCountName } from '@kangmai/model/home';
import { useQuery } from '@tanstack/react-query';

import { L } from '../../lib/i18n/texts.ts';
import { meets } from '../../lib/permissions.ts';
import { useSession } from '../../lib/session/session.ts';
import { ShareBar } from '../../ui/share-bar.tsx';

import { Figures, QueryCard, type Figure } from './figure-card.tsx';
import { countsQuery, listsOf, type Counts } from './home-data.ts';
import { refreshMs } from './refresh.ts';
import { Share } from './share.tsx';

interface CountCardProps {
  title: string;
  names: readonly HomeCountName[];
  /** The total of which the others are parts. */
  whole?: HomeCountName;
  /** Numbers that add up to the total, each with its colour in the card's bar. */
  bar?: Readonly<Partial<Record<HomeCountName, string>>>;
}

type Parts = Pick<CountCardProps, 'whole' | 'bar'>;

function shareOf(
  name: HomeCountName,
  counts: Counts | undefined,
  whole: HomeCountName | undefined,
): Pick<Figure, 'picture'> {
  const [part, all] = [counts?.[name], whole && counts?.[whole]];
  return part && all && name !== whole && !all.isCapped
    ? { picture: <Share part={part.total} whole={all.total} /> }
    : {};
}

function figureOf(name: HomeCountName, counts: Counts | undefined, { whole, bar }: Parts): Figure {
  const counted = counts?.[name];
  const color = bar?.[name];
  return {
    label: L(`home.${name}`),
    value: counted?.total,
    lists: listsOf(homeCounts[name]),
    ...(counted && { isCapped: counted.isCapped }),
    ...(name === 'sosOpen' && { tone: 'error' as const }),
    ...(color && { color }),
    ...shareOf(name, counts, whole),
  };
}

export function CountCard({ title, names, ...parts }: CountCardProps) {
  const permissions = useSession((session) => session.permissions);
  const shown = names.filter((name) => meets(permissions, homeCounts[name].permission));
  const query = useQuery({ ...countsQuery(shown), refetchInterval: refreshMs, enabled: shown.length > 0 });
  if (shown.length === 0) return null;
  return (
    <QueryCard title={title} query={query}>
      {(counts) => {
        const figures = shown.map((name) => figureOf(name, counts, parts));
        return (
          <>
            <Figures figures={figures} />
            {parts.bar && (
              <ShareBar
                parts={figures.flatMap(({ label, value = 0, color }) => (color ? [{ key: label, value, color }] : []))}
              />
            )}
          </>
        );
      }}
    </QueryCard>
  );
}
