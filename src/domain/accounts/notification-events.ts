import type { Side } from '../sides.ts'

/** Notification channels. The message centre (site) always has the notice. */
export const channels = ['site', 'push', 'mail', 'sms'] as const
export type Channel = (typeof channels)[number]
export const channelLabels: Record<Channel, string> = { site: '站内消息', push: '实时提醒', mail: '邮件', sms: '短信' }

/** Groups of the notification settings and of the message centre's filter. */
export const noticeGroups = ['tender', 'trade', 'talk', 'interest', 'shop', 'account', 'platform'] as const
export type NoticeGroup = (typeof noticeGroups)[number]
export const noticeGroupLabels: Readonly<Record<NoticeGroup, string>> = {
  tender: '需求与报价',
  trade: '订单与付款',
  talk: '沟通',
  interest: '收藏与关注',
  shop: '店铺',
  account: '账号与企业',
  platform: '平台',
}

/** Declaration of a notification event. */
export interface NotificationDeclaration {
  readonly event: string
  readonly group: NoticeGroup
  /** Label in the notification settings. */
  readonly name: string
  /** Accounts whose settings list it; events for operators are not listed. */
  readonly side: Side | 'both' | 'operator'
  /** Recipients: members of the company with this permission, the person concerned, or operators. */
  readonly recipients: string
  /** Default channels. */
  readonly by: readonly Channel[]
  /** Urgent events (money, security) are mailed at once; others are collected in a digest. */
  readonly mail: 'now' | 'digest'
}

const mailed = { by: ['site', 'push', 'mail'], mail: 'digest' } as const
const live = { by: ['site', 'push'], mail: 'digest' } as const
const money = { by: ['site', 'push', 'mail'], mail: 'now' } as const

/**
 * All notification events. Texts and paths are at the calls of `notify`; a rule test finds events that are never
 * notified.
 */
