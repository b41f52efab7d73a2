import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts(
  'ingest',
  {
    sources: '数据接入',
    quarantine: '隔离数据',
    keyOf: '{name} 的密钥',
    keyOnce: '密钥只显示这一次',
    keyOnceHint: '请立即复制并妥善保存。关闭后无法再次查看，遗失时只能更换密钥。',
    key: '密钥',
    copy: '复制',
    copied: '已复制',
    notCopied: '浏览器不允许复制，请手工选取',
    keep: '我已保存',
    rotateOf: '更换 {name} 的密钥',
    told: '测得数值',
  },
  {
    sources: 'Ingest sources',
    quarantine: 'Quarantine',
    keyOf: 'Key of {name}',
    keyOnce: 'The key is shown this once',
    keyOnceHint: 'Copy it now and keep it safe. It cannot be shown again; a lost key can only be replaced.',
    key: 'Key',
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'The browser does not allow copying; select the key by hand',
    keep: 'I have kept it',
    rotateOf: 'Replace the key of {name}',
    told: 'What it said',
  },
);
