import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts(
  'staff',
  {
    code: '注册码',
    codeTitle: '人员申请的注册码',
    codeHint: '把注册码和申请页面的地址发给申请人。更换后，旧注册码立即失效。',
    codeClosed: '在线申请未开放。开放后系统生成注册码，申请人凭注册码和手机验证码提交申请。',
    address: '申请页面',
    renew: '更换注册码',
    open: '开放申请',
    close: '关闭申请',
    done: '完成',
    ended: '证书已过期',
    endsIn: '证书{days}天后到期',
    roster: '查看排班',
    lacks: '缺{papers}',
  },
  {
    code: 'Registration code',
    codeTitle: 'Registration code of applicants',
    codeHint: 'Give applicants this code and the address of the form. A new code ends the old one at once.',
    codeClosed:
      'Applications are closed. Opening them makes a code; applicants need it and a code sent to their phone.',
    address: 'Form of applicants',
    renew: 'New code',
    open: 'Open applications',
    close: 'Close applications',
    done: 'Done',
    ended: 'The licence has ended',
    endsIn: 'The licence ends in {days} days',
    roster: 'Roster',
    lacks: 'Lacks {papers}',
  },
);
