import { Drawer, Form, Modal, type DrawerProps, type ModalProps } from 'antd';
import { useRef } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import css from './entry.module.css';
import { FormKeys, SaveKey } from './form-keys.tsx';
import { MarkDirty } from './mark-dirty.ts';
import { useAskBeforeClose } from './use-ask-before-close.ts';

import type { ComponentProps, ReactNode } from 'react';

type FormProviderProps = ComponentProps<typeof Form.Provider>;

interface EntryProps {
  readonly onClose: () => void;
  /** Whether there is unsaved input, where the fields of a form do not tell. */
  readonly isChanged?: boolean | undefined;
  readonly children: ReactNode | ((leave: () => void, setDirty: (isDirty: boolean) => void) => ReactNode);
}

interface ContentProps extends Pick<EntryProps, 'children'> {
  readonly leave: () => void;
  readonly setDirty: (isDirty: boolean) => void;
}

function Content({ children, leave, setDirty }: ContentProps) {
  const box = useRef<HTMLDivElement>(null);
  const markDirty: FormProviderProps['onFormChange'] = (_name, { changedFields }) => {
    // A dialog above this one asks about its own input.
    const place = document.activeElement?.closest('[role="dialog"]');
    const isAbove = place && !place.contains(box.current);
    if (!isAbove && changedFields.some(({ touched }) => touched)) setDirty(true);
  };
  return (
    <FormKeys>
      <div ref={box}>
        <MarkDirty value={() => setDirty(true)}>
          <Form.Provider onFormChange={markDirty}>
            {typeof children === 'function' ? children(leave, setDirty) : children}
          </Form.Provider>
        </MarkDirty>
      </div>
    </FormKeys>
  );
}

/** A dialog with input: it has the keys of forms and asks before unsaved input is lost. */
export function EntryDialog({
  onClose,
  isChanged,
  children,
  footer,
  ...modal
}: EntryProps & Omit<ModalProps, 'open' | 'onCancel' | 'children' | 'footer'> & { readonly footer?: null }) {
  const { leave, setDirty } = useAskBeforeClose(onClose, isChanged);
  const { okText = L('word.confirm') } = modal;
  const foot = (buttons: ReactNode) => (
    <div className={css['foot']}>
      <SaveKey word={okText} />
      {buttons}
    </div>
  );
  return (
    <Modal
      open
      okText={okText}
      cancelText={L('word.cancel')}
      {...modal}
      onCancel={leave}
      footer={footer === null ? null : foot}
    >
      <Content leave={leave} setDirty={setDirty}>
        {children}
      </Content>
    </Modal>
  );
}

/** A drawer with input, like `EntryDialog`. */
export function EntryDrawer({
  onClose,
  isChanged,
  children,
  ...drawer
}: EntryProps & Omit<DrawerProps, 'open' | 'onClose' | 'children'>) {
  const { leave, setDirty } = useAskBeforeClose(onClose, isChanged);
  return (
    <Drawer open {...drawer} onClose={leave}>
      <Content leave={leave} setDirty={setDirty}>
        {children}
      </Content>
    </Drawer>
  );
}
