import { and, count, inArray, notInArray, or, type SQL } from 'drizzle-orm'
import type { recordsCalls } from '../../contract/chat/records.ts'
import type { Db } from '../../db/open.ts'
import { conversations } from '../../db/tables/chat.ts'
import { personParty, shopParty } from '../../domain/chat/party.ts'
import { nameSeparator } from '../../domain/chat/phrases.ts'
import type { Caller, Handler } from '../handler.ts'
import { getEntries } from './conversation-entries.ts'
import { getProfiles } from './profiles.ts'
import { callerCondition, listOwnConversations, getParticipants } from './own-conversations.ts'
import { getServiceUserId } from '../accounts/sign-in/service-id.ts'

/** Maximum of conversations searched by name. */
const maxSearched = 5000

export const messageGroups: Handler<typeof recordsCalls.messageGroups> = async (input, { db, caller }) => {
  const { current, pageSize, group, keyword = '' } = input
  const where = group === undefined ? undefined : await getGroupCondition(db, caller, group)
  const from = (current - 1) * pageSize
  if (keyword !== '') {
    const named = await findByName(db, caller, where, keyword)
    return { total: named.length, data: await getEntries(db, caller, named.slice(from, from + pageSize)) }
  }
  const [counted] = await db
    .select({ total: count() })
    .from(conversations)
    .where(and(callerCondition(caller), where))
  const rows = await listOwnConversations(db, caller, { limit: pageSize, from, where })
  return { total: counted?.total ?? 0, data: await getEntries(db, caller, rows) }
}

async function getGroupCondition(
  db: Db,
  caller: Caller,
  group: 'service' | 'person' | 'shop',
): Promise<SQL | undefined> {
  const { partyA, partyB } = conversations
  const having = (party: string) => or(inArray(partyA, [party]), inArray(partyB, [party]))
  const shop = caller.companyId === null ? '' : shopParty(caller.companyId)
  if (group === 'shop') return having(shop)
  // As a person, or as a demand poster.
  const self = and(notInArray(partyA, [shop]), notInArray(partyB, [shop]))
  const serviceId = caller.isService ? undefined : await getServiceUserId(db)
  const service = serviceId === undefined ? '' : personParty(serviceId)
  if (group === 'service') return and(self, having(service))
  return and(self, notInArray(partyA, [service]), notInArray(partyB, [service]))
}

/** Conversations by the displayed name of the other party, so that searching does not reveal masked names. */
async function findByName(db: Db, caller: Caller, where: SQL | undefined, keyword: string) {
  const rows = await listOwnConversations(db, caller, { limit: maxSearched, where })
  const sided = rows.map((row) => ({ row, other: getParticipants(caller, row).other }))
  const profiles = await getProfiles(
    db,
    sided.map(({ other }) => other),
  )
  const query = keyword.toLowerCase()
  return sided.flatMap(({ row, other }) => {
    const names = (profiles.get(other)?.name ?? '').toLowerCase().split(nameSeparator)
    return names.some((name) => name.includes(query)) ? [row] : []
  })
}
