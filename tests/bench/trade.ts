import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../src/db/open.ts'
import type { Runtime } from '../../src/server/runtime.ts'
import { hashToken } from '../../src/server/platform/tokens.ts'
import { startSite } from '../support/site.ts'
import { measureRate, type EachRequest } from './load.ts'
import { isServerAvailable, withDatabase, startRuntimeOn } from './postgres.ts'
import { goalText } from './goals.ts'
import { startLeanServer, type LeanAnswer } from './lean-server.ts'
import type { Line } from './table.ts'

/** Cart additions and orders on PostgreSQL, beside a lean program with the least statements for the same effect. */

const people = 200
const goods = 50
/** Alternating rounds of both, so that other load affects both alike. */
const turns = 3
/** Warm-up rounds, not counted. */
const warmUps = 2

const thing = z.object({ listingId: z.int(), specId: z.int(), price: z.int() })
const buyer = z.object({ userId: z.int(), addressId: z.int() })
const rowsOf = <R extends z.ZodType>(row: R, answer: unknown): z.output<R>[] =>
  z.object({ rows: z.array(row) }).parse(answer).rows
const tokenOf = (userId: number) => `bench-token-of-${userId}`

interface Trade {
  readonly things: readonly z.output<typeof thing>[]
  readonly buyers: readonly z.output<typeof buyer>[]
}

/**
 * Seven-digit ids in every table, buyers of one company with sessions and addresses, and products with unlimited
 * stock.
 */
async function prepared(db: Db): Promise<Trade> {
  await db.execute(sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, 1000000 * (1 + row_number() over ()))
    from pg_sequences where schemaname = 'public'`)
  await db.execute(sql`
    insert into users (login_name, password_hash, real_name, mobile, company_id, is_owner)
    select 'bench' || n, '', '压测', '19' || (1000000000 + n)::text, (select company_id from users where login_name = 'buyer'), true
    from generate_series(1, ${people}::int) n`)
  const buyers = await db.execute(sql`
    insert into user_addresses (user_id, receiver, mobile, district_code, street, is_default)
    select id, '压测', '13800000000', '510107', '一号楼', true from users where login_name like 'bench%'
    returning user_id as "userId", id as "addressId"`)
  const read = rowsOf(buyer, buyers)
  for (const { userId } of read) {
    await db.execute(sql`
      insert into sessions (user_id, token_hash, app_id, expires_at)
      values (${userId}, ${hashToken(tokenOf(userId))}, 'mini', now() + interval '1 day')`)
  }
  await db.execute(sql`
    insert into products overriding system value select (jsonb_populate_record(p,
      jsonb_build_object('id', 9000000 + p.id, 'product_no', 'BENCH' || p.id))).*
    from products p where p.status = 'published' and p.price_type = 0 and p.min_order = 1 and p.deleted_at is null
      and p.company_id <> (select company_id from users where login_name = 'buyer') order by p.id limit ${goods}`)
  const specs = await db.execute(sql`
    insert into product_specs overriding system value
    select (jsonb_populate_record(s, jsonb_build_object('id', 9500000 + s.id, 'product_id', 9000000 + s.product_id,
      'stock', 100000000))).*
    from product_specs s where s.removed_at is null and s.sort = 0
      and exists (select 1 from products p where p.id = 9000000 + s.product_id)
    returning product_id as "listingId", id as "specId", price::int as price`)
  return { buyers: read, things: rowsOf(thing, specs) }
}

const paths = { add: '/fmall/shopping-cart/join', order: '/fmall/order/submit' } as const

/** Rows of the table; without PostgreSQL a single row that says so. */
export async function tradeBesideLean(): Promise<Line[]> {
  if (!(await isServerAvailable())) return [{ what: 'adds to the cart and orders', figure: 'no PostgreSQL answers' }]
  return withDatabase(async (url) => {
    const runtime = await startRuntimeOn(url)
    const trade = await prepared(runtime.db)
    const add = asks(trade, ({ listingId, specId }) => ({ kind: 'product', listingId, specId, quantity: 1 }), paths.add)
    const totals = await totalsOf(runtime, trade)
    const order = asks(
      trade,
      ({ listingId, specId }, { addressId }) => ({
        direct: { kind: 'product', listingId, specId, quantity: 1 },
        addressId,
        invoice: 'none',
        orderAmount: totals.get(specId) ?? 0,
      }),
      paths.order,
    )
    await runtime.close()
    const site = await startSite({ DATABASE_URL: url, DEMO: '1', TRUST_PROXY: '1' })
    try {
      return [
        await beside('adds to the cart', { site: site.url, database: url, ask: add, answer: 'add', goal: 980 }),
        await beside('orders', { site: site.url, database: url, ask: order, answer: 'order', goal: 228 }),
      ]
    } finally {
      await site.remove()
    }
  })
}

interface Ask {
  /** Request by number: another buyer, other products and another key each time. */
  readonly each: (number: number) => EachRequest
  /** Values of the same request for the lean program. */
  readonly given: (number: number) => Readonly<Record<string, string>>
  readonly path: string
}

type InputOf = (what: z.output<typeof thing>, who: z.output<typeof buyer>) => object

function asks({ things, buyers }: Trade, inputOf: InputOf, path: string): Ask {
  const of = (number: number) => {
    const who = buyers[number % buyers.length]
    const what = things[number % things.length]
    if (who === undefined || what === undefined) throw new Error('Nobody buys, or nothing is sold')
    return { who, what, key: `bench-key-${number}-${randomUUID()}` }
  }
  const headersOf = (userId: number, key: string) => ({
    'content-type': 'application/json',
    'app-id': 'mini',
    token: tokenOf(userId),
    'idempotency-key': key,
  })
  return {
    path,
    each: (number) => {
      const { who, what, key } = of(number)
      return { headers: headersOf(who.userId, key), body: JSON.stringify(inputOf(what, who)) }
    },
    given: (number) => {
      const { who, what, key } = of(number)
      return {
        token: hashToken(tokenOf(who.userId)),
        key,
        userId: String(who.userId),
        addressId: String(who.addressId),
        specId: String(what.specId),
        listingId: String(what.listingId),
      }
    },
  }
}

const post = (runtime: Runtime, path: string, { headers, body }: EachRequest) =>
  Promise.resolve(
    runtime.app.fetch(new Request(`http://localhost/api${path}`, { method: 'POST', headers: { ...headers }, body })),
  ).then(async (response) => answer.parse(await response.json()).content)
