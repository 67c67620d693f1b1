import { and, count, inArray, notInArray, or, type SQL } from 'drizzle-orm'
import type { recordsCalls } from '../../contract/chat/records.ts'
import type { Db } from '../../db/open.ts'
import { conversations } from '../../db/tables/chat.ts'
import { personParty, shopParty } from '../../domain/chat/party.ts'
import { nameSeparator } from '../../domain/chat/words.ts'
import { serviceUserId } from '../accounts/public.ts'
import type { Caller, Handler } from '../handler.ts'
import { entriesOf } from './entries.ts'
import { facesOf } from './faces.ts'
import { ofCaller, ownConversations, sidesFor } from './own-conversations.ts'

/** The latest conversations among which a name is looked for. */
const looked = 5000

export const messageGroups: Handler<typeof recordsCalls.messageGroups> = async (input, { db, caller }) => {
  const { current, pageSize, group, keyword = '' } = input
  const where = group === undefined ? undefined : await ofGroup(db, caller, group)
  const from = (current - 1) * pageSize
  if (keyword !== '') {
    const named = await namedRows(db, caller, where, keyword)
    return { total: named.length, data: await entriesOf(db, caller, named.slice(from, from + pageSize)) }
  }
  const [counted] = await db
    .select({ total: count() })
    .from(conversations)
    .where(and(ofCaller(caller), where))
  const rows = await ownConversations(db, caller, { most: pageSize, from, where })
  return { total: counted?.total ?? 0, data: await entriesOf(db, caller, rows) }
}

async function ofGroup(db: Db, caller: Caller, group: 'service' | 'person' | 'shop'): Promise<SQL | undefined> {
  const { partyA, partyB } = conversations
  const having = (party: string) => or(inArray(partyA, [party]), inArray(partyB, [party]))
  const shop = caller.companyId === null ? '' : shopParty(caller.companyId)
  if (group === 'shop') return having(shop)
  // As oneself, and as the poster of a demand.
  const self = and(notInArray(partyA, [shop]), notInArray(partyB, [shop]))
  const serviceId = caller.isService ? undefined : await serviceUserId(db)
  const service = serviceId === undefined ? '' : personParty(serviceId)
  if (group === 'service') return and(self, having(service))
  return and(self, notInArray(partyA, [service]), notInArray(partyB, [service]))
}

/** Conversations whose other side is called so, as it is shown: a masked name tells no more by being searched for. */
async function namedRows(db: Db, caller: Caller, where: SQL | undefined, keyword: string) {
  const rows = await ownConversations(db, caller, { most: looked, where })
  const sided = rows.map((row) => ({ row, other: sidesFor(caller, row).other }))
  const faces = await facesOf(
    db,
    sided.map(({ other }) => other),
  )
  const asked = keyword.toLowerCase()
  return sided.flatMap(({ row, other }) => {
    const names = (faces.get(other)?.name ?? '').toLowerCase().split(nameSeparator)
    return names.some((name) => name.includes(asked)) ? [row] : []
  })
}
