import { Modal } from 'antd';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';

import { L } from '../../../lib/i18n/texts.ts';
import { LevelTag } from '../../alarms/alarm-parts.tsx';

import css from './menu-search.module.css';
import { useFound } from './use-found.ts';

import type { FoundEntry, FoundGroup } from './found-entries.ts';

interface FoundProps {
  readonly list: string;
  readonly groups: readonly FoundGroup[];
  readonly at: number;
  readonly onPoint: (at: number) => void;
  readonly onOpen: (entry: FoundEntry) => void;
}

function Groups({ list, groups, at, onPoint, onOpen }: FoundProps) {
  const all = groups.flatMap(({ entries }) => entries);
  return (
    <div id={list} role="listbox" aria-label={L('frame.menuSearch')} className={css['list']}>
      {groups.map(({ title, entries }) => (
        <div key={title} role="group" aria-label={title}>
          <p className={css['caption']} aria-hidden="true">
            {title}
          </p>
          {entries.map((entry) => {
            const index = all.indexOf(entry);
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field above keeps the focus and hears the keys
              <div
                key={entry.key}
                id={`${list}-${index}`}
                role="option"
                aria-selected={index === at}
                className={css['option']}
                onMouseMove={() => onPoint(index)}
                onClick={() => onOpen(entry)}
              >
                <span className={css['title']}>{entry.title}</span>
                {entry.level !== undefined && <LevelTag level={entry.level} />}
                <span className={css['facts']}>{entry.facts.join(' · ')}</span>
                {entry.note !== undefined && <span className={css['note']}>{entry.note}</span>}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Text below the field of an empty list. */
function statusOf(isPending: boolean, isAsked: boolean, count: number): string {
  if (count > 0 || !isAsked) return '';
  return L(isPending ? 'frame.searchRuns' : 'frame.menuSearchNone');
}

/** Finds people in sight, their open cases, and pages; without a question it lists those viewed last. */
export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [isEntered, setEntered] = useState(false);
  const question = text.trim();
  const { groups, isPending } = useFound(question, isEntered);
  const entries = groups.flatMap((group) => group.entries);
  const navigate = useNavigate();
  const list = useId();
  const openEntry = ({ path }: FoundEntry): void => {
    onClose();
    void navigate(path);
  };
  const wanted = isEntered && !isPending ? entries[at]?.path : undefined;
  useEffect(() => {
    if (wanted === undefined) return;
    onClose();
    void navigate(wanted);
  }, [wanted, onClose, navigate]);
  const onSearchKey = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step !== undefined && entries.length > 0) setAt((at + step + entries.length) % entries.length);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) setEntered(true);
    else return;
    event.preventDefault();
  };
  const isEmpty = entries.length === 0;

  return (
    <Modal open title={L('frame.menuSearch')} footer={null} width={640} onCancel={onClose} focusable={{ trap: true }}>
      <input
        autoFocus
        className={css['field']}
        type="text"
        role="combobox"
        aria-label={L('frame.menuSearchHint')}
        placeholder={L('frame.menuSearchHint')}
        aria-expanded={!isEmpty}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isEmpty ? undefined : `${list}-${at}`}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
          setEntered(false);
        }}
        onKeyDown={onSearchKey}
      />
      {!isEmpty && <Groups list={list} groups={groups} at={at} onPoint={setAt} onOpen={openEntry} />}
      <p role="status" className={css['none']}>
        {statusOf(isPending, question !== '', entries.length)}
      </p>
    </Modal>
  );
}
