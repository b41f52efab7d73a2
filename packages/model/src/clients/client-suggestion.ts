import {
  choice,
  dateTime,
  defineChoices,
  defineResource,
  defineStates,
  file,
  integer,
  move,
  ref,
  text,
} from '@kangmai/resource';

export const suggestionTypes = defineChoices({
  suggestion: { label: '建议', en: 'Suggestion', tone: 'info' },
  complaint: { label: '投诉', en: 'Complaint', tone: 'bad' },
  praise: { label: '表扬', en: 'Praise', tone: 'good' },
  fault: { label: '故障反馈', en: 'Fault report', tone: 'warn' },
});

export const suggestionChannels = defineChoices({
  app: { label: '手机端', en: 'Phone' },
  phone: { label: '电话', en: 'Call' },
  onsite: { label: '现场', en: 'On site' },
  wechat: { label: '微信', en: 'WeChat' },
});

export const suggestionStates = defineStates({
  waiting: { label: '待处理', en: 'Waiting', wire: 0, tone: 'warn' },
  handling: { label: '处理中', en: 'In progress', wire: 1, tone: 'info' },
  answered: { label: '已回复', en: 'Answered', wire: 2, tone: 'good' },
  closed: { label: '已关闭', en: 'Closed', wire: 3, tone: 'neutral' },
});

const handled = { group: '处理', groupEn: 'Handling' } as const;
const answer = { label: '回复内容', en: 'Reply', max: 1000, rows: 5 } as const;
const rating = { label: '满意度', en: 'Satisfaction', min: 1, max: 5 } as const;

/** What a client suggests, complains about or praises, and what became of it. */
export const clientSuggestion = defineResource({
  name: 'clientSuggestion',
  title: '客户建议',
  en: 'Suggestions',
  scope: 'tenant',
  permission: 'Pages.CustomerManage.Suggestions',
  writes: ['Create', 'Edit'],
  wire: {
    service: 'ClientSuggestion',
    entity: 'ClientSuggestion',
    joins: {
      clientName: 'client.name',
      clientPhone: 'client.phone',
      sex: 'client.gender',
      age: 'client.age',
      handlerName: 'handler.fullName',
    },
    calls: { paged: 'GetPagedAll', get: 'Get', save: 'CreateOrEdit', excel: 'GetClientSuggestionsToExcel' },
  },
  fields: {
    client: ref('client', {
      label: '客户',
      en: 'Client',
      required: true,
      fixed: true,
      filter: 'exact',
      wire: 'clientId',
    }),
    type: choice(suggestionTypes, { label: '类型', en: 'Type', required: true, filter: 'exact' }),
    title: text({ label: '标题', en: 'Title', required: true, max: 60, filter: 'like' }),
    content: text({ label: '内容', en: 'Content', required: true, max: 1000, rows: 5 }),
    images: file({ label: '图片', en: 'Pictures', accept: 'image', many: 6 }),
    receivedAt: dateTime({
      label: '反馈时间',
      en: 'Received at',
      required: true,
      limit: 'past',
      start: 'now',
      filter: 'range',
      wire: 'receiveTime',
    }),
    channel: choice(suggestionChannels, { label: '来源', en: 'Channel', default: 'phone', filter: 'exact' }),
    state: choice(suggestionStates, {
      label: '状态',
      en: 'State',
      default: 'waiting',
      filter: 'exact',
    }),
    handler: ref('user', {
      label: '处理人',
      en: 'Handler',
      readonly: true,
      filter: 'exact',
      wire: 'handlerId',
      ...handled,
    }),
    reply: text({ ...answer, readonly: true, ...handled }),
    repliedAt: dateTime({ label: '回复时间', en: 'Replied at', readonly: true, wire: 'replyTime', ...handled }),
    satisfaction: integer({ ...rating, readonly: true, filter: 'range', ...handled }),
    dispute: text({ label: '不满意原因', en: 'Why not satisfied', max: 500, rows: 3, readonly: true, ...handled }),
  },
  inStates: { edit: ['waiting', 'handling'] },
  moves: {
    on: 'state',
    take: move({ label: '受理', en: 'Take', from: ['waiting'], to: 'handling', permission: 'Edit' }),
    answer: move({
      label: '回复',
      en: 'Reply',
      from: ['handling'],
      to: 'answered',
      permission: 'Edit',
      input: { reply: text({ ...answer, required: true, min: 2 }) },
    }),
    rate: move({
      label: '评价',
      en: 'Rate',
      from: ['answered'],
      to: 'closed',
      permission: 'Edit',
      input: { satisfaction: integer({ ...rating, required: true }) },
    }),
    dispute: move({
      label: '不满意',
      en: 'Not satisfied',
      from: ['answered'],
      to: 'handling',
      permission: 'Edit',
      input: {
        dispute: text({ label: '不满意原因', en: 'Why not satisfied', required: true, min: 2, max: 500, rows: 3 }),
      },
    }),
    lapse: move({
      label: '自动关闭',
      en: 'Close',
      from: ['answered'],
      to: 'closed',
      clock: { field: 'repliedAt', after: '7d' },
    }),
  },
  list: {
    columns: ['client', 'type', 'title', 'channel', 'state', 'receivedAt', 'handler', 'satisfaction'],
    sort: '-receivedAt',
    search: ['title', 'client', 'content'],
    tabs: 'state',
    layouts: { board: 'state' },
  },
  display: 'title',
  detail: { steps: 'state' },
  scopeRule: { through: 'client' },
  excel: { import: false, export: true },
});
