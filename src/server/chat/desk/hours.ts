import { eq } from 'drizzle-orm'
import type { deskCalls } from '../../../contract/chat/desk.ts'
import type { Db } from '../../../db/open.ts'
import { serviceHours as table } from '../../../db/tables/service-desk.ts'
import { textContent } from '../../../domain/chat/content.ts'
import { personParty, type Party } from '../../../domain/chat/party.ts'
import {
  absenceClientId,
  defaultServiceHours,
  isStaffed,
  type ServiceHours,
} from '../../../domain/chat/service-hours.ts'
import type { Handler } from '../../handler.ts'
import { storeMessage, type Stored } from '../store-message.ts'

/** There is one desk, and one row of its hours. */
const theDesk = 1

/** When the platform's service answers. */
export async function serviceHoursOf(db: Db): Promise<ServiceHours> {
  const { days, answersFrom, answersUntil, awayReply } = table
  const [row] = await db.select({ days, answersFrom, answersUntil, awayReply }).from(table).where(eq(table.id, theDesk))
  return row ?? defaultServiceHours
}

export const serviceHours: Handler<typeof deskCalls.serviceHours> = async (_input, { db }) => {
  const { days, ...hours } = await serviceHoursOf(db)
  return { ...hours, days: [...days], staffed: isStaffed({ ...hours, days }, new Date().toISOString()) }
}

export const serviceHoursSave: Handler<typeof deskCalls.serviceHoursSave> = async (input, { db, caller }) => {
  const days = [...new Set(input.days)].toSorted((a, b) => a - b)
  const values = { ...input, days, updatedBy: caller.userId, updatedAt: new Date() }
  await db
    .insert(table)
    .values({ id: theDesk, ...values })
    .onConflictDoUpdate({ target: table.id, set: values })
  return true
}

/**
 * Answers in the service's place whoever writes to it outside of its hours: once for a conversation and an absence,
 * from closing to the next opening. It answers nothing: the visitor waits as before.
 */
export async function serviceAwayReply(
  db: Db,
  { from, serviceId, conversationId, now }: { from: Party; serviceId: number; conversationId: number; now: Date },
): Promise<Stored | undefined> {
  const hours = await serviceHoursOf(db)
  const at = now.toISOString()
  if (isStaffed(hours, at)) return undefined
  return storeMessage(db, {
    ...{ own: personParty(serviceId), other: from, senderUserId: serviceId, reads: false },
    ...{ content: textContent(hours.awayReply), clientId: absenceClientId(conversationId, hours, at) },
  })
}
