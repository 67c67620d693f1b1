import { and, eq } from 'drizzle-orm'
import type { ShopReplies } from '../../contract/accounts/preferences.ts'
import type { Db } from '../../db/open.ts'
import { companies, users } from '../../db/tables/accounts.ts'
import { shops } from '../../db/tables/shops.ts'
import type { CardKind } from '../../domain/chat/content.ts'
import { isOpen } from './shop-rows.ts'

const kinds: readonly CardKind[] = ['service', 'market', 'demand']

/** What an open shop says by itself, and who owns it (in whose name it is sent); undefined without an open shop. */
export async function shopRepliesOf(
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
  const own = kinds.flatMap((kind) => (kept[kind] === undefined ? [] : [[kind, [...kept[kind]]] as const]))
  return { ...rest, quickPhrases: Object.fromEntries(own) }
}

/** Writes what a shop says by itself. */
export async function keepShopReplies(db: Db, companyId: number, replies: ShopReplies): Promise<void> {
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
