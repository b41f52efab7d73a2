import { defineTexts } from '../../../lib/i18n/texts.ts';

export const T = defineTexts('textForms', { pick: '选取{label}' }, { pick: 'Pick {label}' });
