import { and, asc, desc, inArray, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Api } from '../../src/client/api.ts'
import { listingFilter, type ListingMenu } from '../../src/contract/catalogue/listing-fields.ts'
import type { ServiceRow } from '../../src/contract/catalogue/services.ts'
import { services } from '../../src/db/tables/catalogue.ts'
import { maxListed } from '../../src/domain/catalogue/list-query.ts'
import { conditionsOf } from '../../src/server/catalogue/query/conditions.ts'
import { keywordCondition } from '../../src/server/catalogue/query/keyword-match.ts'
import type { Context } from '../../src/server/handler.ts'

/** Compares results with plain queries that use no index for sorting or keys. */

type Reading = Pick<Context, 'db' | 'pages'>
interface List {
  readonly total: number
  readonly data: readonly ServiceRow[]
}
type Input = Parameters<Api['catalogue']['services']>[0]

const orders: Readonly<Record<string, readonly SQL[]>> = {
  new: [desc(services.publishedAt), desc(services.id)],
  priceUp: [sql`price asc nulls last`, asc(services.id)],
  priceDown: [sql`price desc nulls last`, desc(services.id)],
  duration: [sql`min_days asc nulls last`, asc(services.id)],
}

async function plain(context: Reading, input: Input): Promise<SQL | undefined> {
  const filter = z.object(listingFilter).parse(input)
  return conditionsOf('service', filter, await keywordCondition(services, filter.keyword, context))
}

function expectSame(what: string, found: unknown, right: unknown): void {
  if (JSON.stringify(found) === JSON.stringify(right)) return
  throw new Error(`Wrong answer of "${what}": ${JSON.stringify(found)} instead of ${JSON.stringify(right)}`)
}

/** Compares the total and the sorted rows; for sorting by relevance, that each row matches and none is missing. */
export async function rightList(context: Reading, what: string, input: Input, { total, data }: List): Promise<void> {
  const { db } = context
  const where = await plain(context, input)
  expectSame(`${what}, total`, total, Math.min(maxListed, await db.$count(services, where)))
  const ids = data.map(({ serviceId }) => serviceId)
  const { current = 1, pageSize = 20 } = input
  const offset = (current - 1) * pageSize
  const order = orders[input.sort ?? (input.keyword === undefined ? 'new' : '')]
  if (order === undefined) {
    const found = await db.$count(services, and(where, inArray(services.id, ids)))
    expectSame(`${what}, rows`, [found, ids.length], [ids.length, Math.max(0, Math.min(pageSize, total - offset))])
    return
  }
  const right = await db.select({ id: services.id }).from(services).where(where).orderBy(...order).limit(pageSize).offset(offset) // prettier-ignore
  expectSame(`${what}, rows`, ids, offset >= maxListed ? [] : right.map(({ id }) => id))
}

/** Compares the total and, unless capped, the counts by price type. */
export async function rightMenu(
  context: Reading,
  what: string,
  input: Input,
  { total, types, partial }: ListingMenu,
): Promise<void> {
  const { db } = context
  const rest = { ...input, priceType: undefined }
  expectSame(`${what}, total`, total, Math.min(maxListed, await db.$count(services, await plain(context, input))))
  if (partial.includes('type')) return
  for (const { value, count } of types) {
    const where = and(await plain(context, rest), sql`${services.priceType} = ${Number(value)}`)
    expectSame(`${what}, price type ${value}`, count, await db.$count(services, where))
  }
}
