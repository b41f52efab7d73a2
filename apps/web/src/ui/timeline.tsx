import css from './timeline.module.css';

import type { Tone } from './status-tag.tsx';
import type { ReactNode } from 'react';

export interface TimelineEntry {
  key: string | number;
  time: string;
  title: ReactNode;
  body?: ReactNode;
  tone?: Tone;
}

export interface TimelineGroup {
  heading: string;
  entries: readonly TimelineEntry[];
}

export function Timeline({ name, groups }: { name: string; groups: readonly TimelineGroup[] }) {
  return (
    <div role="group" aria-label={name}>
      {groups.map((group) => (
        <div key={group.heading} className={css['group']}>
          <h3 className={css['heading']}>{group.heading}</h3>
          <ol className={css['entries']}>
            {group.entries.map((entry) => (
              <li key={entry.key} className={`${css['entry']} ${css[entry.tone ?? 'neutral']}`}>
                <span className={css['time']}>{entry.time}</span>
                <div className={css['content']}>
                  <div>{entry.title}</div>
                  {entry.body && <div className={css['body']}>{entry.body}</div>}
                </div>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </div>
  );
}
