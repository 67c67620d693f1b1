import type { preferencesCalls, ShopReplies } from '../../../contract/accounts/preferences.ts'
import { CallFailed, fieldFailed, type FieldError } from '../../../contract/failures.ts'
import type { Handler } from '../../handler.ts'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { shops } from '../../../db/tables/shops.ts'
import type { LinkPreviewKind } from '../../../domain/chat/content.ts'
import { isOpen } from '../shop-rows.ts'
import { validateAnswerHours } from '../../../domain/chat/answer-hours.ts'

const phraseKinds: readonly LinkPreviewKind[] = ['service', 'market', 'demand']

/** Automatic replies of an open shop and its owner (the sender); undefined without an open shop. */
export async function findShopReplies(
  db: Db,
  companyId: number,
): Promise<(ShopReplies & { readonly ownerId: number | null }) | undefined> {
  const [row] = await db
    .select({
      greeting: shops.greeting,
      awayReply: shops.awayReply,
      answersFrom: shops.answersFrom,
      answersUntil: shops.answersUntil,
      kept: shops.quickPhrases,
      ownerId: users.id,
    })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .leftJoin(users, and(eq(users.companyId, companies.id), eq(users.isOwner, true), eq(users.locked, false)))
    .where(and(eq(shops.companyId, companyId), isOpen()))
    .orderBy(users.id)
    .limit(1)
  if (row === undefined) return undefined
  const { kept, ...rest } = row
  const own = phraseKinds.flatMap((kind) => (kept[kind] === undefined ? [] : [[kind, [...kept[kind]]] as const]))
  return { ...rest, quickPhrases: Object.fromEntries(own) }
}

/** Saves the automatic replies of a shop. */
export async function saveShopReplies(db: Db, companyId: number, replies: ShopReplies): Promise<void> {
  const { quickPhrases, ...rest } = replies
  const { service, market, demand } = quickPhrases
  const own = {
    ...(service === undefined ? {} : { service }),
    ...(market === undefined ? {} : { market }),
    ...(demand === undefined ? {} : { demand }),
  }
  await db
    .update(shops)
    .set({ ...rest, quickPhrases: own })
    .where(eq(shops.companyId, companyId))
}

export const shopReplies: Handler<typeof preferencesCalls.shopReplies> = async (_input, { db, caller }) => {
  const replies = await findShopReplies(db, caller.companyId)
  if (replies === undefined) throw new CallFailed('notSeller')
  return replies
}

export const shopRepliesSave: Handler<typeof preferencesCalls.shopRepliesSave> = async (input, { db, caller }) => {
  const faults: readonly FieldError[] = validateAnswerHours(input)
  if (faults.length > 0) throw fieldFailed(...faults)
  await saveShopReplies(db, caller.companyId, input)
  return input
}
