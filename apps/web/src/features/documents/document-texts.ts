import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts(
  'documents',
  {
    template: '选择模板',
    preview: '预览',
    previewOf: '预览{name}',
  },
  {
    template: 'Choose a template',
    preview: 'Preview',
    previewOf: 'Preview {name}',
  },
);
