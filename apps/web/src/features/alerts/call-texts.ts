import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts('sos', {
  title: '紧急求助', unbound: '未绑定客户', since: '求助时间', place: '位置', located: '定位', locatedAgo: '定位于 {ago}', kind: '求助方式', device: '设备', presses: '触发 {n} 次', state: '求助状态', phone: '本人电话', home: '家庭住址', former: '此前的求助',
  guardians: '监护人与联系人', noGuardians: '没有登记监护人或联系人', noPlace: '没有位置', respond: '响应', open: '打开', back: '返回求助', waiting: '{n} 条求助未响应', others: '另有 {n} 条求助未响应',
  loading: '正在读取资料…', failed: '资料读取失败，仍可响应', map: '求助位置', fall: '跌倒', mayNot: '没有响应权限，请通知值班人员', call: '拨打{name}的电话', urgent: '紧急处置',
}, {
  title: 'Call for help', unbound: 'Unbound device', since: 'Called at', place: 'Position', located: 'Located', locatedAgo: 'Located {ago}', kind: 'Kind', device: 'Device', presses: 'pressed {n} times', state: 'State of the call', phone: 'Own phone', home: 'Home address', former: 'Earlier calls',
  guardians: 'Guardians and contacts', noGuardians: 'No guardian or contact is known', noPlace: 'No position', respond: 'Respond', open: 'Open', back: 'Back to the call', waiting: '{n} calls wait for a response', others: '{n} more calls wait',
  loading: 'Loading…', failed: 'The details could not be read; you can still respond', map: 'Position of the call', fall: 'Fall', mayNot: 'You may not respond; tell the staff on duty', call: 'Call {name}', urgent: 'Emergency',
});
