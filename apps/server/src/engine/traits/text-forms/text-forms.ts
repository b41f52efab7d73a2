import { formOf, htmlTags, optionsOf, usualLength, type AnyResource, type TextOptions } from '@kangmai/resource';
import sanitize from 'sanitize-html';
import { invalid } from '../../../platform/errors.ts';
import type { Draft } from '../../crud/plan.ts';
import type { Trait } from '../trait.ts';

const rules: sanitize.IOptions = {
  allowedTags: [...htmlTags],
  allowedAttributes: { a: ['href', 'target', 'rel'] },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  allowedSchemesAppliedToAttributes: ['href'],
  disallowedTagsMode: 'discard',
  nestingLimit: 20,
  transformTags: {
    h1: 'h2',
    h4: 'h3',
    a: (tagName, { href = '' }) => ({ tagName, attribs: { href, target: '_blank', rel: 'noopener noreferrer' } }),
  },
};

// Taking an element out may leave others inside each other that may not be: the second pass puts them apart.
/** Formatted text without everything that could run, load or restyle; the same again changes nothing. */
export const cleanHtml = (html: string): string => sanitize(sanitize(html, rules), rules);

const formatted = (resource: AnyResource) =>
  Object.entries(resource.fields).filter(([, field]) => field.kind === 'text' && formOf(field) === 'html');

function cleaned(resource: AnyResource, draft: Draft): Draft {
  const changes = formatted(resource).flatMap(([name, field]) => {
    const given = draft[name];
    if (typeof given !== 'string') return [];
    const { max = usualLength(field) } = optionsOf<TextOptions>(field);
    const html = cleanHtml(given);
    if (html.length > max) throw invalid(name, 'field.too-long', { max });
    return [[name, html]] as const;
  });
  return changes.length === 0 ? draft : { ...draft, ...Object.fromEntries(changes) };
}

/** Formatted text is cleaned whichever way it comes. */
export const textForms: Trait = {
  beforeInsert: async (resource, _ctx, drafts) => drafts.map((draft) => cleaned(resource, draft)),
  beforeUpdate: async (resource, _ctx, { draft }) => cleaned(resource, draft),
};
