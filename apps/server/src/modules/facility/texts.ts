import type { Wording } from '../../platform/texts/index.ts';

export const facilityTexts: Readonly<Record<string, Wording>> = {
  'building.has-rooms': {
    'zh-Hans': '该楼栋还有 {count} 间房间，不能删除',
    en: 'The building still has {count} rooms',
  },
  'building.has-rooms.details': {
    'zh-Hans': '请先在「房间信息」中处理这些房间：/jcpt/basicData/rooms?building={id}',
    en: 'See them in Rooms first: /jcpt/basicData/rooms?building={id}',
  },
  'building.rooms-outside': {
    'zh-Hans': '还有 {count} 间房间在这些楼层之外，请先调整这些房间',
    en: '{count} rooms are on floors beyond these; change those rooms first',
  },
  'room-type.has-rooms': {
    'zh-Hans': '还有 {count} 间房间使用该房型，不能删除',
    en: 'The type still has {count} rooms',
  },
  'room-type.has-rooms.details': {
    'zh-Hans': '可将其停用，或先修改这些房间：/jcpt/basicData/rooms?roomType={id}',
    en: 'Switch it off, or change the rooms first: /jcpt/basicData/rooms?roomType={id}',
  },
  'room.occupied': { 'zh-Hans': '该房间有 {count} 人入住', en: 'Residents of the room: {count}' },
  'room.occupied.details': {
    'zh-Hans': '请先在「床位信息」中办理换床或退床：/jcpt/basicData/beds?room={id}',
    en: 'Move them or check them out first: /jcpt/basicData/beds?room={id}',
  },
  'room.reserved': {
    'zh-Hans': '该房间有 {count} 张床位已预留，请先取消预留',
    en: '{count} beds of the room are reserved; end that first',
  },
  'room.out-of-use': { 'zh-Hans': '该房间维修或停用中，请选择其他房间', en: 'The room is closed; choose another' },
  'room.residents-differ': {
    'zh-Hans': '该房间有 {count} 名住户不符合「{sex}」，请先办理换床',
    en: '{count} residents of the room do not meet “{sex}”; move them first',
  },
  'room.has-meters': {
    'zh-Hans': '该房间有 {count} 个能源与电信项目，请先处理这些项目',
    en: 'Meters or lines of the room: {count}; deal with them first',
  },
  'building.has-meters': {
    'zh-Hans': '该楼栋有 {count} 个能源与电信项目，请先处理这些项目',
    en: 'Meters or lines of the building: {count}; deal with them first',
  },
  'building.has-activity-rooms': {
    'zh-Hans': '该楼栋有 {count} 间活动室，请先处理这些活动室',
    en: 'Activity rooms of the building: {count}; deal with them first',
  },
  'room-type.disabled': {
    'zh-Hans': '该房型已停用，请选择其他房型',
    en: 'The room type is disabled; choose another',
  },
  'room.floor': {
    'zh-Hans': '{field}不在该楼栋的 {lowest} 至 {highest} 层之内，请重新填写',
    en: '{field} is not within the floors {lowest} to {highest} of the building; enter it again',
  },
  'room.sex-limit': { 'zh-Hans': '该房间只住{sex}，请选择其他房间', en: 'The room is for {sex} only; choose another' },
  'room.numbers-taken': { 'zh-Hans': '房间号已存在：{numbers}', en: 'These room numbers exist: {numbers}' },
  'room.numbers-taken.details': {
    'zh-Hans': '没有建立任何房间，请调整起止房间号。',
    en: 'No room was created. Change the first or last number.',
  },
  'room.numbers': {
    'zh-Hans': '{field}应不小于起始房间号，且一次最多 {most} 间',
    en: '{field} must not be below the first number; at most {most} rooms at once',
  },
  'bed.occupied': { 'zh-Hans': '该床位有人入住，不能删除', en: 'Somebody lives in the bed' },
  'bed.occupied.details': {
    'zh-Hans': '请先办理换床或退床：/jcpt/basicData/beds?room={room}',
    en: 'Move the person or check out first: /jcpt/basicData/beds?room={room}',
  },
  'bed.nobody': { 'zh-Hans': '该床位当前无人入住', en: 'Nobody lives in the bed' },
  'bed.nobody.details': { 'zh-Hans': '可能已被他人办理，请刷新后再看。', en: 'Somebody may have done it. Reload.' },
  'bed.same': { 'zh-Hans': '{field}就是现在的床位，请另选', en: '{field} is the present bed; choose another' },
  'bed.person-gone': {
    'zh-Hans': '该客户已离世、转出或结案，不能入住，请核对客户',
    en: 'The client has died, moved away or been closed; check the client',
  },
  'client.in-bed': {
    'zh-Hans': '该客户住在床位 {bed}，不能删除',
    en: 'The client lives in the bed {bed} and cannot be deleted',
  },
  'client.in-bed.details': {
    'zh-Hans': '请先办理退床：/jcpt/basicData/beds/{id}',
    en: 'Check the client out first: /jcpt/basicData/beds/{id}',
  },
  'client.later-stay': {
    'zh-Hans': '该客户自 {day} 起住在床位 {bed}，晚于所填日期；请核对日期',
    en: 'The client has lived in the bed {bed} since {day}, after the given day; check the day',
  },
  'room-fee.in-force': { 'zh-Hans': '该价格已生效，不能修改或删除', en: 'The price is in force' },
  'room-fee.in-force.details': {
    'zh-Hans': '请用「调价」定出新价：过去月份的账单仍按原价。',
    en: 'Use “Change the price”: past months keep the price that they had.',
  },
  'room-fee.end-past': {
    'zh-Hans': '{field}不能早于今天：已过去的日子仍按该价格',
    en: '{field} must not be before today: past days keep the price',
  },
  'room-fee.backdated': {
    'zh-Hans': '{field}不能早于 {day}：该费用已有价格，过去月份按原价',
    en: '{field} must not be before {day}: the fee has prices, and past months keep them',
  },
  'room-fee.from-past': {
    'zh-Hans': '{field}必须晚于今天和原价的生效日期',
    en: '{field} must be after today and after the first day of the present price',
  },
  'room-fee.has-next': {
    'zh-Hans': '该费用在 {day} 已截止，请在最后一条价格上调价',
    en: 'The price ends on {day}; change the last one',
  },
  'activity-type.in-use': {
    'zh-Hans': '该类型已被 {count} 次活动使用，不能删除',
    en: 'The type is used by {count} bookings',
  },
  'activity-type.in-use.details': {
    'zh-Hans': '可将其停用：旧记录仍可显示。/jcpt/basicData/activityBookings?activityType={id}',
    en: 'Switch it off instead: /jcpt/basicData/activityBookings?activityType={id}',
  },
  'activity-room.booked': {
    'zh-Hans': '该活动室还有 {count} 场未开始或进行中的预订，不能删除',
    en: 'The room still has {count} bookings ahead',
  },
  'activity-room.booked.details': {
    'zh-Hans': '请先取消这些预订：/jcpt/basicData/activityBookings?activityRoom={id}',
    en: 'Cancel them first: /jcpt/basicData/activityBookings?activityRoom={id}',
  },
  'activity-room.closes-first': {
    'zh-Hans': '{field}必须晚于开放时间',
    en: '{field} must be after the opening time',
  },
  'booking.cancelled': {
    'zh-Hans': '该预订已取消，不能修改；如需使用请重新预订',
    en: 'The booking was cancelled and stays; book again',
  },
  'booking.over': {
    'zh-Hans': '该活动已结束，不能修改、取消或删除；如需使用请重新预订',
    en: 'The activity is over; it cannot be changed, cancelled or deleted; book again',
  },
  'booking.begins-past': {
    'zh-Hans': '{field}不能早于今天，请重新选择',
    en: '{field} must not be before today; choose again',
  },
  'activity-room.bookings-outside': {
    'zh-Hans': '还有 {count} 场预订不在新的开放时间内，请先调整或取消这些预订',
    en: 'Bookings ahead outside the new hours: {count}; change or cancel them first',
  },
  'activity-room.bookings-outside.details': {
    'zh-Hans': '这些预订：/jcpt/basicData/activityBookings?activityRoom={id}',
    en: 'These bookings: /jcpt/basicData/activityBookings?activityRoom={id}',
  },
  'bed.entered-earlier': {
    'zh-Hans': '该入住登记于 {day}，只有今天登记的可以更正，请办理换床或退床',
    en: 'This stay was entered on {day}; only one entered today is corrected. Move the person or end the stay',
  },
  'bed.ends-early': {
    'zh-Hans': '{field}应晚于入住时间，请核对',
    en: '{field} must be after the stay began; check it',
  },
  'bed.lives-elsewhere': {
    'zh-Hans': '该客户现住床位 {bed}；如需调换，请在该床位上办理换床',
    en: 'The client lives in the bed {bed}; move the client from there',
  },
  'room.beds-full': {
    'zh-Hans': '一间房间最多 {most} 张床位',
    en: 'A room has at most {most} beds',
  },
  'bed.begins-early': {
    'zh-Hans': '{field}不能早于 {day}，请核对',
    en: '{field} must not be before {day}; check it',
  },
  'booking.over-midnight': {
    'zh-Hans': '{field}必须与开始时间在同一天',
    en: '{field} must be on the day of the start',
  },
  'booking.closed-then': {
    'zh-Hans': '活动室开放时间为 {opens}–{closes}，请选择其中的时段',
    en: 'The room is open from {opens} to {closes}; choose a time within',
  },
};
