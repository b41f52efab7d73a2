import { Modal } from 'antd';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { L } from '../../../lib/i18n/texts.ts';
import { recentPages } from '../../tabs/tabs-store.ts';
import { useMenuRoutes } from '../use-routes.ts';

import { findPages, type SearchPage } from './find-pages.ts';
import css from './menu-search.module.css';
import { searchPages } from './search-pages.ts';

const recentShown = 5;
const shown = 12;

function usePages(question: string): readonly SearchPage[] {
  const menu = useMenuRoutes();
  const { pathname } = useLocation();
  const pages = useMemo(() => searchPages(menu), [menu]);
  const recent = useMemo(() => recentPages().filter((path) => path !== pathname), [pathname]);
  if (question.trim() !== '') return findPages(pages, question).slice(0, shown);
  return recent.flatMap((path) => pages.find((page) => page.path === path) ?? []).slice(0, recentShown);
}

interface FoundProps {
  list: string;
  name: string;
  pages: readonly SearchPage[];
  at: number;
  onPoint: (at: number) => void;
  onOpen: (page: SearchPage) => void;
}

function Found({ list, name, pages, at, onPoint, onOpen }: FoundProps) {
  return (
    <div id={list} role="listbox" aria-label={name} className={css['list']}>
      {pages.map((page, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field above keeps the focus and hears the keys
        <div
          key={page.path}
          id={`${list}-${index}`}
          role="option"
          aria-selected={index === at}
          className={css['option']}
          onMouseMove={() => onPoint(index)}
          onClick={() => onOpen(page)}
        >
          <span>{page.title}</span>
          <span className={css['groups']}>{page.groups.join(' / ')}</span>
        </div>
      ))}
    </div>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Finds a page by title, pinyin or address; without a query it lists recently opened pages. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [question, setQuestion] = useState('');
  const [at, setAt] = useState(0);
  const pages = usePages(question);
  const navigate = useNavigate();
  const list = useId();
  const openPage = (page: SearchPage): void => {
    onClose();
    void navigate(page.path);
  };
  const onSearchKey = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    const page = pages[at];
    if (step !== undefined && pages.length > 0) setAt((at + step + pages.length) % pages.length);
    else if (event.key === 'Enter' && page && !event.nativeEvent.isComposing) openPage(page);
    else return;
    event.preventDefault();
  };
  const isAsked = question.trim() !== '';
  const isEmpty = pages.length === 0;

  return (
    <Modal open title={L('frame.menuSearch')} footer={null} width={560} onCancel={onClose} focusable={{ trap: true }}>
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
        value={question}
        onChange={(event) => {
          setQuestion(event.target.value);
          setAt(0);
        }}
        onKeyDown={onSearchKey}
      />
      {!isAsked && !isEmpty && <p className={css['caption']}>{L('frame.menuSearchRecent')}</p>}
      {!isEmpty && (
        <Found list={list} name={L('frame.menuSearch')} pages={pages} at={at} onPoint={setAt} onOpen={openPage} />
      )}
      <p role="status" className={css['none']}>
        {isAsked && isEmpty && L('frame.menuSearchNone')}
      </p>
    </Modal>
  );
}
