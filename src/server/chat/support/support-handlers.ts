import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { supportCalls } from '../../../contract/chat/support.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { conversations } from '../../../db/tables/chat.ts'
import { cannedAnswers as table, serviceCases } from '../../../db/tables/support.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { createSupportClientId } from '../../../domain/chat/answer-hours.ts'
import { type MessageContent, noticeContent, ratingContent } from '../../../domain/chat/content.ts'
import { otherParty, type Party, personParty } from '../../../domain/chat/party.ts'
import { caseClosedText, handOverText, maxCannedAnswers } from '../../../domain/chat/support.ts'
import type { Caller, Handler, Handlers } from '../../handler.ts'
import type { Push } from '../../push/push.ts'
import { onlineUsers } from '../../session/online-users.ts'
import { getProfiles } from '../profiles.ts'
import { pushMessage } from '../push-message.ts'
import { storeMessage } from '../store-message.ts'
import { changeableCaseCondition, getCaseRefusal, recordCaseEvent } from './case-records.ts'
import { supportCase, supportCases } from './cases.ts'
import { supportFigures } from './figures.ts'
import { serviceHours, serviceHoursSave } from './hours.ts'
import { notifyAgents } from './notify-agents.ts'
import { rateService, ratingKey } from './rate.ts'

/** Assigns a case to the caller. Of concurrent agents the first one wins; idempotent for the same agent. */
const supportCaseTake: Handler<typeof supportCalls.supportCaseTake> = async (
  { caseId, from },
  { db, caller, push, after },
) => {
  const agentId = caller.userId
  const taken = await db.transaction(async (tx) => {
    const seen = from === null ? isNull(serviceCases.agentId) : eq(serviceCases.agentId, from)
    const [row] = await tx
      .update(serviceCases)
      .set({ agentId })
      .where(and(eq(serviceCases.id, caseId), isNull(serviceCases.closedAt), seen))
      .returning({ id: serviceCases.id })
    if (row !== undefined && from !== agentId) await recordCaseEvent(tx, { caseId, event: 'taken', userId: agentId })
    return row !== undefined
  })
  if (!taken) {
    const [now] = await db.select().from(serviceCases).where(eq(serviceCases.id, caseId))
    if (now?.agentId !== agentId || now.closedAt !== null) throw await getCaseRefusal(db, caseId)
  }
  after(() => notifyAgents({ db, push }))
  return { caseId }
}

/** Closes a support case and asks for a rating, in one transaction. A later message of the visitor opens a new case. */
const supportCaseClose: Handler<typeof supportCalls.supportCaseClose> = async ({ caseId }, context) => {
  const { db, caller } = context
  const [before] = await db.select().from(serviceCases).where(eq(serviceCases.id, caseId))
  if (before !== undefined && before.closedAt !== null) return { caseId }
  const push = await sendSystemMessage(context, {
    caseId,
    key: ratingKey(caseId),
    content: ratingContent(caseClosedText, caseId),
    onStored: async (tx) => {
      const [row] = await tx
        .update(serviceCases)
        .set({ closedAt: new Date(), waitingSince: null, agentId: caller.userId })
        .where(changeableCaseCondition(caseId, caller.userId))
        .returning({ id: serviceCases.id })
      if (row === undefined) throw await getCaseRefusal(tx, caseId)
      await recordCaseEvent(tx, { caseId, event: 'closed', userId: caller.userId })
    },
  })
  context.after(push)
  return { caseId }
}

/** The visitor gets a neutral system message; the note is visible to agents only. */
const supportCaseHandOver: Handler<typeof supportCalls.supportCaseHandOver> = async ({ caseId, to, note }, context) => {
  const { db, caller } = context
  if (to === caller.userId) throw fieldFailed({ field: 'to', message: '请选择另一位客服' })
  if (to !== null) {
    const [agent] = await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, to), sql`${users.isService}`, eq(users.locked, false)))
    if (agent === undefined) throw fieldFailed({ field: 'to', message: '请选择一位客服' })
  }
  const push = await sendSystemMessage(context, {
    caseId,
    key: crypto.randomUUID(),
    content: noticeContent(handOverText),
    onStored: async (tx) => {
      const [row] = await tx
        .update(serviceCases)
        // The visitor waits again, from now on if everything was answered.
        .set({ agentId: to, waitingSince: sql`coalesce(${serviceCases.waitingSince}, now())` })
        .where(changeableCaseCondition(caseId, caller.userId))
        .returning({ id: serviceCases.id })
      if (row === undefined) throw await getCaseRefusal(tx, caseId)
      const event = to === null ? 'returned' : 'handed'
      await recordCaseEvent(tx, { caseId, event, userId: caller.userId, toUserId: to, note })
    },
  })
  context.after(push)
  return { caseId }
}

