import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts('tenants', {
  list: '租户管理', create: '新增租户', features: '功能设置', featuresOf: '功能设置：{name}', saved: '功能设置已保存', moveOf: '数据库迁移：{name}', move: '迁移记录', moreOf: '{name}的更多操作', editOf: '编辑{name}', takeBackOf: '恢复{name}',
  impersonate: '登录到此租户', impersonateOf: '登录到租户：{name}', impersonateHint: '您将以该租户管理员的身份操作，到时自动退出。登录人、理由和时间记入该租户的敏感访问记录，并通知其管理员。', reason: '理由', reasonMissing: '请输入理由', minutes: '时长', minutesMissing: '请选择时长', minutesOf: '{n}分钟', signIn: '登录', impersonateFailed: '未能登录到该租户',
  never: '该租户从未迁移过数据库', platform: '平台数据库', from: '来源', to: '目标', state: '进度', tables: '表', tablesOf: '{done} / {total}', rows: '已复制行', caughtUp: '已追平行', frozen: '切换停顿', ms: '{n} 毫秒', askedAt: '开始时间', endedAt: '结束时间', failure: '原因', progress: '迁移进度',
  waiting: '等待开始', copying: '复制中', catchingUp: '追平变化', freezing: '切换中', switched: '清理原数据', done: '已完成', undone: '未完成，数据留在原处',
}, {
  list: 'Tenants', create: 'New tenant', features: 'Features', featuresOf: 'Features of {name}', saved: 'Features saved', moveOf: 'Database of {name}', move: 'Newest move', moreOf: 'More for {name}', editOf: 'Edit {name}', takeBackOf: 'Take back {name}',
  impersonate: 'Sign in to this tenant', impersonateOf: 'Sign in to {name}', impersonateHint: 'You act as the administrator of this tenant until the time is over. Who, why and for how long stands in its access log, and its administrators are told.', reason: 'Reason', reasonMissing: 'Enter a reason', minutes: 'Duration', minutesMissing: 'Choose a duration', minutesOf: '{n} minutes', signIn: 'Sign in', impersonateFailed: 'Not signed in to this tenant',
  never: 'This tenant has never been moved', platform: "The platform's database", from: 'From', to: 'To', state: 'Progress', tables: 'Tables', tablesOf: '{done} of {total}', rows: 'Rows copied', caughtUp: 'Rows caught up', frozen: 'Pause at the switch', ms: '{n} ms', askedAt: 'Begun', endedAt: 'Ended', failure: 'Reason', progress: 'Progress of the move',
  waiting: 'Waiting to begin', copying: 'Copying', catchingUp: 'Catching up', freezing: 'Switching', switched: 'Removing the former copy', done: 'Done', undone: 'Not done, the data stay where they were',
});
