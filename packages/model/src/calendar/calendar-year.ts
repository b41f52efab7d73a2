import { choice, date, defineChoices, defineResource, integer, json, text } from '@kangmai/resource';

export const specialDayKinds = defineChoices({
  holiday: { label: '放假', en: 'Holiday', tone: 'bad' },
  makeUp: { label: '调休上班', en: 'Make-up workday', tone: 'info' },
});

export const replacedWeekdays = defineChoices({
  mon: { label: '周一', en: 'Monday', tone: 'neutral' },
  tue: { label: '周二', en: 'Tuesday', tone: 'neutral' },
  wed: { label: '周三', en: 'Wednesday', tone: 'neutral' },
  thu: { label: '周四', en: 'Thursday', tone: 'neutral' },
  fri: { label: '周五', en: 'Friday', tone: 'neutral' },
});

/** A year of the work calendar from its official notice. The host edits it for all tenants; others are unpublished. */
export const calendarYear = defineResource({
  name: 'calendarYear',
  title: '工作日历',
  en: 'Work calendar',
  scope: 'host',
  permission: 'Pages.Basicplatform.WorkCalendar',
  writes: ['Create', 'Edit'],
  wire: {
    service: 'WorkCalendar',
    entity: 'CalendarYear',
    wrap: true,
    calls: { list: 'GetAll', edit: 'GetCalendarYearForEdit', save: 'CreateOrEdit' },
  },
  fields: {
    year: integer({
      label: '年份',
      en: 'Year',
      size: 'small',
      required: true,
      fixed: true,
      unique: true,
      min: 2000,
      max: 2099,
      filter: 'exact',
    }),
    notice: text({ label: '通知文号', en: 'Notice', required: true, max: 60, example: '国办发明电〔2025〕7号' }),
    issuedOn: date({ label: '发布日期', en: 'Issued on', required: true, example: '2025-11-04' }),
    days: json({
      label: '放假与调休',
      en: 'Days that differ from the week',
      required: true,
      rows: {
        day: date({ label: '日期', en: 'Day', required: true }),
        kind: choice(specialDayKinds, { label: '类别', en: 'Kind', required: true }),
        name: text({ label: '节日', en: 'Holiday in Chinese', required: true, max: 20 }),
        nameEn: text({ label: '节日英文名', en: 'Holiday in English', required: true, max: 40 }),
        weekday: choice(replacedWeekdays, { label: '按周几上班', en: 'Works as on' }),
      },
      min: 1,
      max: 100,
      unique: ['day'],
    }),
  },
  list: { columns: ['year', 'notice', 'issuedOn'], sort: '-year' },
  display: 'notice',
});
