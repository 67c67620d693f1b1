import { z } from 'zod'
import { channels, notificationEvents } from '../../domain/accounts/notifications.ts'
import { seller, user } from '../access.ts'
import { call } from '../call.ts'
import { id, optionalText, text } from '../fields.ts'

const choices = z.object({
  /** Chosen channels by event; events that are left out keep their defaults. */
  notifications: z.partialRecord(
    z.enum(notificationEvents.map(({ event }) => event)),
    z.array(z.enum(channels)).max(channels.length),
  ),
  invoiceKind: z.enum(['normal', 'special', 'none']),
  /** The default of the address book; null = the book is empty. */
  addressId: id.nullable(),
})
export type Preferences = z.output<typeof choices>

const clock = z.union([z.literal(''), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, '请填写 24 小时制时间，如 09:30')])
const phrases = z.array(text(60)).length(3, '每类三句')

/** Automatic replies and quick phrases of a shop. */
const shopReplies = z.object({
  greeting: optionalText(200),
  awayReply: optionalText(200),
  answersFrom: clock,
  answersUntil: clock,
  /** Three each; a missing kind has the product's own. */
  quickPhrases: z.object({ service: phrases.optional(), market: phrases.optional(), demand: phrases.optional() }),
})
export type ShopReplies = z.output<typeof shopReplies>

export const preferencesCalls = {
  preferences: call({
    path: '/user-center/user/preferences/get',
    summary: '自己的偏好：通知渠道、默认发票与地址',
    access: user,
    reads: true,
    input: z.object({}),
    output: choices,
    ours: true,
  }),
  preferencesSave: call({
    path: '/user-center/user/preferences/save',
    summary: '保存自己的偏好；不给的项保持不变',
    access: user,
    /** A given address becomes the default of the address book. */
    input: choices.extend({ addressId: id }).partial(),
    output: choices,
    ours: true,
  }),
  shopReplies: call({
    path: '/fmall/shop/replies/get',
    summary: '店铺的问候语、自动回复与快捷短语',
    access: seller(),
    reads: true,
    input: z.object({}),
    output: shopReplies,
    ours: true,
  }),
  shopRepliesSave: call({
    path: '/fmall/shop/replies/save',
    summary: '保存店铺的问候语、自动回复与快捷短语',
    access: seller('message_reply'),
    input: shopReplies,
    output: shopReplies,
    ours: true,
    logs: '修改自动回复与快捷短语',
  }),
}
