import { z } from 'zod'
import { noticeGroups, notificationEvents } from '../../domain/accounts/notifications.ts'
import { letterAudiences } from '../../domain/chat/letters.ts'
import { id, moment } from '../fields.ts'

/** A notice of an event. */
export const noticeRow = z.object({
  recordId: id,
  event: z.enum(notificationEvents.map(({ event }) => event)),
  group: z.enum(noticeGroups),
  title: z.string(),
  text: z.string(),
  /** Own path that leads to it. */
  path: z.string(),
  read: z.boolean(),
  at: moment,
})
export type NoticeRow = z.output<typeof noticeRow>

/** A side of a letter as the other one sees it: names of people of other companies are masked. */
export const letterPerson = z.object({
  userId: id.nullable(),
  name: z.string(),
  companyName: z.string(),
  isPlatform: z.boolean(),
})
export type LetterPerson = z.output<typeof letterPerson>

export const letterRow = z.object({
  recordId: id,
  box: z.enum(['in', 'sent']),
  audience: z.enum(letterAudiences),
  from: letterPerson,
  /** Receiver as text: 仲*妮, 本企业全体成员. */
  to: z.string(),
  subject: z.string(),
  /** The first 120 letters. */
  brief: z.string(),
  /** One's own are read. */
  read: z.boolean(),
  at: moment,
})
export type LetterRow = z.output<typeof letterRow>

export const letter = letterRow.omit({ brief: true, read: true }).extend({ text: z.string(), mine: z.boolean() })
export type Letter = z.output<typeof letter>
