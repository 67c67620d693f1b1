import { and, eq, gt, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { operatorStartCalls, Waiting, WaitingKind } from '../../contract/operations/operator-start.ts'
import type { Db } from '../../db/open.ts'
import { certifications, companyClaims } from '../../db/tables/accounts.ts'
import { listingChanges, products, services } from '../../db/tables/catalogue.ts'
import { declarations } from '../../db/tables/declarations.ts'
import { demandChanges, demands, leads } from '../../db/tables/demands.ts'
import { digitalJoins } from '../../db/tables/digital.ts'
import { disputes } from '../../db/tables/disputes.ts'
import { drawAwards } from '../../db/tables/draw.ts'
import { bookings } from '../../db/tables/drug.ts'
import { liveClassChanges, liveClasses } from '../../db/tables/live.ts'
import { complaints, fraudSigns } from '../../db/tables/moderation.ts'
import { operatorApprovals } from '../../db/tables/operations.ts'
import { payouts } from '../../db/tables/payments.ts'
import { shopQualifications } from '../../db/tables/shops.ts'
import { waitingPayouts } from '../../domain/orders/payouts.ts'
import type { OperatorPermission } from '../../domain/operations/operator-roles.ts'
import type { Handler } from '../handler.ts'

/** Rows of one table that wait, and the column that says since when. */
interface Source {
  readonly table: PgTable
  readonly at: PgColumn | SQL
  readonly where: SQL | undefined
}

/** Queues by the permission that they need. */
const queues: readonly (readonly [WaitingKind, OperatorPermission, readonly Source[]])[] = [
  ['needs', 'receive', [{ table: leads, at: leads.createdAt, where: eq(leads.status, 'waiting') }]],
  ['bookings', 'receive', [{ table: bookings, at: bookings.createdAt, where: eq(bookings.status, 'waiting') }]],
  [
    'digitalJoins',
    'receive',
    [{ table: digitalJoins, at: digitalJoins.createdAt, where: eq(digitalJoins.status, 'waiting') }],
  ],
  [
    'demands',
    'review',
    [
      {
        table: demands,
        at: demands.createdAt,
        where: and(eq(demands.status, 'pending_review'), isNull(demands.deletedAt)),
      },
      { table: demandChanges, at: demandChanges.updatedAt, where: eq(demandChanges.status, 'pending_review') },
    ],
  ],
  [
    'listings',
    'review',
    [
      {
        table: services,
        at: services.updatedAt,
        where: and(eq(services.status, 'pending_review'), isNull(services.deletedAt)),
      },
      {
        table: products,
        at: products.updatedAt,
        where: and(eq(products.status, 'pending_review'), isNull(products.deletedAt)),
      },
      {
        table: listingChanges,
        at: listingChanges.updatedAt,
        where: eq(listingChanges.status, 'pending_review'),
      },
    ],
  ],
  [
    'certification',
    'review',
    [{ table: certifications, at: certifications.createdAt, where: eq(certifications.status, 'submitted') }],
  ],
  [
    'claims',
    'review',
    [{ table: companyClaims, at: companyClaims.createdAt, where: eq(companyClaims.status, 'submitted') }],
  ],
  [
    'qualifications',
    'review',
    [
      {
        table: shopQualifications,
        at: shopQualifications.createdAt,
        where: eq(shopQualifications.status, 'pending_review'),
      },
    ],
  ],
  [
    'declarations',
    'review',
    [{ table: declarations, at: declarations.submittedAt, where: eq(declarations.status, 'submitted') }],
  ],
  [
    'live',
    'review',
    [
      { table: liveClasses, at: liveClasses.updatedAt, where: eq(liveClasses.status, 'pending_review') },
      { table: liveClassChanges, at: liveClassChanges.updatedAt, where: ne(liveClassChanges.status, 'rejected') },
    ],
  ],
  ['disputes', 'trade', [{ table: disputes, at: disputes.createdAt, where: isNull(disputes.outcome) }]],
  [
    'payouts',
    'trade',
    [{ table: payouts, at: payouts.createdAt, where: inArray(payouts.status, [...waitingPayouts]) }],
  ],
  ['complaints', 'moderate', [{ table: complaints, at: complaints.createdAt, where: isNull(complaints.decidedAt) }]],
  ['fraudSigns', 'restrict', [{ table: fraudSigns, at: fraudSigns.createdAt, where: eq(fraudSigns.status, 'open') }]],
  [
    'approvals',
    'restrict',
    [
      {
        table: operatorApprovals,
        at: operatorApprovals.createdAt,
        where: and(isNull(operatorApprovals.outcome), gt(operatorApprovals.expiresAt, sql`now()`)),
      },
    ],
  ],
  ['awards', 'receive', [{ table: drawAwards, at: drawAwards.claimedAt, where: eq(drawAwards.status, 'to_ship') }]],
]

/** Number and age of what waits in the queues, in one statement. */
async function countWaiting(db: Db, kinds: typeof queues): Promise<Waiting[]> {
  const counts = kinds.flatMap(([kind, , sources]) =>
    sources.map(
      ({ table, at, where }) =>
        sql`select ${kind}::text as kind, count(*) as count, min(${at}) as since from ${table} where ${where}`,
    ),
  )
  if (counts.length === 0) return []
  const rows = await db
    .select({
      kind: sql<string>`kind`,
      count: sql`count`.mapWith(Number),
      since: sql`since`.mapWith(demands.createdAt),
    })
    .from(sql`(${sql.join(counts, sql` union all `)}) as waiting`)
  return kinds.map(([kind]) => {
    const found = rows.filter((row) => row.kind === kind)
    const times = found.flatMap(({ since }) => (since instanceof Date ? [since.getTime()] : []))
    return {
      kind,
      count: found.reduce((sum, row) => sum + row.count, 0),
      since: times.length === 0 ? null : new Date(Math.min(...times)).toISOString(),
    }
  })
}

export const operatorStart: Handler<typeof operatorStartCalls.operatorStart> = async (_input, { db, caller }) => ({
  waiting: await countWaiting(
    db,
    queues.filter(([, needs]) => caller.operatorPermissions.has(needs)),
  ),
})
