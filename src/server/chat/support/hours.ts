import { eq } from 'drizzle-orm'
import type { supportCalls } from '../../../contract/chat/support.ts'
import type { Db } from '../../../db/open.ts'
import { serviceHours as table } from '../../../db/tables/support.ts'
import { textContent } from '../../../domain/chat/content.ts'
import { personParty, type Party } from '../../../domain/chat/party.ts'
import {
  createAbsenceClientId,
  defaultServiceHours,
  isStaffed,
  type ServiceHours,
} from '../../../domain/chat/service-hours.ts'
import type { Handler } from '../../handler.ts'
import { storeMessage, type StoredMessage } from '../store-message.ts'

/** Id of the only row with service hours. */
const hoursRowId = 1

/** Hours of the platform's customer service, with defaults. */
export async function getServiceHours(db: Db): Promise<ServiceHours> {
  const { days, answersFrom, answersUntil, awayReply } = table
  const [row] = await db
    .select({ days, answersFrom, answersUntil, awayReply })
    .from(table)
    .where(eq(table.id, hoursRowId))
  return row ?? defaultServiceHours
}

export const serviceHours: Handler<typeof supportCalls.serviceHours> = async (_input, { db }) => {
  const { days, ...hours } = await getServiceHours(db)
  return { ...hours, days: [...days], staffed: isStaffed({ ...hours, days }, new Date().toISOString()) }
}

export const serviceHoursSave: Handler<typeof supportCalls.serviceHoursSave> = async (input, { db, caller, note }) => {
  const days = [...new Set(input.days)].toSorted((a, b) => a - b)
  const values = { ...input, days, updatedBy: caller.userId, updatedAt: new Date() }
  await db
    .insert(table)
    .values({ id: hoursRowId, ...values })
    .onConflictDoUpdate({ target: table.id, set: values })
  note(`${input.answersFrom}–${input.answersUntil}`)
  return true
}

/**
 * Stores the automatic reply outside the service hours, once per conversation and absence. The visitor still counts as
 * waiting.
 */
export async function sendServiceAwayReply(
  db: Db,
  { from, serviceId, conversationId, now }: { from: Party; serviceId: number; conversationId: number; now: Date },
): Promise<StoredMessage | undefined> {
  const hours = await getServiceHours(db)
  const at = now.toISOString()
  if (isStaffed(hours, at)) return undefined
  return storeMessage(db, {
    own: personParty(serviceId),
    other: from,
    senderUserId: serviceId,
    marksRead: false,
    content: textContent(hours.awayReply),
    clientId: createAbsenceClientId(conversationId, hours, at),
  })
}
