/** Ways in which a person is told of something. The message centre (site) always keeps it. */
export const channels = ['site', 'push', 'mail', 'sms'] as const
export type Channel = (typeof channels)[number]
export const channelLabels: Record<Channel, string> = { site: '站内消息', push: '实时提醒', mail: '邮件', sms: '短信' }

/** What people are told of, in the groups in which they choose. `side` tells whose preferences show it. */
export const notificationEvents = [
  { event: 'demand.offered', group: '需求与报价', name: '收到新报价或报价更新', side: 'buyer' },
  { event: 'demand.reviewed', group: '需求与报价', name: '需求审核结果', side: 'buyer' },
  { event: 'demand.deadline', group: '需求与报价', name: '报价截止提醒', side: 'buyer' },
  { event: 'demand.matched', group: '需求与报价', name: '有符合订阅的新需求', side: 'seller' },
  { event: 'offer.decided', group: '需求与报价', name: '报价中标或未中标', side: 'seller' },
  { event: 'offer.asked', group: '需求与报价', name: '买家对报价提问', side: 'seller' },
  { event: 'order.moved', group: '订单与付款', name: '订单状态变化', side: 'both' },
  { event: 'payment.due', group: '订单与付款', name: '付款到期与逾期', side: 'both' },
  { event: 'payment.confirmed', group: '订单与付款', name: '付款到账与退款', side: 'both' },
  { event: 'chat.absent', group: '沟通', name: '离线时收到的沟通消息', side: 'both' },
  { event: 'inquiry.answered', group: '沟通', name: '我的咨询有了回复', side: 'buyer' },
  { event: 'favourite.changed', group: '收藏与关注', name: '收藏的商品降价或下架', side: 'buyer' },
  { event: 'inquiry.received', group: '店铺', name: '收到商品咨询', side: 'seller' },
  { event: 'listing.reviewed', group: '店铺', name: '服务与商品审核结果', side: 'seller' },
  { event: 'certification.moved', group: '账号与企业', name: '企业认证结果与到期提醒', side: 'both' },
  { event: 'security.changed', group: '账号与企业', name: '密码、手机号与登录安全', side: 'both' },
] as const satisfies readonly {
  readonly event: string
  readonly group: string
  readonly name: string
  readonly side: 'buyer' | 'seller' | 'both'
}[]
export type NotificationEvent = (typeof notificationEvents)[number]['event']

/** Channels of one event that cannot be turned off: security is always told. */
export const fixedChannels = (event: NotificationEvent): readonly Channel[] =>
  event === 'security.changed' ? ['site', 'sms'] : ['site']

/** Channels until the person chooses: SMS only for what costs money or safety. */
export function defaultChannels(event: NotificationEvent): readonly Channel[] {
  if (event === 'security.changed') return ['site', 'push', 'mail', 'sms']
  if (event === 'payment.due' || event === 'certification.moved') return ['site', 'push', 'mail']
  if (event === 'favourite.changed' || event === 'demand.deadline') return ['site', 'push']
  return ['site', 'push', 'mail']
}

/** Chosen channels by event; an event that is not in it has its defaults. */
export type NotificationChoices = Partial<Record<NotificationEvent, readonly Channel[]>>

/** Channels on which a person is told of an event. */
export function channelsOf(event: NotificationEvent, choices: NotificationChoices): readonly Channel[] {
  const chosen = new Set<Channel>([...fixedChannels(event), ...(choices[event] ?? defaultChannels(event))])
  return channels.filter((channel) => chosen.has(channel))
}
