import { and, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { preparedByShape } from '../../../db/prepared.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { searchPreferences } from '../../../db/tables/search.ts'
import { listingCards, services } from '../../../db/tables/catalogue.ts'
import { maxListed, type ListSort } from '../../../domain/catalogue/list-query.ts'
import type { Context } from '../../handler.ts'
import { cachedReads } from '../../cached-reads.ts'
import { orderBy, sampleWeeks, scanInOrder } from './bucket-scan.ts'
import { matchCondition, placeholders, type FilterForm } from './conditions.ts'
import { keyCondition } from './keys.ts'
import { firstRelaxedPlace, minCertainHits, places } from './keyword-match.ts'
import { isPublished, listingTables, type Listings } from './listings.ts'
import { comparedHits, type ListingPlan, type PageReading, type PageRequest, type RankForm } from './plan.ts' // prettier-ignore
import { hitsQuery, restConditions, timeCondition, type KeysForm, type Reading } from './reading.ts'

const bind = placeholders
const number = (value: number) => sql.raw(String(value))

type Best = Extract<PageReading, { way: 'best' }>

/**
 * Ids of one page of keyword hits, best match first. Ranks are read in order, newest first, until enough hits for
 * comparing are collected, so a mention in the text never displaces a match in the title. Pages after the ranked hits
 * are sorted by publication time and exclude the ranked ones.
 */
function bestMatches(form: FilterForm, { ranks, keys, isDeep, isScored, size }: Best, pageSize: number): SQL {
  const t = listingTables[form.kind]
  const maxHits = number(comparedHits(pageSize))
  const columns = sql`${t.id} as id, ${t.title} as title, ${t.companyId} as company_id, ${t.publishedAt} as published_at`
  const part = (at: number) => sql.identifier(`part_${at}`)
  // Ranks may return the same hit twice; a rank that is not needed reads nothing.
  const neededRows = (at: number) => {
    const better = sql.join(ranks.slice(0, at).map((_rank, place) => sql`select id from ${part(place)}`), sql` union `) // prettier-ignore
    return at === 0
      ? maxHits
      : sql`(select case when count(*) < ${maxHits} then ${maxHits} else 0 end from (${better}) as better)`
  }
  const parts = ranks.map(
    (rank, at) => sql`${part(at)} as materialized (
      select * from (${matchesInOrder(form, keys, rank, columns)}) as part limit ${neededRows(at)})`,
  )
  const all = ranks.map(({ place }, at) => sql`select *, ${number(place)} as place from ${part(at)}`)
  const compared = sql`(select id, title, company_id, published_at, min(place) as place
    from (${sql.join(all, sql` union all `)}) as found group by id, title, company_id, published_at
    order by min(place), published_at desc, id desc limit ${maxHits})`
  const withParts = sql`with ${sql.join(parts, sql`, `)}`
  if (isDeep) {
    const whole = { name: 'match', match: form.match, size }
    return sql`${withParts} select id from (${matchesInOrder(form, keys, whole, sql`${t.id} as id`)}) as hits
      where id not in (select id from ${compared} as compared) limit ${number(pageSize)} offset ${bind('offset', 'int')} - ${maxHits}`
  }
  const inTitle = sql`(hits.place > 0 and strpos(lower(hits.title), ${bind('lowerKeyword', 'text')}) > 0)`
  // The title is folded once a hit, not once a word.
  const written = sql`case when hits.place = 0 then 0 else (select count(*)
    from (select replace(lower(hits.title), ' ', '') as plain offset 0) as folded, unnest(${bind('writtenWords', 'text[]')}) as word
    where strpos(folded.plain, word) > 0) end`
  const relaxed = number(firstRelaxedPlace)
  // As it is written is better than by another name, but a part of a word is not better than a word.
  const asWritten = sql`when hits.place = ${number(places.topic)} and ${inTitle} then ${number(places.writtenTopic)}
    when hits.place = ${number(places.wholeTitle)} and ${inTitle} then ${number(places.topic)}
    when hits.place > ${number(places.title)} and ${inTitle} then ${number(places.title)}`
  const place = isScored
    ? sql`case when hits.place >= ${relaxed} then ${relaxed} ${asWritten} when hits.place >= ${number(places.words)} then ${relaxed} else hits.place end`
    : sql`case ${asWritten} else hits.place end`
  // Only of hits without some of the words, and of those that merely mention or sound like all: reading the tokens of
  // the others would cost more than it tells. The tokens are joined with none so that they are decompressed once a hit,
  // not once a query.
  const score = isScored
    ? sql`case when hits.place >= ${number(places.words)} then (select sum(weighed.weight)
        from (select ${t.tokens} || ''::tsvector as tokens from ${t} where ${t.id} = hits.id offset 0) as hit, weighed
        where hit.tokens @@ weighed.query) else 0 end desc nulls last, `
    : sql``
  const withWeights = isScored
    ? sql`, weighed as materialized (select query::tsquery as query, weight
        from unnest(${bind('scoreQueries', 'text[]')}, ${bind('scoreWeights', 'int[]')}) as asked (query, weight))`
    : sql``
  return sql`${withParts}${withWeights}
    select hits.id from ${compared} as hits join ${companies} on ${companies.id} = hits.company_id
    left join ${searchPreferences} as preferred on preferred.kind = ${sql.raw(`'${form.kind}'`)}
      and preferred.question = ${bind('questionKey', 'text')} and preferred.listing_id = hits.id
    order by ${place}, ${inTitle} desc, ${score}${written} desc, coalesce(preferred.level, 0) desc, ${companies.certification} = 'approved' desc, hits.published_at desc, hits.id desc
    limit ${number(pageSize)} offset ${bind('offset', 'int')}`
}

/** Hits of a rank, or of the whole match, newest first. */
function matchesInOrder(
  form: FilterForm,
  keys: KeysForm,
  { name, match, size }: Pick<RankForm, 'name' | 'size'> & { readonly match: FilterForm['match'] },
  columns: SQL,
): SQL {
  const t = listingTables[form.kind]
  const rest = restConditions({ ...form, match: undefined }, bind, { covered: keys.covered })
  const where = and(rest, match && matchCondition(t, match, name, bind))
  if (size !== undefined) return scanInOrder(t, 'newest', { columns, where, sets: keys, size, bind })
  return sql`select ${columns} from ${t}
    where ${and(isPublished(t), keys.count === 0 ? undefined : keyCondition(t, keys, bind), where)}
    order by ${orderBy(t, 'newest')}`
}

type InBuckets = Extract<PageReading, { way: 'buckets' }>

/**
 * Ids in an order, bucket by bucket. By price within a range: its buckets, and listings with a lower price whose upper
 * end is in the range.
 */
function idsInBuckets(form: FilterForm, { order, keys, size, range, reaching }: InBuckets): SQL {
  const t = listingTables[form.kind]
  const columns = sql`${t.id} as id`
  const where = restConditions(form, bind, { covered: keys.covered })
  const scan = { columns, where, sets: keys, size, bind }
  if (range?.hasFrom !== true) return scanInOrder(t, order, scan, range)
  const from = bind('priceFrom', 'bigint')
  const within = scanInOrder(t, order, { ...scan, where: and(where, sql`${t.price} >= ${from}`) }, range)
  if (reaching === undefined) return within
  const key = keyCondition(t, reaching, bind, [sql`'q' || listing_step(${from}) / 8`])
  const below = sql`select ${columns} from ${t}
    where ${and(isPublished(t), key, where, sql`${t.price} < ${from}`)} order by ${orderBy(t, order)}`
  return order === 'cheapest' ? sql`(${below}) union all (${within})` : sql`(${within}) union all (${below})`
}

/** Whether a page is within the maximum that a list shows. */
export const isWithinMax = ({ current, pageSize }: Pick<PageRequest, 'current' | 'pageSize'>) =>
  (current - 1) * pageSize < maxListed

const sortColumn = (t: Listings, sort: ListSort) =>
  sort === 'priceUp' || sort === 'priceDown' ? t.price : sort === 'duration' ? services.minDays : t.publishedAt

const sortDirections: Readonly<Record<ListSort, SQL>> = {
  default: sql`place desc, id desc`,
  new: sql`place desc, id desc`,
  priceUp: sql`place asc, id asc`,
  priceDown: sql`place desc nulls last, id desc`,
  duration: sql`place asc, id asc`,
}

function orderByClause(t: Listings, sort: ListSort): SQL {
  if (sort === 'priceUp') return sql`${t.price} asc, ${t.id} asc`
  if (sort === 'duration') return sql`${services.minDays} asc, ${t.id} asc`
  return sql`${t.publishedAt} desc, ${t.id} desc`
}

/**
 * Ids along the index of the order, as many as a list shows at most: the inner limit tells the database that few are
 * wanted, and only those up to the page are read. By falling price the index is read backwards, then rows without a
 * price: `nulls last` alone could not use it.
 */
function idsAlong(form: FilterForm, index: Extract<PageReading, { way: 'along' }>['index'], sort: ListSort): SQL {
  const t = listingTables[form.kind]
  const where = timeCondition(form, index, bind)
  const limit = sql`limit ${number(maxListed)}`
  if (sort !== 'priceDown') return sql`select ${t.id} as id from ${t} where ${where} order by ${orderByClause(t, sort)} ${limit}` // prettier-ignore
  const part = (condition: SQL, order: SQL) =>
    sql`(select ${t.id} as id from ${t} where ${and(where, condition)} order by ${order} ${limit})`
  return sql`${part(isNotNull(t.price), sql`${t.price} desc, ${t.id} desc`)}
    union all ${part(isNull(t.price), sql`${t.id} desc`)}`
}

/** Everything that the statement of a page depends on, besides its values. */
interface PageShape {
  readonly form: FilterForm
  readonly reading: PageReading
  readonly sort: ListSort
  readonly pageSize: number
  /** How hits are counted, where the total is not known: as read for the page, or by a reading of their own. */
  readonly total: Reading | 'asRead' | undefined
}

/** One page in a single row: the total, and the cards joined by `cardSeparator`. */
function pageQuery({ form, reading, sort, pageSize, total }: PageShape): SQL {
  const t = listingTables[form.kind]
  const page = sql`limit ${number(pageSize)} offset ${bind('offset', 'int')}`
  const cardOfId = sql`(select ${listingCards.card} from ${listingCards}
    where ${listingCards.kind} = ${sql.raw(`'${form.kind}'`)} and ${listingCards.listingId} = page.id)`
  const cards = (ids: SQL) =>
    sql`(select string_agg(${cardOfId}, ${sql.raw(`E'${JSON.stringify(cardSeparator).slice(1, -1)}'`)}) from (${ids}) as page) as cards`
  if (reading.way === 'collect') {
    const columns = sql`${t.id} as id, ${sortColumn(t, sort)} as place`
    const ids = sql`select id from hits order by ${sortDirections[sort]} ${page}`
    return sql`(with hits as materialized (${hitsQuery(form, reading.hits, columns, bind)})
      select ${total === undefined ? sql`null::int` : sql`(select least(count(*), ${number(maxListed)})::int from hits)`} as total, ${cards(ids)}) as list`
  }
  const counted =
    total === undefined || total === 'asRead' ? sql`null::int` : sql`(${countQuery(form, total, maxListed)})`
  const ids =
    reading.way === 'best'
      ? bestMatches(form, reading, pageSize)
      : sql`select id from (${reading.way === 'buckets' ? idsInBuckets(form, reading) : idsAlong(form, reading.index, sort)}) as listed ${page}`
  return sql`(select ${counted} as total, ${cards(ids)}) as list`
}

/** What separates cards: blank in JSON, and in no card. */
export const cardSeparator = ',\n'

const preparedPage = preparedByShape('listing_page', (db, shape: PageShape, name) =>
  db
    .select({ total: sql<number | null>`total`, cards: sql<string | null>`cards` })
    .from(pageQuery(shape))
    .prepare(name),
)

type CacheContext = Pick<Context, 'db' | 'pages'>

async function readPage(
  plan: ListingPlan,
  request: PageRequest,
  { db, reading, total }: Pick<CacheContext, 'db'> & { reading: PageReading; total: PageShape['total'] },
) {
  const { sort, current, pageSize } = request
  const offset = (current - 1) * pageSize
  const rows = await preparedPage(db, { form: plan.form, reading, sort, pageSize, total }).execute({
    ...plan.values,
    offset,
  })
  return { total: rows[0]?.total ?? 0, cards: rows[0]?.cards ?? '' }
}

const cachedTotals = cachedReads<number>({ tags: ['services', 'products'] })

/** Whether statistics alone show that there are more hits than a list counts. */
const isCertainlyMore = ({ form, match, exceedsMax }: ListingPlan) =>
  exceedsMax() || (match?.isMore === true && form.chosen.length === 0 && !form.isOneShop)

/** Number of listings that a plan finds, counted up to `maxListed`. `key` is the cache key of the filter. */
export const listingTotal = (plan: ListingPlan, key: string, context: CacheContext) =>
  isCertainlyMore(plan) ? Promise.resolve(maxListed) : cachedTotals(context, key, () => countTotal(plan, context))

const countTotal = async (plan: ListingPlan, { db }: CacheContext): Promise<number> =>
  (await exceedsMaxBySample(plan, db)) ? maxListed : countUpTo(plan, maxListed, db)

/** The page of a list: its cards joined by `cardSeparator`, '' for none, and the number of hits up to `maxListed`. */
export interface ListingPage {
  readonly total: number
  readonly cards: string
}

/**
 * Reads a page and the total, if that is not known yet, in one statement; in two where the page is read in another way
 * beyond the maximum, or where so many hits are expected that sampling them is cheaper than counting.
 */
export async function listingPage(
  plan: ListingPlan,
  request: PageRequest,
  { key, context }: { readonly key: string; readonly context: CacheContext },
): Promise<ListingPage> {
  const { db } = context
  const reading = isWithinMax(request) ? plan.page(request, undefined) : undefined
  let read: Promise<ListingPage> | undefined
  const readBeside = (total: PageShape['total']) =>
    reading === undefined ? undefined : (read = readPage(plan, request, { db, reading, total }))
  const total = isCertainlyMore(plan)
    ? maxListed
    : await cachedTotals(context, key, () => {
        if (plan.sampled !== undefined || reading === undefined) return countTotal(plan, context)
        const counted = readBeside(reading.way === 'collect' ? 'asRead' : plan.unordered(maxListed))
        return counted === undefined ? countTotal(plan, context) : counted.then((page) => page.total)
      })
  if (total === 0 || !isWithinMax(request)) return { total, cards: '' }
  const later = reading ?? plan.page(request, total)
  if (read === undefined && later !== undefined)
    read = readPage(plan, request, { db, reading: later, total: undefined })
  return { total, cards: (await read)?.cards ?? '' }
}

const preparedSample = preparedByShape(
  'listing_sample',
  (db, { form, keys }: { form: FilterForm; keys: KeysForm }, name) => {
    const where = restConditions(form, bind, { covered: keys.covered })
    return db
      .select({ weeks: sql<number>`weeks`, hits: sql<number>`hits` })
      .from(sampleWeeks(listingTables[form.kind], { where, sets: keys, bind }))
      .orderBy(sql`hits`)
      .prepare(name)
  },
)

/**
 * Whether there are more hits than are counted, estimated from the median of some sampled weeks: a single week with a
 * large import must not decide.
 */
async function exceedsMaxBySample(
  { form, sampled: keys, values }: ListingPlan,
  db: CacheContext['db'],
): Promise<boolean> {
  if (keys === undefined) return false
  const sampled = await preparedSample(db, { form, keys }).execute(values)
  const middle = sampled[sampled.length >> 1]
  return middle !== undefined && middle.weeks * middle.hits >= minCertainHits
}

const countQuery = (form: FilterForm, reading: Reading, limit: number) =>
  sql`select count(*)::int from (select from (${hitsQuery(form, reading, sql``, bind)}) as hits limit ${number(limit)}) as counted`

const preparedCount = preparedByShape(
  'listing_count',
  (db, { form, reading, limit }: { form: FilterForm; reading: Reading; limit: number }, name) =>
    db
      .select({ count: sql<number>`count` })
      .from(sql`(${countQuery(form, reading, limit)}) as counted`)
      .prepare(name),
)

/** Number of listings that a plan finds, counted up to a limit. */
export async function countUpTo(plan: ListingPlan, limit: number, db: CacheContext['db']): Promise<number> {
  const rows = await preparedCount(db, { form: plan.form, reading: plan.unordered(limit), limit }).execute(plan.values)
  return rows[0]?.count ?? 0
}
