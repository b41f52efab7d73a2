import { bool, choice, defineChoices, defineResource, json, text } from '@kangmai/resource';

/** What is sent by template. */
export const gzhEvents = defineChoices({
  alarm: { label: '健康数据异常', en: 'Health alarm', wire: 'abnormal' },
  alarmSummary: { label: '健康提醒汇总', en: 'Summary of health alarms', wire: 'abnormal_summary' },
});

type Words = Readonly<Record<string, { readonly label: string; readonly en: string }>>;

const ofHouse = {
  house: { label: '机构名称', en: 'House' },
  phone: { label: '机构电话', en: 'Phone' },
} as const;

/** The placeholders of each event, by the member of the message that fills them. Health values are never among them. */
export const gzhPlaceholders: Readonly<Record<(typeof gzhEvents)['names'][number], Words>> = {
  alarm: { ...ofHouse, ward: { label: '称呼', en: 'Person' }, level: { label: '级别', en: 'Level' } },
  alarmSummary: { ...ofHouse, count: { label: '条数', en: 'Count' } },
};

/** A template of the official account, with what fills its keywords; one of an event is enabled. */
export const gzhTemplate = defineResource({
  name: 'gzhTemplate',
  title: '公众号消息模板',
  en: 'Official account templates',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.GzhSetting',
  wire: {
    service: 'GzhTemplate',
    entity: 'GzhTemplate',
    calls: { paged: 'GetPagedAll', get: 'Get', save: 'CreateOrEdit', remove: 'Delete' },
  },
  fields: {
    event: choice(gzhEvents, {
      label: '业务事件',
      en: 'Event',
      required: true,
      fixed: true,
      filter: 'exact',
      wire: 'eventCode',
    }),
    templateId: text({
      label: '模板ID',
      en: 'Template id',
      example: 'TEMPLATE-ID-1234567890',
      required: true,
      max: 64,
    }),
    words: json({
      label: '字段对应',
      en: 'Keywords',
      rows: {
        keyword: text({
          label: '模板字段',
          en: 'Keyword',
          example: 'thing1',
          required: true,
          max: 32,
        }),
        value: text({ label: '内容', en: 'Value', example: '{{机构名称}}', required: true, max: 100 }),
      },
      required: true,
      min: 1,
      max: 10,
      hint: '可用占位符：{{机构名称}}、{{机构电话}}、{{称呼}}、{{级别}}；汇总用 {{条数}}',
      hintEn: 'Placeholders: {{House}}, {{Phone}}, {{Person}}, {{Level}}; {{Count}} in a summary',
      wire: 'fields',
    }),
    url: text({
      label: '跳转链接',
      en: 'Link',
      example: 'https://example.com/',
      max: 300,
      as: 'url',
    }),
    isEnabled: bool({ label: '启用', en: 'Enabled', default: true, filter: 'exact', wire: 'isEnable' }),
  },
  list: { columns: ['event', 'templateId', 'words', 'url', 'isEnabled'], sort: 'event', search: ['templateId'] },
  display: 'event',
  excel: { import: false, export: false },
});
