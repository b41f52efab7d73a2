import type { Culture } from '../../platform/texts/index.ts';

export interface Language {
  readonly name: Culture;
  readonly displayName: string;
  readonly icon: string;
  readonly isDefault: boolean;
  readonly isDisabled: boolean;
  readonly isRightToLeft: boolean;
}

export const languages: readonly Language[] = [
  {
    name: 'zh-Hans',
    displayName: '简体中文',
    icon: 'famfamfam-flags cn',
    isDefault: true,
    isDisabled: false,
    isRightToLeft: false,
  },
  {
    name: 'en',
    displayName: 'English',
    icon: 'famfamfam-flags us',
    isDefault: false,
    isDisabled: false,
    isRightToLeft: false,
  },
];

export const languageOf = (name: string): Language | undefined => languages.find((language) => language.name === name);
