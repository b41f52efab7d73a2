import { defineTexts } from '../../lib/i18n/texts.ts';

/** Words of the lock screen. */
export const T = defineTexts(
  'lock',
  {
    lock: '锁屏',
    title: '屏幕已锁定',
    hint: '请输入密码继续使用',
    password: '密码',
    unlock: '解锁',
    switch: '切换账号',
    missing: '请输入密码',
    wrong: '密码错误，请重新输入',
    ended: '密码错误次数过多，已退出登录',
    alarm: '收到新的异常提醒，请解锁后查看',
    soon: '即将自动锁屏',
    countdown: '{n} 秒后自动锁屏，移动鼠标或按任意键可继续使用',
    goOn: '继续使用',
  },
  {
    lock: 'Lock screen',
    title: 'The screen is locked',
    hint: 'Enter your password to go on',
    password: 'Password',
    unlock: 'Unlock',
    switch: 'Use another account',
    missing: 'Enter your password',
    wrong: 'Wrong password, please try again',
    ended: 'Too many wrong passwords. You have been signed out.',
    alarm: 'New alarms. Unlock the screen to see them.',
    soon: 'The screen is about to lock',
    countdown: 'The screen locks in {n} s. Move the mouse or press a key to go on.',
    goOn: 'Go on',
  },
);
