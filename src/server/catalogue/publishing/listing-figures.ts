import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Desk } from '../../../contract/orders/desk.ts'
import type { Db } from '../../../db/open.ts'
import type { Permission } from '../../../domain/accounts/permissions.ts'
import { mostListed } from '../../../domain/catalogue/list-query.ts'
import { listingLabels } from '../../../domain/catalogue/listing-states.ts'
import { links } from '../../../domain/links.ts'
import { productKind } from './product-kind.ts'
import { serviceKind } from './service-kind.ts'

const shown = ['published', 'pending_review', 'rejected'] as const
const kinds = [
  { ...serviceKind, list: links.sellerServices },
  { ...productKind, list: links.sellerGoods },
] as const

/** A shop's services and goods on sale, in review and refused: of those kinds that a person manages, in one query. */
export async function listingFigures(
  db: Db,
  shopId: number,
  permissions: ReadonlySet<Permission>,
): Promise<NonNullable<Desk['listings']>> {
  const asked = kinds
    .filter(({ permission }) => permissions.has(permission))
    .flatMap((kind) => shown.map((status) => ({ ...kind, status })))
  if (asked.length === 0) return []
  // Each counts along its index as far as a list leafs, however many a shop has.
  const parts = asked.map(({ table, status }, at) => {
    const own = and(eq(table.shopId, shopId), eq(table.status, status), isNull(table.deletedAt))
    return sql`select ${at}::int as at, count(*)::int as value from (select from ${table} where ${own} limit ${mostListed}) as hits`
  })
  const rows = await db
    .select({ at: sql<number>`at`, value: sql<number>`value` })
    .from(sql`(${sql.join(parts, sql` union all `)}) as figures`)
  const valueAt = new Map(rows.map(({ at, value }) => [at, value]))
  return asked.map(({ kind, list, status }, at) => ({
    kind,
    label: listingLabels[status].label,
    value: valueAt.get(at) ?? 0,
    path: list({ status }),
  }))
}