interface SystemMessage {
  readonly caseId: number
  /** Idempotency key: a message with the same key is stored once. */
  readonly key: string
  readonly content: MessageContent
  /** The change that the message reports; runs in its transaction. */
  readonly onStored: (tx: Db) => Promise<void>
}

/**
 * Stores a system message in the conversation of a support case together with the change it reports, in one
 * transaction.
 * The sender is the service, not the agent. Returns the push to run after the commit.
 */
async function sendSystemMessage(
  { db, push, caller }: { readonly db: Db; readonly push: Pick<Push, 'send'>; readonly caller: Caller },
  { caseId, key, content, onStored }: SystemMessage,
): Promise<() => Promise<void>> {
  const serviceId = caller.serviceId ?? caller.userId
  const own = personParty(serviceId)
  const [pair] = await db
    .select({ partyA: conversations.partyA, partyB: conversations.partyB })
    .from(serviceCases)
    .innerJoin(conversations, eq(conversations.id, serviceCases.conversationId))
    .where(eq(serviceCases.id, caseId))
  if (pair === undefined) throw new CallFailed('notFound')
  const other = toParty(otherParty(pair, own))
  const clientId = createSupportClientId(key)
  const sending = { own, other, senderUserId: serviceId, content, clientId, marksRead: false, onStored }
  const stored = await storeMessage(db, sending)
  return async () => {
    if (stored === undefined) return
    const profiles = await getProfiles(db, [own])
    await pushMessage({ db, push }, stored, { from: own, to: other, profile: profiles.get(own) })
    await notifyAgents({ db, push })
  }
}

/** Reads a stored party. */
function toParty(text: string): Party {
  const [letter, number] = [text.slice(0, 1), Number(text.slice(2))]
  return letter === 'o' ? `o:${number}` : `u:${number}`
}

const cannedAnswers: Handler<typeof supportCalls.cannedAnswers> = async (_input, { db }) =>
  db.select({ answerId: table.id, title: table.title, text: table.text }).from(table).orderBy(table.id)

const cannedAnswerSave: Handler<typeof supportCalls.cannedAnswerSave> = async (input, { db, caller }) => {
  const { answerId, title, text } = input
  const values = { title, text, updatedBy: caller.userId, updatedAt: new Date() }
  if (answerId === undefined && (await db.$count(table)) >= maxCannedAnswers) throw new CallFailed('cannedFull')
  const [row] =
    answerId === undefined
      ? await db.insert(table).values(values).returning({ id: table.id })
      : await db.update(table).set(values).where(eq(table.id, answerId)).returning({ id: table.id })
  if (row === undefined) throw new CallFailed('notFound')
  return { answerId: row.id }
}

const cannedAnswerRemove: Handler<typeof supportCalls.cannedAnswerRemove> = async ({ answerId }, { db }) => {
  await db.delete(table).where(sql`${table.id} = ${answerId}`)
  return true
}

const supportAgents: Handler<typeof supportCalls.supportAgents> = async (_input, { db }) => {
  const agents = await db
    .select({ userId: users.id, realName: users.realName, loginName: users.loginName })
    .from(users)
    .where(and(sql`${users.isService}`, eq(users.locked, false)))
    .orderBy(users.id)
  const ids = agents.map(({ userId }) => userId)
  const [present, loads] = await Promise.all([
    onlineUsers(db, ids),
    db
      .select({ agentId: serviceCases.agentId, open: count() })
      .from(serviceCases)
      .where(and(isNull(serviceCases.closedAt), inArray(serviceCases.agentId, ids)))
      .groupBy(serviceCases.agentId),
  ])
  const open = new Map(loads.map((row) => [row.agentId, row.open]))
  return agents.map((agent) => ({
    userId: agent.userId,
    name: personName(agent),
    present: present.has(agent.userId),
    open: open.get(agent.userId) ?? 0,
  }))
}

export const supportHandlers: Handlers<typeof supportCalls> = {
  cannedAnswerRemove,
  cannedAnswers,
  cannedAnswerSave,
  supportAgents,
  supportCase,
  supportFigures,
  supportCases,
  supportCaseClose,
  supportCaseHandOver,
  supportCaseTake,
  rateService,
  serviceHours,
  serviceHoursSave,
}
