import { z } from 'zod'
import { user } from '../access.ts'
import { call } from '../call.ts'
import { id, keyword, listOf, paging } from '../fields.ts'
import { chatMessage, conversationEntry, place, participants } from './shapes.ts'

/** Kind of conversation: with the platform's service, as a person, as the own shop. */
const group = z.enum(['service', 'person', 'shop'])

export const recordsCalls = {
  messageGroups: call({
    path: '/message/index/contact/page-message-group',
    summary: '我的会话，可按分类与对方名称筛选、分页；置顶的在前',
    access: user,
    reads: true,
    viewing: 'closed',
    input: z.object({
      ...paging,
      group: group.optional(),
      /** Part of the other side's name as it is shown. */
      keyword: keyword.optional(),
    }),
    output: listOf(conversationEntry),
  }),
  contactRecords: call({
    path: '/message/index/contact/message-record',
    summary: '在自己的会话中查找消息，新的在前；或读取一个会话中某条消息的前后',
    access: user,
    reads: true,
    viewing: 'closed',
    input: z.object({
      ...paging,
      /** Searched through; without it all own conversations are. Needed with `aroundSeq`. */
      conversationId: id.optional(),
      /** Two characters at least. */
      keyword: keyword.optional(),
      /** Only messages older than this one, by its id: the next page of what was found. */
      beforeId: id.optional(),
      /** The messages around this place, oldest first. */
      aroundSeq: place.optional(),
    }),
    /** `total` of a search is counted to 1,000. */
    output: listOf(chatMessage.extend({ conversationId: id })).extend({
      /** The conversations of what was found. */
      conversations: z.array(conversationEntry),
      /** Whether more were found than are told. */
      more: z.boolean(),
    }),
    perMinute: 120,
  }),
  recall: call({
    path: '/message/mqtt/recall',
    summary: '撤回自己两分钟内发送的消息；返回原文，供重新编辑',
    access: user,
    input: z.object({ conversationId: id, seq: place }),
    output: z.object({ text: z.string() }),
    failures: ['recallLate'],
    ours: true,
  }),
  mark: call({
    path: '/message/mqtt/mark',
    summary: '置顶会话、免打扰；只对自己有效',
    access: user,
    input: z.object({ conversationId: id, pinned: z.boolean().optional(), muted: z.boolean().optional() }),
    output: z.object({ pinned: z.boolean(), muted: z.boolean() }),
    ours: true,
  }),
  typing: call({
    path: '/message/mqtt/typing',
    summary: '告知对方正在输入；只推送，不保存',
    access: user,
    input: z.object({ ...participants }),
    output: z.literal(true),
    ours: true,
    perMinute: 30,
  }),
}
