import { defineChoices } from '@kangmai/resource';

/** What becomes of the bookings of a shift that is stopped. */
export const bookingSettlements = defineChoices({
  move: { label: '改约到其他医生', en: 'Move them to another doctor' },
  cancel: { label: '取消预约', en: 'Cancel them' },
});
