import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, isNull, ne, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { demandMatches, demands, demandSubscriptions as table } from '../../../db/tables/demands.ts'
import { hiddenCertifications } from '../../../domain/accounts/certification.ts'
import { links } from '../../../domain/links.ts'
import type { Context } from '../../handler.ts'
import { createJobContext } from '../../platform/job-context.ts'
import type { Push } from '../../push/push.ts'
import { isOpenForOffers, districtPrefix } from '../demand-filter.ts'
import { budgetAndDeadlineText } from './budget-and-deadline-text.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { keywordTsqueries } from '../../search/keyword-queries.ts'
import { knowledge, type Knowledge } from '../../search/knowledge.ts'

type MatchedDemandRow = typeof demands.$inferSelect

/** Subscriptions read per query; bounds memory and matches their keywords in one query. */
const subscriptionBatch = 2_000

interface CompanyRange {
  /** Only companies with a higher id. */
  readonly after: number
  readonly limit: number
}

/**
 * Companies with a matching subscription that were not notified of the demand, by id, with the oldest matching
 * subscription. A list of a subscription matches if one of its entries does, or if it is empty.
 */
async function findMatchingCompanies(
  tx: Db,
  { id, companyId, categoryPath, districtCode, budget }: MatchedDemandRow,
  { after, limit }: CompanyRange,
): Promise<{ companyId: number; subscriptionId: number }[]> {
  const inCategory = sql`(${table.categoryIds} = '{}' or ${table.categoryIds} && ${arrayLiteral(categoryPath)}::int[])`
  const meetsBudget =
    budget === null ? undefined : sql`(${table.budgetFrom} is null or ${table.budgetFrom} <= ${budget})`
  const alreadyMatched = sql`exists (select 1 from ${demandMatches}
    where ${demandMatches.demandId} = ${id} and ${demandMatches.companyId} = ${table.companyId})`
  const found = new Map<number, number>()
  // A company's subscriptions may span two batches; its first match is used.
  for (let [company, subscription] = [after, maxId]; found.size < limit;) {
    const rows = await tx
      .select({ id: table.id, companyId: table.companyId, words: table.words })
      .from(table)
      .innerJoin(companies, eq(companies.id, table.companyId))
      .where(
        and(
          eq(table.isOn, true),
          eq(companies.isSaler, true),
          notInArray(companies.certification, [...hiddenCertifications]),
          ne(table.companyId, companyId),
          inCategory,
          meetsBudget,
          inDistrict(districtCode),
          sql`not ${alreadyMatched}`,
          sql`(${table.companyId}, ${table.id}) > (${company}::int, ${subscription}::int)`,
        ),
      )
      .orderBy(asc(table.companyId), asc(table.id))
      .limit(subscriptionBatch)
    const foundWords = await matchedWords(tx, id, new Set(rows.flatMap(({ words }) => words)))
    for (const row of rows) {
      const meets = row.words.length === 0 || row.words.some((word) => foundWords.has(word))
      if (meets && found.size < limit && !found.has(row.companyId)) found.set(row.companyId, row.id)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < subscriptionBatch) break
    ;[company, subscription] = [last.companyId, last.id]
  }
  return [...found].map(([each, subscriptionId]) => ({ companyId: each, subscriptionId }))
}

/** Largest id: sorts after all subscriptions of a company. */
const maxId = 2 ** 31 - 1

const arrayLiteral = (ids: readonly number[]) => `{${ids.join(',')}}`

/** Demands without a region match every subscription; a province also matches its cities. */
function inDistrict(code: string | null) {
  if (code === null) return undefined
  const prefix = districtPrefix(code)
  const waited = sql`regexp_replace(waited, '(00){1,2}$', '')`
  return sql`(${table.districtCodes} = '{}' or exists (select 1 from unnest(${table.districtCodes}) as waited
    where starts_with(${prefix}::text, ${waited}) or starts_with(${waited}, ${prefix}::text)))`
}

