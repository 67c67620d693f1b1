import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { listingCards } from '../../../db/tables/catalogue.ts'
import { withJsonText } from '../../json-text.ts'
import { cardSeparator, type ListingPage } from '../query/ordered-page.ts'
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

/** Parses the rows of cards joined by `cardSeparator`, once, when somebody in this process reads them. */
function rowsOnDemand<Row extends object>(type: ListingType<Row>, cards: string): () => Row[] {
  let rows: Row[] | undefined
  return () => (rows ??= cards === '' ? [] : withJsonText(cards.split(cardSeparator).map(type.parseCard), `[${cards}]`))
}

/**
 * A page of rows with the number of hits. Its JSON text is known, so that nothing is copied for the response; the rows
 * are parsed when somebody in this process reads them.
 */
export function listAnswer<Row extends object, Rest extends object>(
  type: ListingType<Row>,
  { total, cards }: ListingPage,
  rest: Rest,
) {
  const others = Object.entries(rest).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
  const rows = rowsOnDemand(type, cards)
  const answer = {
    total,
    get data(): Row[] {
      return rows()
    },
    ...rest,
  }
  return withJsonText(answer, `{"total":${total},"data":[${cards}]${others.join('')}}`)
}

/** The shop of a listing with rows of other listings, in the same way. */
export function similarAnswer<Row extends object, Shop extends object>(
  type: ListingType<Row>,
  cards: string,
  shop: Shop,
) {
  const rows = rowsOnDemand(type, cards)
  const answer = {
    shop,
    get data(): Row[] {
      return rows()
    },
  }
  return withJsonText(answer, `{"shop":${JSON.stringify(shop)},"data":[${cards}]}`)
}
