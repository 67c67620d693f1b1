import { and, eq, sum } from 'drizzle-orm'
import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import type { Db } from '../../db/open.ts'
import { conversations, readPositions } from '../../db/tables/chat.ts'
import { personParty, shopParty } from '../../domain/chat/party.ts'
import type { Caller, Handler } from '../handler.ts'
import { serviceUserId } from '../accounts/public.ts'
import { ofCaller } from './own-conversations.ts'
import { countedUnread } from './read-positions.ts'

/** Unread messages of the caller by the two sides, so that a kind can be told from them. */
async function unreadBySides(db: Db, caller: Caller) {
  const rows = await db
    .select({ partyA: conversations.partyA, partyB: conversations.partyB, unread: sum(countedUnread).mapWith(Number) })
    .from(conversations)
    .leftJoin(
      readPositions,
      and(eq(readPositions.conversationId, conversations.id), eq(readPositions.userId, caller.userId)),
    )
    .where(ofCaller(caller))
    .groupBy(conversations.partyA, conversations.partyB)
  return rows
}

const total = (rows: readonly { readonly unread: number }[]) => rows.reduce((all, { unread }) => all + unread, 0)

export const unreadTotal: Handler<typeof conversationsCalls.unreadTotal> = async (_input, { db, caller }) =>
  total(await unreadBySides(db, caller))

export const unreadByKind: Handler<typeof conversationsCalls.unreadByKind> = async (_input, { db, caller }) => {
  const rows = await unreadBySides(db, caller)
  const shop = caller.companyId === null ? undefined : shopParty(caller.companyId)
  const serviceId = await serviceUserId(db)
  const service = serviceId === undefined || caller.isService ? undefined : personParty(serviceId)
  const sides = rows.map(({ partyA, partyB, unread }) => ({ has: new Set([partyA, partyB]), unread }))
  const ofShop = total(sides.filter(({ has }) => shop !== undefined && has.has(shop)))
  const mine = sides.filter(({ has }) => shop === undefined || !has.has(shop))
  const ofService = total(mine.filter(({ has }) => service !== undefined && has.has(service)))
  return { total: total(rows), service: ofService, person: total(mine) - ofService, shop: ofShop }
}
