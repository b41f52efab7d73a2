import { htmlTags } from '@kangmai/resource';
import createPurifier from 'dompurify';
import { useLayoutEffect, useRef } from 'react';

import css from './rich-text.module.css';

const purifier = createPurifier(window);
purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName !== 'A') return;
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer');
});

const cleaned = (html: string): DocumentFragment =>
  purifier.sanitize(html, {
    ALLOWED_TAGS: [...htmlTags],
    ALLOWED_ATTR: ['href', 'target', 'rel'],
    ALLOWED_URI_REGEXP: /^https?:/i,
    RETURN_DOM_FRAGMENT: true,
  });

/** Formatted text, cleaned once more before it becomes elements. */
export function RichText({ html }: { readonly html: string }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.replaceChildren(cleaned(html)), [html]);
  return <div ref={box} className={css['text']} />;
}
