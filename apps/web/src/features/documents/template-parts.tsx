import { keyOfPlaceholder, templateParts, placeholdersOf, type AnyResource } from '@kangmai/resource';
import { Select } from 'antd';

import { useFileAddress } from '../../resource-client/use-file-address.ts';
import { T } from './document-texts.ts';

import type { ReactNode } from 'react';
import type { PrintLook } from '../../resource-client/report-templates.ts';

interface TextProps {
  readonly text: string | null | undefined;
  readonly resource: AnyResource;
  /** Values of the placeholders of every document. */
  readonly given: Readonly<Record<string, string | undefined>>;
  /** Renders a field of the row. */
  readonly children: (name: string) => ReactNode;
}

/** A text of a template, with values in the place of its placeholders. */
export function TemplateText({ text, resource, given, children }: TextProps) {
  const known = placeholdersOf(resource);
  return templateParts(text ?? '').map((part, at) => {
    if ('text' in part) return <span key={at}>{part.text}</span>;
    const key = keyOfPlaceholder(known, part.name);
    return <span key={at}>{key !== undefined && (given[key] ?? children(key))}</span>;
  });
}

export function Logo({ file }: { readonly file: string | null | undefined }) {
  const address = useFileAddress(file ?? null);
  return address === undefined ? null : <img src={address} alt="" height={32} />;
}

/** Offers the templates of a paper; the page is loaded anew with the chosen one. */
export function TemplateSelect({ look: { template, choices } }: { readonly look: PrintLook }) {
  if (choices.length === 0 || (choices.length === 1 && template)) return null;
  return (
    <Select
      aria-label={T('template')}
      placeholder={T('template')}
      value={template?.id}
      options={choices.map(({ id, name }) => ({ value: id, label: name }))}
      popupMatchSelectWidth={false}
      onChange={(id) => {
        location.search = `?template=${id}`;
      }}
    />
  );
}
