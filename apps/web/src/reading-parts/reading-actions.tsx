import { Suspense, useRef, useState, type ComponentType, type LazyExoticComponent } from 'react';

import { lazyPart } from '../lib/lazy-part.ts';
import { rowName } from '../resource-client/row-name.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { rememberFocus } from './remember-focus.ts';
import { T } from './reading-part-texts.ts';
import css from './readings.module.css';
import { useReadingRights } from './use-reading-rights.ts';

import type { ReadingKind } from '@kangmai/model/measurements';
import type { AnyResource } from '@kangmai/resource';
import type { ScreenRow } from '../resource-client/row.ts';
import type { ReadingDialogProps } from './void-dialog.tsx';

const CorrectDrawer = lazyPart(async () => (await import('./correct-drawer.tsx')).CorrectDrawer);
const VoidDialog = lazyPart(async () => (await import('./void-dialog.tsx')).VoidDialog);

interface ReadingActionProps {
  readonly kind: ReadingKind;
  readonly resource: AnyResource;
  readonly row: ScreenRow;
  readonly onDone?: () => void;
}

interface ActionButtonProps extends ReadingActionProps {
  readonly word: 'correct' | 'void';
  readonly Dialog: LazyExoticComponent<ComponentType<ReadingDialogProps>>;
}

function ActionButton({ word, Dialog, onDone, ...reading }: ActionButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const name = rowName(reading.resource, reading.row);
  const button = useRef<HTMLButtonElement>(null);
  const closeDialog = (): void => setOpen(false);
  const done = (refreshed: Promise<void>): void => {
    const back = rememberFocus(button.current);
    closeDialog();
    onDone?.();
    void refreshed.finally(back);
  };
  return (
    <>
      <LinkButton
        ref={button}
        isDanger={word === 'void'}
        aria-label={T(`${word}Of`, { name })}
        onClick={() => setOpen(true)}
      >
        {T(word)}
      </LinkButton>
      {isOpen && (
        <Suspense>
          <Dialog {...reading} onClose={closeDialog} onDone={done} />
        </Suspense>
      )}
    </>
  );
}

export const CorrectAction = (props: ReadingActionProps) =>
  useReadingRights(props.resource, props.row).mayCorrect && (
    <ActionButton word="correct" Dialog={CorrectDrawer} {...props} />
  );

export const VoidAction = (props: ReadingActionProps) =>
  useReadingRights(props.resource, props.row).mayVoid && <ActionButton word="void" Dialog={VoidDialog} {...props} />;

export const ReadingActions = (props: ReadingActionProps) => (
  <span className={css['actions']}>
    <CorrectAction {...props} />
    <VoidAction {...props} />
  </span>
);