const maxCachedQueries = 20_000
const queryCache = new Map<string, string>()
/** Knowledge that the cached queries were made with. */
let cachedKnowledge: Knowledge | undefined
/** Search query of a keyword, as in the demand hall; cached because segmentation is slow. */
function cachedQuery(word: string): string {
  if (cachedKnowledge !== knowledge()) queryCache.clear()
  cachedKnowledge = knowledge()
  const query = queryCache.get(word) ?? keywordTsqueries(word).words
  if (queryCache.size >= maxCachedQueries) queryCache.clear()
  queryCache.set(word, query)
  return query
}

/** Keywords that match the demand's search document. */
async function matchedWords(tx: Db, demandId: number, words: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const queries = [...words].map((word) => ({ word, query: cachedQuery(word) })).filter(({ query }) => query !== '')
  if (queries.length === 0) return new Set()
  const met = await tx
    .select({ word: sql<string>`asked.word` })
    .from(demands)
    .innerJoin(
      sql`jsonb_to_recordset(${JSON.stringify(queries)}::text::jsonb) as asked (word text, query text)`,
      sql`${demands.tokens} @@ asked.query::tsquery`,
    )
    .where(eq(demands.id, demandId))
  return new Set(met.map(({ word }) => word))
}

/** Companies notified per transaction, to keep the demand's row lock short. */
const batchSize = 200

/** Wakes the matching job after the commit that opened a demand. */
export const scheduleMatching = ({ after, jobs }: Pick<Context, 'after' | 'jobs'>): void =>
  after(() => jobs.wake('demands-match'))

/**
 * Notifies suppliers whose subscriptions match open demands. Safe to run repeatedly and in several processes at once: a
 * match is one row per company and demand, written in the transaction that notifies.
 */
export async function matchDemands(db: Db, { push }: { readonly push: Push }): Promise<void> {
  let last: MatchCursor | undefined
  do {
    last = await matchBatch(db, push, last)
    await setImmediate()
  } while (last !== undefined)
}

/** Progress of matching a demand: companies up to this one were processed. */
interface MatchCursor {
  readonly demandId: number
  /** Version of the demand; after a change matching starts again. */
  readonly version: number
  readonly companyId: number
}

/** Processes the next batch of one demand; undefined when no demand is left. */
async function matchBatch(db: Db, push: Push, last: MatchCursor | undefined): Promise<MatchCursor | undefined> {
  const { context, notifyAll } = createJobContext(push)
  const done = await db.transaction(async (tx) => {
    const [demand] = await tx
      .select()
      .from(demands)
      // Others than the invited suppliers could not offer.
      .where(and(isOpenForOffers(), eq(demands.invitedOnly, false), isNull(demands.matchedAt)))
      .orderBy(asc(demands.id))
      .limit(1)
      // Locked demands are being changed by someone else; the next run handles them.
      .for('no key update', { skipLocked: true })
    if (demand === undefined) return undefined
    const after = last?.demandId === demand.id && last.version === demand.version ? last.companyId : 0
    const waiting = await findMatchingCompanies(tx, demand, { after, limit: batchSize })
    const matched = await saveMatches(tx, demand.id, waiting)
    const people = await recipientsWithPermission(tx, matched, 'my_supply')
    await notify(tx, context, 'demand.matched', [...people.values()].flat(), {
      title: `有符合订阅的新需求“${demand.title}”`,
      text: budgetAndDeadlineText(demand),
      path: links.demandDetail(demand.id),
    })
    if (waiting.length < batchSize) {
      await tx
        .update(demands)
        .set({ matchedAt: sql`now()` })
        .where(eq(demands.id, demand.id))
    }
    return { demandId: demand.id, version: demand.version, companyId: waiting.at(-1)?.companyId ?? after }
  })
  await notifyAll()
  return done
}

/** Saves matches and returns the companies that had none before. */
async function saveMatches(
  tx: Db,
  demandId: number,
  waiting: readonly { companyId: number; subscriptionId: number }[],
): Promise<number[]> {
  if (waiting.length === 0) return []
  const rows = await tx
    .insert(demandMatches)
    .values(waiting.map((each) => ({ ...each, demandId })))
    .onConflictDoNothing()
    .returning({ companyId: demandMatches.companyId })
  return rows.map(({ companyId }) => companyId)
}
