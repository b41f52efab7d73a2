import zhCN from 'antd/es/locale/zh_CN.js';

import { culture } from '../lib/i18n/i18n.ts';

export async function controlTexts(): Promise<typeof zhCN> {
  return culture() === 'en' ? (await import('antd/es/locale/en_US.js')).default : zhCN;
}
