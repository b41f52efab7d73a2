/** A way by which clients of the demo learned of the organisation. */
export interface DemoChannel {
  readonly name: string;
  readonly kind: 'online' | 'offline' | 'referral' | 'partner';
  readonly contactName: string | null;
}

const line = (name: string, kind: DemoChannel['kind'], contactName: string | null = null): DemoChannel => ({
  name,
  kind,
  contactName,
});

/** In the order of the list. */
export const demoChannels: readonly DemoChannel[] = [
  line('微信公众号', 'online'),
  line('社区义诊', 'offline'),
  line('老客户介绍', 'referral'),
  line('社区卫生服务中心', 'partner', '周海燕'),
  line('街道养老服务站', 'partner', '郑志强'),
  line('短视频平台', 'online'),
  line('电话咨询', 'offline'),
];

/** The channel of a client by the client's place; few clients named none. */
export const channelOf = (place: number): number | undefined =>
  place % 9 === 8 ? undefined : (place * 5 + Math.trunc(place / 7)) % demoChannels.length;
