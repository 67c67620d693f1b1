import { z } from 'zod'
import { id, moment } from '../fields.ts'

/** The specification's clients send true and false, or 1 and 0. */
const flag = z.union([z.boolean(), z.literal([0, 1])]).transform(Boolean)

/** Place of a message in its conversation; 0 = before the first. */
export const place = z.int().min(0).max(2_147_483_647)

/** The two sides of a conversation, as the specification addresses them. */
export const participants = {
  /** User id of the other person; when `isOrg` and `receiveOrgId` is left out, id of the organisation. */
  receiveId: id.nullish(),
  /** Organisation id of the other shop; read when `isOrg`. */
  receiveOrgId: id.nullish(),
  isOrg: flag.default(false),
  /** 1 person, 2 organisation: says the same as `isOrg`. */
  isStoreIdentity: z.literal([1, 2]).optional(),
  /** Own organisation, when speaking as its shop. */
  sendOrgId: id.nullish(),
  isOrgSend: flag.default(false),
  /** Ours: an own demand as whose poster the person speaks, null = as oneself. Without it as in the latest conversation of the two. */
  asDemandId: id.nullish(),
  plateFormCode: z.string().max(20).default('web'),
}

/** One entry of 我的沟通: specification section 3, "Conversation entry". */
export const conversationEntry = z.object({
  /** User id of the other person (of the poster of a demand an id of that demand), organisation id of the other shop. */
  id,
  /** Organisation id of the other shop; null for a person. */
  orgId: id.nullable(),
  /** Own organisation when the conversation is held as its shop. */
  sendOrgId: id.nullable(),
  /** Ours: own demand as whose poster the conversation is held, unnamed to the supplier; else null. */
  asDemandId: id.nullable(),
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
  /** Ours, of the caller alone: on top of the list; silent and in no total. */
  pinned: z.boolean(),
  muted: z.boolean(),
})
export type ConversationEntry = z.output<typeof conversationEntry>

/** A message as another one quotes it. */
const quote = z.object({
  seq: z.int().positive(),
  sendId: id.nullable(),
  sendOrgId: id.nullable(),
  isOrgSend: z.boolean(),
  mine: z.boolean(),
  lastShort: z.string(),
})

/** One message: specification section 3, "Chat message". */
export const chatMessage = z.object({
  id,
  /** Place in the conversation, from 1 without gaps. */
  seq: z.int().positive(),
  /** Made by the sending client; the same id is stored once. */
  clientId: z.string(),
  /**
   * User id; outside a shop, for what one of its people wrote, the organisation's id (`isOrgSend`): the `id` of its
   * conversation. Outside the platform's service its own id.
   */
  sendId: id.nullable(),
  /** User id, or with `isOrg` the organisation's. */
  receiveId: id.nullable(),
  sendOrgId: id.nullable(),
  receiveOrgId: id.nullable(),
  isOrg: z.boolean(),
  isOrgSend: z.boolean(),
  /** JSON string: status, text, url, imgUrl, title, price, tag, size, lastShort. Line breaks are `<br />`. */
  content: z.string(),
  addTime: moment,
  qos: z.literal(2),
  plateFormCode: z.string(),
  /** Ours: sent from the side of whoever reads it. */
  mine: z.boolean(),
  /** Ours: inside a shop or the platform's service, which of its people wrote. */
  author: z.string().nullable(),
  /** Ours: what it answers. */
  reply: quote.nullable(),
})

/** A demand, service or product as a card. */
export const linkPreview = z.object({
  status: z.literal(['demand', 'service', 'market']),
  url: z.string(),
  imgUrl: z.string().optional(),
  title: z.string(),
  price: z.string(),
  tag: z.string(),
})
export type LinkPreview = z.output<typeof linkPreview>
