import { and, eq, notInArray, or } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { orders } from '../../../db/tables/orders.ts'
import type { Reader } from '../../../domain/accounts/visibility.ts'
import { endedStatuses } from '../../../domain/orders/order-states.ts'
import type { Caller } from '../../handler.ts'

/**
 * Relation of a caller to a company. Partners need an order that the seller accepted: anybody can place an order.
 */
export async function getReader(db: Db, caller: Pick<Caller, 'companyId'> | null, companyId: number): Promise<Reader> {
  if (caller === null) return 'public'
  if (caller.companyId === null) return 'signed_in'
  if (caller.companyId === companyId) return 'own'
  const [common] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        or(
          and(eq(orders.buyerCompanyId, caller.companyId), eq(orders.sellerCompanyId, companyId)),
          and(eq(orders.buyerCompanyId, companyId), eq(orders.sellerCompanyId, caller.companyId)),
        ),
        notInArray(orders.status, ['pending_confirm', ...endedStatuses]),
      ),
    )
    .limit(1)
  return common === undefined ? 'signed_in' : 'partners'
}
