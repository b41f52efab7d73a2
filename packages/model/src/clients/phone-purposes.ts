import { defineChoices } from '@kangmai/resource';

/** What a link to a phone page is for; each purpose has a page and calls of its own. */
export const phonePurposes = defineChoices({
  booking: { label: '预约健康服务', en: 'Book health services' },
});

export const phoneLinkStates = defineChoices({
  unused: { label: '未使用', en: 'Unused', tone: 'info' },
  used: { label: '已使用', en: 'Used', tone: 'good' },
  expired: { label: '已过期', en: 'Expired', tone: 'neutral' },
  revoked: { label: '已撤销', en: 'Revoked', tone: 'neutral' },
});