export const notificationEvents = [
  {
    event: 'demand.offered',
    group: 'tender',
    name: '收到新报价或报价更新',
    side: 'buyer',
    recipients: 'my_requirement',
    ...mailed,
  },
  {
    event: 'offer.answered',
    group: 'tender',
    name: '供应商回复了提问',
    side: 'buyer',
    recipients: 'my_requirement',
    ...mailed,
  },
  {
    event: 'demand.reviewed',
    group: 'tender',
    name: '需求审核结果',
    side: 'buyer',
    recipients: 'my_requirement',
    ...mailed,
  },
  {
    event: 'demand.deadline',
    group: 'tender',
    name: '报价截止提醒',
    side: 'buyer',
    recipients: 'my_requirement',
    ...live,
  },
  {
    event: 'demand.matched',
    group: 'tender',
    name: '有符合订阅的新需求',
    side: 'seller',
    recipients: 'my_supply',
    ...mailed,
  },
  {
    event: 'demand.changed',
    group: 'tender',
    name: '报价过的需求有变更、截止、关闭或重新开放',
    side: 'seller',
    recipients: 'my_supply',
    ...mailed,
  },
  {
    event: 'offer.decided',
    group: 'tender',
    name: '报价中标或未中标',
    side: 'seller',
    recipients: 'my_supply',
    ...mailed,
  },
  {
    event: 'offer.asked',
    group: 'tender',
    name: '买家对报价提问',
    side: 'seller',
    recipients: 'my_supply',
    ...mailed,
  },
  {
    event: 'record.due',
    group: 'tender',
    name: '跟进提醒',
    side: 'both',
    recipients: 'person',
    ...live,
  },
  {
    event: 'order.moved',
    group: 'trade',
    name: '订单状态变化',
    side: 'both',
    recipients: 'my_orders, order_manage',
    ...mailed,
  },
  {
    event: 'payment.due',
    group: 'trade',
    name: '付款到期与逾期',
    side: 'both',
    recipients: 'my_orders, order_manage',
    ...money,
  },
  {
    event: 'payment.submitted',
    group: 'trade',
    name: '买家提交了付款凭证',
    side: 'seller',
    recipients: 'order_manage',
    ...money,
  },
  {
    event: 'payment.confirmed',
    group: 'trade',
    name: '付款到账与退款',
    side: 'both',
    recipients: 'my_orders, order_manage',
    ...money,
  },
  {
    event: 'invoice.moved',
    group: 'trade',
    name: '发票申请与开具',
    side: 'both',
    recipients: 'my_orders, order_manage',
    ...mailed,
  },
  {
    event: 'review.written',
    group: 'trade',
    name: '收到订单评价',
    side: 'both',
    recipients: 'my_orders, order_manage',
    ...mailed,
  },
  {
    event: 'chat.absent',
    group: 'talk',
    name: '离线时收到的沟通消息',
    side: 'both',
    recipients: 'person, message_reply',
    ...mailed,
  },
  {
    event: 'letter.received',
    group: 'talk',
    name: '收到个人消息',
    side: 'both',
    recipients: 'person',
    ...mailed,
  },
  {
    event: 'inquiry.answered',
    group: 'talk',
    name: '我的咨询有了回复',
    side: 'buyer',
    recipients: 'person',
    ...mailed,
  },
  {
    event: 'favourite.changed',
    group: 'interest',
    name: '收藏的商品降价或下架',
    side: 'buyer',
    recipients: 'person',
    ...live,
  },
  {
    event: 'search.found',
    group: 'interest',
    name: '保存的搜索有新结果',
    side: 'both',
    recipients: 'person',
    ...mailed,
  },
  {
    event: 'class.soon',
    group: 'interest',
    name: '预约的直播课程即将开始',
    side: 'both',
    recipients: 'person',
    ...live,
  },
  {
    event: 'class.moved',
    group: 'interest',
    name: '预约的直播课程改期或取消',
    side: 'both',
    recipients: 'person',
    ...mailed,
  },
  {
    event: 'question.answered',
    group: 'interest',
    name: '课堂提问有了解答',
    side: 'both',
    recipients: 'person',
    ...live,
  },
  {
    event: 'award.moved',
    group: 'interest',
    name: '抽奖中奖与奖品发货',
    side: 'both',
    recipients: 'person',
    ...mailed,
  },
  {
    event: 'class.reviewed',
    group: 'shop',
    name: '直播课程审核结果',
    side: 'seller',
    recipients: 'corporate_show',
    ...mailed,
  },
  {
    event: 'inquiry.received',
    group: 'shop',
    name: '收到商品咨询',
    side: 'seller',
    recipients: 'question_manage',
    ...mailed,
  },
  {
    event: 'listing.reviewed',
    group: 'shop',
    name: '服务与商品审核结果',
    side: 'seller',
    recipients: 'org_service_manage, goods_manage',
    ...mailed,
  },
  {
    event: 'qualification.moved',
    group: 'shop',
    name: '资质证书审核结果与到期提醒',
    side: 'seller',
    recipients: 'corporate_show',
    ...mailed,
  },
  {
    event: 'certification.moved',
    group: 'account',
    name: '企业认证结果与到期提醒',
    side: 'both',
    recipients: 'corporate_credit',
    ...mailed,
  },
  {
    event: 'claim.decided',
    group: 'account',
    name: '企业认领结果',
    side: 'both',
    recipients: 'person',
    ...mailed,
  },
  {
    event: 'claim.submitted',
    group: 'platform',
    name: '有人认领企业名称或信用代码',
    side: 'operator',
    recipients: 'operators',
    ...mailed,
  },
  {
    event: 'invitation.received',
    group: 'account',
    name: '收到企业的成员邀请',
    side: 'both',
    recipients: 'person',
    ...live,
  },
  {
    event: 'invitation.answered',
    group: 'account',
    name: '邀请的子账号已加入或已拒绝',
    side: 'both',
    recipients: 'person',
    ...live,
  },
  {
    event: 'security.changed',
    group: 'account',
    name: '密码、手机号、权限与登录安全',
    side: 'both',
    recipients: 'person',
    by: ['site', 'push', 'mail', 'sms'],
    mail: 'now',
  },
  {
    event: 'visit.answered',
    group: 'platform',
    name: '实地考察预约的答复',
    side: 'buyer',
    recipients: 'person',
    ...mailed,
  },
  {
    event: 'approval.asked',
    group: 'platform',
    name: '操作等待第二位运营人员确认',
    side: 'operator',
    recipients: 'operators',
    ...live,
  },
  {
    event: 'visit.asked',
    group: 'platform',
    name: '有人预约园区实地考察',
    side: 'operator',
    recipients: 'operators',
    ...live,
  },
  {
    event: 'order.disputed',
    group: 'platform',
    name: '订单发起争议',
    side: 'operator',
    recipients: 'operators',
    ...mailed,
  },
  {
    event: 'need.left',
    group: 'platform',
    name: '访客留下电话找供应商',
    side: 'operator',
    recipients: 'operators',
    ...mailed,
  },
  {
    event: 'declaration.moved',
    group: 'account',
    name: '项目申报受理与审核结果',
    side: 'buyer',
    recipients: 'declaration_query',
    ...mailed,
  },
  {
    event: 'declaration.submitted',
    group: 'platform',
    name: '企业提交了项目申报',
    side: 'operator',
    recipients: 'operators',
    ...mailed,
  },
  {
    event: 'join.decided',
    group: 'account',
    name: '数字应用入驻申请结果',
    side: 'both',
    recipients: 'person',
    ...mailed,
  },
  {
    event: 'data.ready',
    group: 'account',
    name: '个人信息副本生成完成',
    side: 'both',
    recipients: 'person',
    ...mailed,
  },
  {
    event: 'complaint.decided',
    group: 'account',
    name: '我的举报有了结果',
    side: 'both',
    recipients: 'person',
    ...mailed,
  },
  {
    event: 'complaint.upheld',
    group: 'account',
    name: '发布的内容被举报且成立',
    side: 'both',
    recipients: 'person, org_service_manage, goods_manage, corporate_show, my_requirement',
    ...mailed,
  },
  {
    event: 'complaint.filed',
    group: 'platform',
    name: '有人举报',
    side: 'operator',
    recipients: 'operators',
    ...live,
  },
  {
    event: 'join.applied',
    group: 'platform',
    name: '有厂商申请入驻数字应用商店',
    side: 'operator',
    recipients: 'operators',
    ...mailed,
  },
] as const satisfies readonly NotificationDeclaration[]
export type NotificationEvent = (typeof notificationEvents)[number]['event']
