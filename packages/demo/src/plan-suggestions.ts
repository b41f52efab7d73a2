/** Suggestions of clients in the demo: type, how it came, title, content, and what was answered. */
export interface DemoSuggestion {
  readonly type: 'suggestion' | 'complaint' | 'praise' | 'fault';
  readonly channel: 'app' | 'phone' | 'onsite' | 'wechat';
  readonly title: string;
  readonly content: string;
  readonly reply: string;
}

type Line = readonly [DemoSuggestion['type'], DemoSuggestion['channel'], title: string, content: string, reply: string];

const lines: readonly Line[] = [
  [
    'complaint',
    'phone',
    '午餐送到太晚',
    '这三天午餐都在一点以后才送到，饭菜已经凉了。',
    '已与助餐点调整路线，十二点前送到。',
  ],
  ['fault', 'phone', '手表充不上电', '换了两根充电线还是充不上，昨天起没有数据。', '已派人上门更换充电座。'],
  ['suggestion', 'onsite', '活动室多开一天', '书法班只有周三，希望周六也能开放。', '周六上午起开放，已通知书法班。'],
  [
    'praise',
    'phone',
    '感谢夜班护士',
    '夜里血压高，护士很快打电话来，一直陪到家人赶到。',
    '已转告本人和护理部，感谢您的信任。',
  ],
  [
    'complaint',
    'wechat',
    '随访电话没有接到',
    '说好周一下午随访，等了一天没有电话。',
    '随访人员调班未交接，已补做随访并致歉。',
  ],
  ['suggestion', 'app', '用药提醒提前一些', '提醒总在饭后才响，希望提前半小时。', '已把提醒改到饭前半小时。'],
  ['fault', 'app', '血压数值没有上传', '早上量了两次，手机上看不到。', '血压计蓝牙已重新配对，数据已补传。'],
  ['praise', 'onsite', '营养师讲得很清楚', '糖尿病饮食课听得懂，也用得上。', '感谢支持，下月继续开课。'],
  ['complaint', 'onsite', '走廊灯太暗', '三楼走廊晚上看不清台阶。', '已更换为感应灯。'],
  ['suggestion', 'phone', '希望有子女端', '想让外地的孩子也能看到每周报告。', '可绑定监护人微信接收周报，已协助绑定。'],
  ['fault', 'wechat', '定位不准', '人在家里，地图显示在河对岸。', '已调整定位方式，请再观察两天。'],
  ['suggestion', 'wechat', '体检报告字太小', '报告打印出来看不清，能不能用大字。', '已改用大字版重新打印。'],
  ['complaint', 'phone', '收费说明不清楚', '账单上多了一项服务费，没人解释。', '已逐项说明并退回重复收取的费用。'],
  ['praise', 'app', '表扬上门康复师', '动作教得仔细，每次都准时。', '已转告本人并计入当月表扬。'],
  ['fault', 'phone', '手表表带断了', '表带扣断了，没法戴。', '已寄出新表带。'],
  ['suggestion', 'onsite', '增加太极课', '早上想跟着老师打太极。', '下周一起每天早上七点半开课。'],
  ['complaint', 'app', '语音提醒声音太大', '夜里报时吓了一跳。', '已关闭夜间语音。'],
  ['suggestion', 'phone', '报告里加体重', '每月报告没有体重变化。', '体脂秤绑定后，下月报告会有体重曲线。'],
  ['praise', 'wechat', '家属会很有用', '第一次知道怎样看血糖记录。', '感谢参加，资料已发到您的手机。'],
  ['fault', 'onsite', '求助按钮按不动', '床头的按钮按下去没有反应。', '已更换电池并现场测试三次。'],
  ['suggestion', 'app', '预约能改时间', '约好的门诊想改到下午，只能取消重约。', '已协助改约，并反馈改约功能需求。'],
  [
    'complaint',
    'phone',
    '上门迟到一小时',
    '约九点，十点才到，也没有电话。',
    '已向护理员说明要求，今后迟到会提前通知。',
  ],
  ['suggestion', 'wechat', '周末也有人接电话', '周日打电话没有人接。', '周末值班电话已短信发给您。'],
  ['fault', 'app', '睡眠时间对不上', '十点睡的，记录是十二点。', '已核对手表时间，今晚再看一次。'],
  ['praise', 'phone', '换设备很快', '上午说坏，下午就换好了。', '感谢您的肯定。'],
  ['complaint', 'onsite', '餐厅太吵', '中午电视声音太大，吃不好饭。', '已请餐厅中午关闭电视。'],
  ['suggestion', 'onsite', '花园加几把椅子', '走一圈没有地方坐。', '已采购六把长椅，月底到位。'],
  ['suggestion', 'phone', '提醒家里人量血压', '老伴也想一起管。', '请提供身份证办理建档，我们会上门。'],
  ['fault', 'phone', '体温计读数偏低', '两支体温计差了半度。', '已用标准体温计比对并更换。'],
  ['praise', 'onsite', '保洁很干净', '房间每天都打扫得很干净。', '已转告保洁组。'],
];

export const demoSuggestions: readonly DemoSuggestion[] = lines.map(([type, channel, title, content, reply]) => ({
  type,
  channel,
  title,
  content,
  reply,
}));
