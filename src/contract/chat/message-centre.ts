import { z } from 'zod'
import { noticeGroups } from '../../domain/accounts/notifications.ts'
import { letterGroups, maxLetterLength, maxSubjectLength } from '../../domain/chat/letters.ts'
import { member, user } from '../access.ts'
import { call } from '../call.ts'
import { dayInput, id, keyword, listOf, paging, text } from '../fields.ts'
import { letter, letterPerson, letterRow, noticeRow } from './message-rows.ts'

/** business (业务消息): notices of events; personal (个人消息): letters. */
const kind = z.enum(['business', 'personal'])

/** Unread, by kind and of business by group; no count goes beyond 1,000. */
const unread = z.object({
  total: z.int(),
  business: z.int(),
  personal: z.int(),
  groups: z.record(z.enum(noticeGroups), z.int()),
})
export type UnreadMessages = z.output<typeof unread>

/** Filters of both lists, newest first. `before` is the keyset cursor and skips the count. */
const conditions = {
  ...paging,
  before: id.optional(),
  unread: z.boolean().optional(),
  keyword: keyword.default(''),
  /** First and last day, in Shanghai. */
  from: dayInput.optional(),
  until: dayInput.optional(),
}

const group = z.object({
  group: z.enum(letterGroups),
  districtCode: z
    .string()
    .regex(/^\d{6}$/)
    .optional(),
})
const letterText = { subject: text(maxSubjectLength), text: text(maxLetterLength) }
const sent = z.object({ recordId: id })

export const messageCentreCalls = {
  recordPage: call({
    path: '/message/record/list-page',
    summary: '业务消息：按分组、未读、关键词与日期，新的在前',
    access: user,
    reads: true,
    viewing: 'closed',
    input: z.object({ ...conditions, group: z.enum(noticeGroups).optional() }),
    /** `total` counts to 10,000 at most, and is not counted anew below a row. */
    output: listOf(noticeRow).extend({ more: z.boolean(), unread }),
  }),
  myRecords: call({
    path: '/message/record/mine/list-page',
    summary: '个人消息：收到的，或自己发出的',
    access: user,
    reads: true,
    viewing: 'closed',
    input: z.object({ ...conditions, box: z.enum(['in', 'sent']).default('in') }),
    output: listOf(letterRow).extend({ more: z.boolean(), unread }),
  }),
  recordsUnread: call({
    path: '/message/record/unread',
    summary: '消息中心的未读数',
    access: user,
    reads: true,
    input: z.object({}),
    output: unread,
    ours: true,
  }),
  recordRead: call({
    path: '/message/record/read',
    summary: '把消息标为已读；别人的编号不起作用',
    access: user,
    input: z.object({ kind: kind.default('business'), recordIds: z.array(id).min(1).max(100) }),
    output: unread,
  }),
  recordsReadAll: call({
    path: '/message/record/read-all',
    summary: '全部标为已读，至多到看见的最新一条',
    access: user,
    input: z.object({
      /** Both without it. */
      kind: kind.optional(),
      group: z.enum(noticeGroups).optional(),
      /** Newest visible row: later ones stay unread. */
      upTo: id.optional(),
    }),
    output: unread,
  }),
  recordDelete: call({
    path: '/message/record/delete',
    summary: '从自己的列表中删除消息；别人的编号不起作用',
    access: member('message_delete'),
    input: z.object({
      kind: kind.default('business'),
      box: z.enum(['in', 'sent']).default('in'),
      recordIds: z.array(id).min(1).max(100),
    }),
    output: unread,
  }),
  letter: call({
    path: '/message/record/detail',
    summary: '一封个人消息与它的往来，旧的在前；收到的随即标为已读',
    access: user,
    input: z.object({ recordId: id }),
    output: z.object({
      /** The newest 100 of what the two wrote to each other in it. */
      letters: z.array(letter),
      /** Whether one may write back. */
      replies: z.boolean(),
      /** Of a letter to many: how many have it, and have read it. Its sender reads that only. */
      reach: z.object({ recipients: z.int(), read: z.int(), delivered: z.boolean() }).nullable(),
      unread,
    }),
    ours: true,
  }),
  recordReply: call({
    path: '/message/record/reply',
    summary: '回复一封个人消息，给它的发件人',
    access: member('message_reply'),
    input: z.object({ recordId: id, text: letterText.text }),
    output: sent,
    idempotent: true,
    failures: ['noReplies'],
    perMinute: 20,
    perDay: 200,
  }),
  onlineMessageSend: call({
    path: '/message/send/online-message',
    summary: '给同事，或有往来的企业与个人写一封个人消息',
    access: member('message_reply'),
    input: z.object({ receiveId: id.optional(), receiveOrgId: id.optional(), ...letterText }),
    output: sent,
    idempotent: true,
    failures: ['stranger'],
    perMinute: 20,
    perDay: 100,
  }),
  groupMessageSend: call({
    path: '/message/send/group-message',
    summary: '给自己可群发的一组人发一封个人消息，随后分批送达',
    access: member('message_reply'),
    input: group.extend(letterText),
    output: sent,
    idempotent: true,
    perMinute: 5,
    perDay: 20,
  }),
  messageGroup: call({
    path: '/message/group/info',
    summary: '可群发的分组：有谁、多少人；不指定分组时列出自己可用的',
    access: user,
    reads: true,
    viewing: 'closed',
    input: group.partial().extend(paging),
    output: z.object({
      /** Groups that the caller may write to. */
      groups: z.array(z.enum(letterGroups)),
      /** Counted to 10,000 at most. */
      total: z.int(),
      data: z.array(letterPerson),
    }),
  }),
  letterRecipients: call({
    path: '/message/send/recipients',
    summary: '可以给谁写个人消息：同事，有交易或沟通的企业与个人',
    access: member('message_reply'),
    reads: true,
    viewing: 'closed',
    input: z.object({ keyword: keyword.default('') }),
    /** 50 at most; one is a person or a company. */
    output: z.array(
      z.object({
        receiveId: id.nullable(),
        receiveOrgId: id.nullable(),
        name: z.string(),
        /** Why: colleague, trade, chat, or the platform's customer service. */
        because: z.enum(['colleague', 'trade', 'chat', 'service']),
      }),
    ),
    ours: true,
    perMinute: 120,
  }),
}
