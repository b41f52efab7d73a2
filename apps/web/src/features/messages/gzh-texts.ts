import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts(
  'officialAccount',
  {
    title: '公众号设置',
    account: '公众号',
    none: '尚未设置公众号：告警策略中的公众号渠道改由短信发送。',
    set: '设置公众号',
    change: '修改设置',
    test: '检测连接',
    enabled: '已启用',
    disabled: '未启用，改由短信发送',
    tested: '最近检测',
    address: '服务器地址（填入公众平台，明文模式）',
    addressUnknown: '读取失败，请刷新页面',
  },
  {
    title: 'Official account',
    account: 'Official account',
    none: 'No official account is set up: what policies send by WeChat goes out by SMS.',
    set: 'Set up the account',
    change: 'Change',
    test: 'Test the connection',
    enabled: 'Enabled',
    disabled: 'Disabled, SMS is sent instead',
    tested: 'Last tested',
    address: 'Address of the server (enter it at the platform, plain mode)',
    addressUnknown: 'Not read; reload the page',
  },
);
