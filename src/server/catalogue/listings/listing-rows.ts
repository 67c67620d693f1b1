import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { listingCards } from '../../../db/tables/catalogue.ts'
import { jsonTextOf, withJsonText } from '../../json-text.ts'
import type { ListingType } from './listing-type.ts'

/**
 * The rows of a `page (id, place)` in its order, in one query. They are shared and frozen. Their JSON text is known
 * (server/json-text.ts).
 */
export async function listingRows<Row extends object>(db: Db, type: ListingType<Row>, page: SQL): Promise<Row[]> {
  const cards = await db
    .select({ card: listingCards.card })
    .from(page)
    .innerJoin(
      listingCards,
      and(eq(listingCards.listingId, sql`page.id`), eq(listingCards.kind, sql.raw(`'${type.kind}'`))),
    )
    .orderBy(sql`page.place`)
  const texts = cards.map(({ card }) => card)
  return withJsonText(texts.map(type.parseCard), `[${texts.join(',')}]`)
}

/** A page of rows with the number of hits; its JSON text is known, so that nothing is copied for the response. */
export function listAnswer<Row extends object, Rest extends object>(total: number, data: Row[], rest: Rest) {
  const text = jsonTextOf(data) ?? JSON.stringify(data)
  const others = Object.entries(rest).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
  return withJsonText({ total, data, ...rest }, `{"total":${total},"data":${text}${others.join('')}}`)
}
