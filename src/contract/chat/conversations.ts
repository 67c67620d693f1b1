import { z } from 'zod'
import { user } from '../access.ts'
import { call } from '../call.ts'
import { offerStatuses } from '../../domain/demands/offer-states.ts'
import { orderStatuses } from '../../domain/orders/order-states.ts'
import { sides } from '../../domain/sides.ts'
import { count, fen, id, listOf, paging } from '../fields.ts'
import { letterRow, noticeRow } from './message-rows.ts'
import { linkPreview, chatMessage, conversationEntry, place, participants } from './shapes.ts'

export const conversationsCalls = {
  conversations: call({
    path: '/message/index/contact/user-list',
    summary: '我的沟通：全部会话，平台客服置顶',
    access: user,
    reads: true,
    viewing: 'closed',
    input: z.object({}),
    output: z.array(conversationEntry),
  }),
  conversationDeals: call({
    path: '/message/mqtt/conversation-deals',
    summary: '会话双方之间的订单与报价，各最近 5 个；只含本人有权查看、且对方身份已知的',
    access: user,
    reads: true,
    viewing: 'closed',
    input: z.object({ conversationId: id }),
    output: z.object({
      orders: z.array(
        z.object({
          orderId: id,
          orderNo: z.string(),
          title: z.string(),
          total: fen,
          status: z.enum(orderStatuses),
          /** The caller's side. */
          side: z.enum(sides),
        }),
      ),
      /** Without amounts: sealed offers stay sealed. */
      offers: z.array(
        z.object({
          offerId: id,
          demandId: id,
          title: z.string(),
          status: z.enum(offerStatuses),
          side: z.enum(sides),
        }),
      ),
    }),
    ours: true,
  }),
  unreadByKind: call({
    path: '/message/mqtt/respective-amount-count',
    summary: '未读聊天消息数，按会话类别，免打扰的会话不计；消息中心的未读数与最新的业务、个人消息',
    access: user,
    reads: true,
    input: z.object({}),
    /** `service` with the platform, `person` as oneself with others, `shop` as the own shop. */
    output: z.object({
      total: z.int(),
      service: z.int(),
      person: z.int(),
      shop: z.int(),
      /** Unread in the message centre: specification section 3, "User session". */
      count: z.int(),
      /** The newest five each, read or not. */
      bizMsgList: z.array(noticeRow),
      userMsgList: z.array(letterRow),
    }),
  }),
  unreadTotal: call({
    path: '/message/mqtt/unread-amount-count',
    summary: '未读聊天消息总数；免打扰的会话不计',
    access: user,
    reads: true,
    input: z.object({}),
    output: z.int().min(0),
  }),
  messages: call({
    path: '/message/mqtt/record-list',
    summary: '会话的聊天记录，新的在前；带 beforeSeq 取更早的，带 afterSeq 补取其后的，旧的在前',
    access: user,
    reads: true,
    viewing: 'closed',
    input: z.object({
      ...participants,
      ...paging,
      /** Ours: only messages after this place, oldest first, for catching up. */
      afterSeq: place.optional(),
      /** Ours: only messages before this place, newest first; `current` is not read then. */
      beforeSeq: place.optional(),
    }),
    output: listOf(chatMessage).extend({
      conversationId: id.nullable(),
      /** How far the caller, and how far the other side has read. */
      readSeq: z.int().min(0),
      peerReadSeq: z.int().min(0),
      /** Ours, with `afterSeq`: places up to it of the messages that were taken back last. */
      recalled: z.array(z.int()),
    }),
  }),
  sendMessage: call({
    path: '/message/mqtt/send-msg',
    summary: '发送聊天消息；成功返回 true',
    access: user,
    input: z.object({
      ...participants,
      /** Ignored: the sender is the caller. */
      sendId: id.nullish(),
      qos: z.literal([0, 1, 2]).default(2),
      /** JSON string with `text`, or the text itself; 2,000 characters at most. */
      content: z.string().min(1, '请输入消息').max(20_000, '消息过长'),
      /** Ours: uuid of the client. Sending the same twice stores it once. */
      clientId: z.uuid().optional(),
      /** Ours: an own upload of purpose `chat`, sent in place of a text. */
      fileId: z.string().max(40).optional(),
      /** Ours: place of the message that is answered. */
      replySeq: place.optional(),
    }),
    output: z.literal(true),
    failures: ['chatSelf', 'caseTaken', 'stranger'],
    perMinute: 120,
  }),
  read: call({
    path: '/message/mqtt/read',
    summary: '记录已读位置；只增不减',
    access: user,
    input: z.object({ conversationId: id, seq: count }),
    output: z.object({ readSeq: z.int().min(0) }),
    ours: true,
  }),
  contact: call({
    path: '/message/mqtt/contact',
    summary: '按店铺、用户、平台客服或商品服务需求找到沟通对象',
    access: user,
    reads: true,
    viewing: 'closed',
    input: z.object({
      service: z.boolean().default(false),
      orgId: id.optional(),
      userId: id.optional(),
      serviceId: id.optional(),
      productNo: z.string().max(40).optional(),
      demandId: id.optional(),
    }),
    /** `about` is what is to be talked about. */
    output: z.object({ entry: conversationEntry, about: linkPreview.nullable() }),
    failures: ['chatSelf'],
    ours: true,
  }),
  pushTicket: call({
    path: '/message/mqtt/ticket',
    summary: '实时推送连接的一次性口令，60 秒内有效',
    access: user,
    input: z.object({}),
    output: z.object({
      userId: id,
      /** Password of one MQTT connection; the user name is `userId`. */
      ticket: z.string(),
      /** The one topic that may be subscribed to. */
      topic: z.string(),
      /** A client id is this and 8 to 64 letters, digits, `-` or `_` of the tab's own. */
      clientIdPrefix: z.string(),
    }),
    ours: true,
    perMinute: 120,
  }),
}
