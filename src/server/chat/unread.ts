import { and, eq, sum } from 'drizzle-orm'
import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import type { Db } from '../../db/open.ts'
import { conversations, readPositions } from '../../db/tables/chat.ts'
import { personParty, shopParty } from '../../domain/chat/party.ts'
import type { Caller, Handler } from '../handler.ts'
import { myRecords } from './message-centre/my-records.ts'
import { recordPage } from './message-centre/record-page.ts'
import { callerCondition } from './own-conversations.ts'
import { countedUnread } from './read-positions.ts'
import { getServiceUserId } from '../accounts/sign-in/service-id.ts'

/** Unread messages of the caller by parties, from which the kind is derived. */
async function getUnreadByParties(db: Db, caller: Caller) {
  const rows = await db
    .select({ partyA: conversations.partyA, partyB: conversations.partyB, unread: sum(countedUnread).mapWith(Number) })
    .from(conversations)
    .leftJoin(
      readPositions,
      and(eq(readPositions.conversationId, conversations.id), eq(readPositions.userId, caller.userId)),
    )
    .where(callerCondition(caller))
    .groupBy(conversations.partyA, conversations.partyB)
  return rows
}

const total = (rows: readonly { readonly unread: number }[]) => rows.reduce((all, { unread }) => all + unread, 0)

export const unreadTotal: Handler<typeof conversationsCalls.unreadTotal> = async (_input, { db, caller }) =>
  total(await getUnreadByParties(db, caller))

/** Newest rows shown in the header. */
const newestPage = { current: 1, pageSize: 5, keyword: '' }

export const unreadByKind: Handler<typeof conversationsCalls.unreadByKind> = async (_input, context) => {
  const { db, caller } = context
  const rows = await getUnreadByParties(db, caller)
  const shop = caller.companyId === null ? undefined : shopParty(caller.companyId)
  const serviceId = await getServiceUserId(db)
  const service = serviceId === undefined || caller.isService ? undefined : personParty(serviceId)
  const sides = rows.map(({ partyA, partyB, unread }) => ({ has: new Set([partyA, partyB]), unread }))
  const ofShop = total(sides.filter(({ has }) => shop !== undefined && has.has(shop)))
  const mine = sides.filter(({ has }) => shop === undefined || !has.has(shop))
  const ofService = total(mine.filter(({ has }) => service !== undefined && has.has(service)))
  const notices = await recordPage(newestPage, context)
  const letters = await myRecords({ ...newestPage, box: 'in' }, context)
  return {
    total: total(rows),
    service: ofService,
    person: total(mine) - ofService,
    shop: ofShop,
    count: notices.unread.total,
    bizMsgList: notices.data,
    userMsgList: letters.data,
  }
}
