import { getTableName, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { inLane } from '../../db/lanes.ts'
import type { Database, Db } from '../../db/open.ts'
import { preparedOn } from '../../db/prepared.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { demands } from '../../db/tables/demands.ts'
import { digitalApps, digitalSolutionApps, digitalSolutions } from '../../db/tables/digital.ts'
import { news, parks, policies } from '../../db/tables/drug.ts'
import { liveClasses } from '../../db/tables/live.ts'
import { shops } from '../../db/tables/shops.ts'
import type { PageCache } from '../page-cache.ts'

/** Detail pages: the query parameter with the id, and the column that it refers to. */
const detailPages: Readonly<Record<string, { readonly name: string; readonly column: AnyPgColumn }>> = {
  '/serviceHall/serviceDetails': { name: 'serviceId', column: services.id },
  '/marketHall/marketDetails': { name: 'productNo', column: products.productNo },
  '/demandHall/detail': { name: 'demandId', column: demands.id },
  '/supplier/home': { name: 'id', column: shops.id },
  '/supplier/brief': { name: 'id', column: shops.id },
  '/supplier/goods': { name: 'id', column: shops.id },
  '/supplier/service': { name: 'id', column: shops.id },
  '/drug/park/detail': { name: 'id', column: parks.id },
  '/drug/information': { name: 'id', column: news.id },
  '/drug/policies': { name: 'id', column: policies.id },
  '/livemanger/detail': { name: 'id', column: liveClasses.id },
  '/digitalApplication/appDetail': { name: 'id', column: digitalApps.id },
  '/digitalApplication/solutionDetail': { name: 'id', column: digitalSolutions.id },
  '/digitalApplication/applicationDetail': { name: 'id', column: digitalSolutionApps.id },
}

/** Maximum number of remembered ids, existing and missing ones each. */
const maxIds = 50_000
/** Milliseconds for which a missing page is remembered, unless something is written. */
const freshMs = 15_000

/** The id in the URL of a detail page. */
export interface RequestedId {
  /** All parts of the URL that the page depends on: a shop page also has its company. */
  readonly key: string
  readonly column: AnyPgColumn
  readonly id: string
  /** The same page with an impossible id. */
  readonly without: string
}

/** The id that the URL of a detail page refers to; undefined for other URLs and without an id. */
export function requestedIdOf(url: string): RequestedId | undefined {
  const [path = '', query] = url.split('?', 2)
  const page = detailPages[path]
  if (page === undefined || query === undefined) return undefined
  const given = new URLSearchParams(query)
  const id = given.get(page.name)
  if (id === null || id === '') return undefined
  const without = `${path}?${page.name}=0`
  return { key: `${path} ${id} ${given.get('orgId') ?? ''}`, column: page.column, id, without }
}

/** Detects ids without a row before anything is rendered for them. */
export interface UnknownIds {
  /** Whether there is no page for the id. Throws database errors. */
  readonly isUnknown: (requested: RequestedId) => Promise<boolean>
  /** Remembers that a page was not found although its row exists, for example a draft. */
  readonly noteMissing: (asked: RequestedId, drawnAt: number) => void
}

/**
 * An existing row is not looked up again: its page decides about visibility. Ids without a row are looked up each time,
 * so that a new row is found immediately; requests that arrive during a lookup share the next one.
 */
export function createUnknownIds(
  { db, patience }: Pick<Database, 'db' | 'patience'>,
  pages: Pick<PageCache, 'moment'>,
): UnknownIds {
  const lookups = new Map<AnyPgColumn, (id: string | number) => Promise<boolean>>()
  const missing = new Map<string, { readonly drawnAt: number; readonly until: number }>()
  const lookupOf = (column: AnyPgColumn) => {
    const known = lookups.get(column)
    if (known !== undefined) return known
    const existing = existingIdsOf(column)
    const lookup = batchedLookup((ids) => inLane({ key: 'pages', patience }, () => existing(db, ids)))
    lookups.set(column, lookup)
    return lookup
  }
  return {
    isUnknown: async (asked) => {
      const id = idOf(asked)
      if (id === undefined) return true
      const known = missing.get(asked.key)
      if (known !== undefined && known.until > Date.now() && known.drawnAt === pages.moment()) return true
      return !(await lookupOf(asked.column)(id))
    },
    noteMissing: (asked, drawnAt) => {
      if (missing.size >= maxIds) missing.clear()
      missing.set(asked.key, { drawnAt, until: Date.now() + freshMs })
    },
  }
}

/** The id as a value of its column; undefined where it cannot be one. */
function idOf({ column, id }: RequestedId): string | number | undefined {
  if (column.dataType === 'string') return id.length <= 40 && !id.includes('\0') ? id : undefined
  return /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647 ? Number(id) : undefined
}

/** Every detail page that is not cached asks for it. */
const preparedIds = (column: AnyPgColumn) =>
  preparedOn((db) =>
    db
      .select({ id: column })
      .from(column.table)
      .where(sql`${column} = any(${sql.placeholder('ids')}::${sql.raw(column.getSQLType())}[])`)
      .prepare(`existing_${getTableName(column.table)}`),
  )

/** Reads which of some ids have a row. */
function existingIdsOf(column: AnyPgColumn) {
  const prepared = preparedIds(column)
  return async (db: Db, ids: readonly (string | number)[]): Promise<(string | number)[]> => {
    const rows = await prepared(db).execute({ ids })
    return rows.map(({ id }) => (typeof id === 'number' ? id : String(id)))
  }
}

interface PendingLookup {
  readonly id: string | number
  readonly resolve: (isThere: boolean) => void
  readonly reject: (cause: unknown) => void
}

/** Checks whether rows exist, one batched lookup at a time. */
function batchedLookup(
  find: (ids: readonly (string | number)[]) => Promise<readonly (string | number)[]>,
): (id: string | number) => Promise<boolean> {
  const existing = new Set<string | number>()
  let next: PendingLookup[] = []
  let isRunning = false
  const run = async () => {
    while (next.length > 0) {
      const batch = next
      next = []
      try {
        const rows = new Set(await find([...new Set(batch.map(({ id }) => id))]))
        if (existing.size + rows.size > maxIds) existing.clear()
        for (const id of rows) existing.add(id)
        for (const { id, resolve } of batch) resolve(rows.has(id))
      } catch (cause) {
        for (const { reject } of batch) reject(cause)
      }
    }
    isRunning = false
  }
  return (id) => {
    if (existing.has(id)) return Promise.resolve(true)
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    next.push({ id, resolve, reject })
    if (!isRunning) {
      isRunning = true
      void run()
    }
    return promise
  }
}