const answer = z.object({ code: z.literal(200), content: z.unknown() })

/** Order total of one unit of each product, including postage; fen. */
async function totalsOf(runtime: Runtime, trade: Trade): Promise<ReadonlyMap<number, number>> {
  const confirmation = z.object({ orderAmount: z.int() })
  const totals = new Map<number, number>()
  const ask = asks(
    trade,
    ({ listingId, specId }, { addressId }) => ({
      direct: { kind: 'product', listingId, specId, quantity: 1 },
      addressId,
    }),
    '/fmall/order/confirm',
  )
  for (const [number, { specId }] of trade.things.entries()) {
    totals.set(specId, confirmation.parse(await post(runtime, ask.path, ask.each(number))).orderAmount)
  }
  return totals
}

interface Both {
  readonly site: string
  readonly database: string
  readonly ask: Ask
  readonly answer: LeanAnswer
  /** A second, of the quality figures. */
  readonly goal: number
}

async function beside(what: string, { site, database, ask, answer, goal }: Both): Promise<Line> {
  const lean = await startLeanServer(answer, database)
  const [ours, theirs] = [new Array<number>(), new Array<number>()]
  try {
    const given = (number: number) => ({ headers: {}, body: JSON.stringify(ask.given(number)) })
    for (let turn = -warmUps; turn < turns; turn += 1) {
      const own = await measureRate({ url: `${site}/api${ask.path}`, each: ask.each })
      const other = await measureRate({ url: lean.url, each: given })
      if (turn < 0) continue
      ours.push(own.perSecond)
      theirs.push(other.perSecond)
    }
  } finally {
    lean.stop()
  }
  const mean = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0) / all.length
  const percent = Math.round((mean(ours) / mean(theirs)) * 100)
  return {
    what: `${what} (PostgreSQL)`,
    figure: `${Math.round(mean(ours))}/s; a lean program ${Math.round(mean(theirs))}/s: ${percent} % (${goalText([{ measured: mean(ours), goal, unit: '/s' }])})`,
  }
}
