import { z } from 'zod'
import { user } from '../access.ts'
import { call, notBuilt } from '../call.ts'
import { id, listOf, moment, paging } from '../fields.ts'

/** The specification's clients send true and false, or 1 and 0. */
const flag = z.union([z.boolean(), z.literal([0, 1])]).transform(Boolean)

/** The two sides of a conversation, as the specification addresses them. */
const sides = {
  /** User id of the other person; not read when `isOrg`. */
  receiveId: id.nullish(),
  /** Organisation id of the other shop; read when `isOrg`. */
  receiveOrgId: id.nullish(),
  isOrg: flag.default(false),
  /** 1 person, 2 organisation: says the same as `isOrg`. */
  isStoreIdentity: z.literal([1, 2]).optional(),
  /** Own organisation, when speaking as its shop. */
  sendOrgId: id.nullish(),
  isOrgSend: flag.default(false),
  plateFormCode: z.string().max(20).default('web'),
}

/** One entry of 我的沟通: specification section 3, "Conversation entry". */
export const conversationEntry = z.object({
  /** User id of the other person, organisation id of the other shop. */
  id,
  /** Organisation id of the other shop; null for a person. */
  orgId: id.nullable(),
  /** Own organisation when the conversation is held as its shop. */
  sendOrgId: id.nullable(),
  /** `name$$$subname`, personal names masked. */
  name: z.string(),
  avatar: z.string(),
  /** JSON with text and lastShort; empty before the first message. */
  lastWord: z.string(),
  /** Unread messages. */
  count: z.int().min(0),
  addTime: moment.nullable(),
  /** 1 person, 2 organisation. */
  isStoreIdentity: z.literal([1, 2]),
  /** Ours: null before the first message. */
  conversationId: id.nullable(),
  lastSeq: z.int().min(0),
  readSeq: z.int().min(0),
  /** The platform's customer service is on the other side. */
  isService: z.boolean(),
  certified: z.boolean(),
  /** Shop page of the other side. */
  shopId: id.nullable(),
})
export type ConversationEntry = z.output<typeof conversationEntry>

/** One message: specification section 3, "Chat message". */
export const chatMessage = z.object({
  id,
  /** Place in the conversation, from 1 without gaps. */
  seq: z.int().positive(),
  /** Made by the sending client; the same id is stored once. */
  clientId: z.string(),
  sendId: id,
  receiveId: id.nullable(),
  sendOrgId: id.nullable(),
  receiveOrgId: id.nullable(),
  isOrg: z.boolean(),
  isOrgSend: z.boolean(),
  /** JSON string: status, text, url, imgUrl, title, price, tag, lastShort. Line breaks are `<br />`. */
  content: z.string(),
  addTime: moment,
  qos: z.literal(2),
  plateFormCode: z.string(),
})

/** A demand, service or product as a card. */
export const card = z.object({
  status: z.literal(['demand', 'service', 'market']),
  url: z.string(),
  imgUrl: z.string().optional(),
  title: z.string(),
  price: z.string(),
  tag: z.string(),
})
export type Card = z.output<typeof card>

export const conversationsCalls = {
  conversations: call({
    path: '/message/index/contact/user-list',
    summary: '我的沟通：全部会话，平台客服置顶',
    access: user,
    input: z.object({}),
    output: z.array(conversationEntry),
  }),
  messageGroups: notBuilt('/message/index/contact/page-message-group', user),
  contactRecords: notBuilt('/message/index/contact/message-record', user),
  unreadByKind: call({
    path: '/message/mqtt/respective-amount-count',
    summary: '未读聊天消息数，按会话类别',
    access: user,
    input: z.object({}),
    /** `service` with the platform, `person` as oneself with others, `shop` as the own shop. */
    output: z.object({ total: z.int(), service: z.int(), person: z.int(), shop: z.int() }),
  }),
  unreadTotal: call({
    path: '/message/mqtt/unread-amount-count',
    summary: '未读聊天消息总数',
    access: user,
    input: z.object({}),
    output: z.int().min(0),
  }),
  messages: call({
    path: '/message/mqtt/record-list',
    summary: '会话的聊天记录，新的在前；带 afterSeq 时补取其后的消息，旧的在前',
    access: user,
    input: z.object({
      ...sides,
      ...paging,
      /** Ours: only messages after this place, oldest first, for catching up. */
      afterSeq: z.int().min(0).max(2_147_483_647).optional(),
    }),
    output: listOf(chatMessage).extend({
      conversationId: id.nullable(),
      /** How far the caller, and how far the other side has read. */
      readSeq: z.int().min(0),
      peerReadSeq: z.int().min(0),
    }),
  }),
  sendMessage: call({
    path: '/message/mqtt/send-msg',
    summary: '发送聊天消息；成功返回 true',
    access: user,
    input: z.object({
      ...sides,
      /** Not believed: the sender is who makes the call. */
      sendId: id.nullish(),
      qos: z.literal([0, 1, 2]).default(2),
      /** JSON string with `text`, or the text itself; 2,000 characters at most. */
      content: z.string().min(1, '请输入消息').max(20_000, '消息过长'),
      /** Ours: uuid of the client. Sending the same twice stores it once. */
      clientId: z.uuid().optional(),
    }),
    output: z.literal(true),
    failures: ['chatSelf'],
    perMinute: 120,
  }),
  read: call({
    path: '/message/mqtt/read',
    summary: '记录已读位置；只增不减',
    access: user,
    input: z.object({ conversationId: id, seq: z.int().min(0) }),
    output: z.object({ readSeq: z.int().min(0) }),
    ours: true,
  }),
  contact: call({
    path: '/message/mqtt/contact',
    summary: '按店铺、用户、平台客服或商品服务需求找到沟通对象',
    access: user,
    input: z.object({
      service: z.boolean().default(false),
      orgId: id.optional(),
      userId: id.optional(),
      serviceId: id.optional(),
      productNo: z.string().max(40).optional(),
      demandId: id.optional(),
    }),
    /** `about` is what is to be talked about. */
    output: z.object({ entry: conversationEntry, about: card.nullable() }),
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
