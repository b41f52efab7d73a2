import BoldOutlined from '@ant-design/icons/es/icons/BoldOutlined';
import ClearOutlined from '@ant-design/icons/es/icons/ClearOutlined';
import FontSizeOutlined from '@ant-design/icons/es/icons/FontSizeOutlined';
import ItalicOutlined from '@ant-design/icons/es/icons/ItalicOutlined';
import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined';
import MessageOutlined from '@ant-design/icons/es/icons/MessageOutlined';
import OrderedListOutlined from '@ant-design/icons/es/icons/OrderedListOutlined';
import RedoOutlined from '@ant-design/icons/es/icons/RedoOutlined';
import StrikethroughOutlined from '@ant-design/icons/es/icons/StrikethroughOutlined';
import UnderlineOutlined from '@ant-design/icons/es/icons/UnderlineOutlined';
import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined';
import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { Button, Input } from 'antd';
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react';

import { IconButton } from '../icon-button.tsx';
import css from './rich-text.module.css';
import { T } from './rich-text-texts.ts';

interface Tool {
  readonly name: Parameters<typeof T>[0];
  readonly icon: ReactNode;
  readonly run: (editor: Editor) => void;
  readonly isOn?: (editor: Editor) => boolean;
}

const chain = (editor: Editor) => editor.chain().focus();

const tools: readonly Tool[] = [
  {
    name: 'bold',
    icon: <BoldOutlined />,
    run: (one) => chain(one).toggleBold().run(),
    isOn: (one) => one.isActive('bold'),
  },
  {
    name: 'italic',
    icon: <ItalicOutlined />,
    run: (one) => chain(one).toggleItalic().run(),
    isOn: (one) => one.isActive('italic'),
  },
  {
    name: 'underline',
    icon: <UnderlineOutlined />,
    run: (one) => chain(one).toggleUnderline().run(),
    isOn: (one) => one.isActive('underline'),
  },
  {
    name: 'strike',
    icon: <StrikethroughOutlined />,
    run: (one) => chain(one).toggleStrike().run(),
    isOn: (one) => one.isActive('strike'),
  },
  {
    name: 'heading',
    icon: <b>H</b>,
    run: (one) => chain(one).toggleHeading({ level: 2 }).run(),
    isOn: (one) => one.isActive('heading', { level: 2 }),
  },
  {
    name: 'small',
    icon: <FontSizeOutlined />,
    run: (one) => chain(one).toggleHeading({ level: 3 }).run(),
    isOn: (one) => one.isActive('heading', { level: 3 }),
  },
  {
    name: 'bullets',
    icon: <UnorderedListOutlined />,
    run: (one) => chain(one).toggleBulletList().run(),
    isOn: (one) => one.isActive('bulletList'),
  },
  {
    name: 'numbers',
    icon: <OrderedListOutlined />,
    run: (one) => chain(one).toggleOrderedList().run(),
    isOn: (one) => one.isActive('orderedList'),
  },
  {
    name: 'quote',
    icon: <MessageOutlined />,
    run: (one) => chain(one).toggleBlockquote().run(),
    isOn: (one) => one.isActive('blockquote'),
  },
  { name: 'clear', icon: <ClearOutlined />, run: (one) => chain(one).unsetAllMarks().clearNodes().run() },
  { name: 'undo', icon: <UndoOutlined />, run: (one) => chain(one).undo().run() },
  { name: 'redo', icon: <RedoOutlined />, run: (one) => chain(one).redo().run() },
];

const isAddress = (address: string): boolean => address === '' || /^https?:\/\/[^\s/]+/i.test(address);

function LinkLine({ editor, onDone }: { readonly editor: Editor; readonly onDone: () => void }) {
  const [address, setAddress] = useState<string>((editor.getAttributes('link')['href'] as string | undefined) ?? '');
  const isRight = isAddress(address);
  const set = (): void => {
    if (!isRight) return;
    const marked = chain(editor).extendMarkRange('link');
    if (address === '') marked.unsetLink().run();
    else marked.setLink({ href: address }).run();
    onDone();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      set();
    }
  };
  return (
    <div className={css['link']}>
      <Input
        autoFocus
        size="small"
        aria-label={T('address')}
        placeholder={T('wrong')}
        value={address}
        {...(!isRight && { status: 'error' as const })}
        onChange={(event) => setAddress(event.target.value.trim())}
        onKeyDown={onKey}
      />
      <Button size="small" disabled={!isRight} onClick={set}>
        {T('setLink')}
      </Button>
    </div>
  );
}

function Tools({
  editor,
  label,
  disabled,
}: {
  readonly editor: Editor;
  readonly label: string;
  readonly disabled: boolean;
}) {
  const [isLinking, setLinking] = useState(false);
  const on = useEditorState({
    editor,
    selector: ({ editor: one }) => tools.map(({ isOn }) => isOn?.(one) ?? false).join(),
  }).split(',');
  return (
    <>
      <div role="toolbar" aria-label={T('tools', { label })} className={css['tools']}>
        {tools.map(({ name, icon, run, isOn }, at) => (
          <IconButton
            key={name}
            size="small"
            name={T(name)}
            icon={icon}
            disabled={disabled}
            {...(isOn && { 'aria-pressed': on[at] === 'true' })}
            onClick={() => run(editor)}
          />
        ))}
        <IconButton
          size="small"
          name={T('link')}
          icon={<LinkOutlined />}
          disabled={disabled}
          aria-expanded={isLinking}
          onClick={() => setLinking(!isLinking)}
        />
      </div>
      {isLinking && <LinkLine editor={editor} onDone={() => setLinking(false)} />}
    </>
  );
}

interface RichTextEditorProps {
  readonly id: string | undefined;
  readonly label: string;
  readonly value: string | null;
  readonly disabled: boolean;
  readonly onChange: (html: string | null) => void;
}

const htmlOf = (editor: Editor): string | null => (editor.isEmpty ? null : editor.getHTML());

/** Formatted text under change; empty text is null. */
export function RichTextEditor({ id, label, value, disabled, onChange }: RichTextEditorProps) {
  const attributes = {
    ...(id !== undefined && { id }),
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
  };
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3] },
        link: { openOnClick: false, protocols: ['http', 'https'], defaultProtocol: 'https' },
      }),
    ],
    content: value ?? '',
    editable: !disabled,
    injectCSS: false,
    editorProps: { attributes },
    onUpdate: ({ editor: one }) => onChange(htmlOf(one)),
  });
  useEffect(() => {
    // A form that is shown again after it was hidden gets a new editor.
    if (editor.isDestroyed) return;
    // Another row or a draft was put into the form.
    if ((value ?? null) !== htmlOf(editor)) editor.commands.setContent(value ?? '', { emitUpdate: false });
  }, [value, editor]);
  return (
    <div className={css['editor']}>
      <Tools editor={editor} label={label} disabled={disabled} />
      <EditorContent editor={editor} className={css['text']} />
    </div>
  );
}
