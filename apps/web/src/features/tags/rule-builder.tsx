import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { factKeys, factKinds, signsOf, takesValue, type FactKey, type FactKind } from '@kangmai/domain';
import { Button, Flex, Form, Radio, Select } from 'antd';

import { useEntryOptions } from '../../resource-screens/field-kinds/dict.tsx';
import { fieldLabel } from '../../lib/labels.ts';
import { culture } from '../../lib/i18n/i18n.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { namedPopup } from '../../ui/named-popup.tsx';
import { NumberBox, type Typed } from '../../ui/number-box.tsx';
import { Matches } from './matches.tsx';
import {
  aboutFact,
  draftOf,
  groupOf,
  isGroup,
  jointOf,
  partsOf,
  withSign,
  type DraftGroup,
  type DraftPart,
  type DraftTerm,
  type Joint,
} from './rule-draft.ts';
import { T } from './tag-texts.ts';
import css from './rule-builder.module.css';

import type { InputProps } from '../../resource-screens/field-kinds/face.ts';

interface TermProps {
  readonly term: DraftTerm;
  readonly onChange: (term: DraftTerm) => void;
}

const labelOf = ({ label, en }: FactKind): string => (culture() === 'en' ? en : label);
const factOptions = () => factKeys.map((key) => ({ value: key, label: labelOf(factKinds[key]) }));

function CodesBox({ term, dictionary, onChange }: TermProps & { readonly dictionary: string }) {
  const offered = useEntryOptions(dictionary);
  return (
    <Select
      mode="multiple"
      popupRender={namedPopup}
      aria-label={T('value')}
      className={css['value'] ?? ''}
      value={Array.isArray(term.value) ? (term.value as string[]) : []}
      {...offered}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(value: string[]) => onChange({ ...term, value })}
    />
  );
}

const YesNoBox = ({ term, onChange }: TermProps) => (
  <Radio.Group
    aria-label={T('value')}
    value={term.value}
    options={[
      { value: true, label: T('yes') },
      { value: false, label: T('no') },
    ]}
    onChange={({ target }) => onChange({ ...term, value: target.value as boolean })}
  />
);

function FigureBox({ term, kind, onChange }: TermProps & { readonly kind: FactKind }) {
  const { unit, maxDays } = kind;
  return (
    <NumberBox
      aria-label={T('value')}
      className={css['number'] ?? ''}
      value={(term.value ?? null) as Typed}
      suffix={[unit, maxDays && T('maxDays', { n: maxDays })].filter(Boolean).join(' ')}
      onChange={(value) => onChange({ ...term, value })}
    />
  );
}

function ValueBox({ term, onChange }: TermProps) {
  const { fact, sign } = term;
  if (!fact || !sign || !takesValue(sign)) return null;
  const kind: FactKind = factKinds[fact];
  if (kind.type === 'number') return <FigureBox term={term} kind={kind} onChange={onChange} />;
  if (kind.type === 'yesNo') return <YesNoBox term={term} onChange={onChange} />;
  return <CodesBox term={term} dictionary={kind.dictionary ?? ''} onChange={onChange} />;
}

function TermBoxes({ term, onChange }: TermProps) {
  const { fact, sign } = term;
  return (
    <>
      <Select
        popupRender={namedPopup}
        aria-label={T('fact')}
        className={css['fact'] ?? ''}
        value={fact ?? null}
        placeholder={T('fact')}
        options={factOptions()}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(next: FactKey) => onChange(aboutFact(next))}
      />
      {fact && (
        <Select
          popupRender={namedPopup}
          aria-label={T('sign')}
          className={css['sign'] ?? ''}
          value={sign ?? null}
          options={signsOf(fact).map((one) => ({ value: one, label: T(`sign.${one}`) }))}
          onChange={(next) => onChange(withSign(term, next))}
        />
      )}
      <ValueBox term={term} onChange={onChange} />
    </>
  );
}

interface GroupProps {
  readonly group: DraftGroup;
  readonly depth: number;
  readonly onChange: (group: DraftGroup) => void;
}

const deepest = 3;

interface PartProps {
  readonly part: DraftPart;
  readonly n: number;
  readonly depth: number;
  readonly onChange: (part: DraftPart) => void;
  readonly onRemove: (() => void) | undefined;
}

function Part({ part, n, depth, onChange, onRemove }: PartProps) {
  const isInner = isGroup(part);
  const remove = onRemove && (
    <IconButton name={T(isInner ? 'removeGroup' : 'remove', { n })} icon={<DeleteOutlined />} onClick={onRemove} />
  );
  if (!isInner)
    return (
      <div className={css['row']}>
        <TermBoxes term={part} onChange={onChange} />
        {remove}
      </div>
    );
  return (
    <fieldset className={css['inner']}>
      <legend>{T('group', { n })}</legend>
      <Group group={part} depth={depth + 1} onChange={onChange} />
      {remove}
    </fieldset>
  );
}

function Group({ group, depth, onChange }: GroupProps) {
  const parts = partsOf(group);
  const joint = jointOf(group);
  const change = (next: readonly DraftPart[]): void => onChange(groupOf(joint, next));
  return (
    <div className={css['group']}>
      <Radio.Group
        aria-label={T('joint')}
        optionType="button"
        size="small"
        value={joint}
        options={[
          { value: 'all', label: T('all') },
          { value: 'any', label: T('any') },
        ]}
        onChange={({ target }) => onChange(groupOf(target.value as Joint, parts))}
      />
      {parts.map((part, at) => (
        // Parts have no ids; their place identifies them.
        <Part
          key={`${depth}.${at}`}
          part={part}
          n={at + 1}
          depth={depth}
          onChange={(next) => change(parts.with(at, next))}
          onRemove={parts.length > 1 ? () => change(parts.toSpliced(at, 1)) : undefined}
        />
      ))}
      <Flex gap={8}>
        <Button size="small" icon={<PlusOutlined />} onClick={() => change([...parts, {}])}>
          {T('add')}
        </Button>
        {depth < deepest && (
          <Button size="small" icon={<PlusOutlined />} onClick={() => change([...parts, groupOf('any', [{}])])}>
            {T('addGroup')}
          </Button>
        )}
      </Flex>
    </div>
  );
}

export function RuleBuilder({ id = 'rule', name, field, value, onChange }: InputProps) {
  const mode = Form.useWatch<unknown>('tagMode');
  if (mode !== 'auto') return <p className={css['hint']}>{T('byHand')}</p>;
  const draft = draftOf(value);
  return (
    <div id={id} role="group" aria-label={fieldLabel(name, field)} tabIndex={-1} className={css['builder']}>
      <Form.Item noStyle validateStatus="">
        <Group group={draft} depth={1} onChange={(next) => onChange?.(next)} />
        <Matches draft={draft} />
      </Form.Item>
    </div>
  );
}
