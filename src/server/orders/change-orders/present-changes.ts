import { desc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { failures } from '../../../contract/failures.ts'
import type { ChangeOrder, ChangeOrders, StoredChange } from '../../../contract/orders/change-orders.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { changeOrders } from '../../../db/tables/change-orders.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { allowedChangeActions, isChangeProposed } from '../../../domain/orders/change-order-states.ts'
import { planChange, proposalOf, type ChangeBase, type OrderTerms } from '../../../domain/orders/change-terms.ts'
import type { Side } from '../../../domain/sides.ts'
import { today } from '../../../domain/time.ts'
import type { Order } from '../lock-order.ts'
import { loadChangeBase, type LoadedBase } from './change-base.ts'
import type { ChangeRow } from './close-change.ts'

const buyerSigner = alias(users, 'buyer_signer')
const sellerSigner = alias(users, 'seller_signer')

/** A change order with the people who signed it. */
export interface SignedChange {
  readonly change: ChangeRow
  readonly signatures: StoredChange['signatures']
}

/** Change orders of an order, newest first, in one query. */
export async function loadChanges(db: Db, orderId: number): Promise<SignedChange[]> {
  const rows = await db
    .select({
      change: changeOrders,
      buyer: { realName: buyerSigner.realName, loginName: buyerSigner.loginName },
      seller: { realName: sellerSigner.realName, loginName: sellerSigner.loginName },
    })
    .from(changeOrders)
    .leftJoin(buyerSigner, eq(buyerSigner.id, changeOrders.buyerUserId))
    .leftJoin(sellerSigner, eq(sellerSigner.id, changeOrders.sellerUserId))
    .where(eq(changeOrders.orderId, orderId))
    .orderBy(desc(changeOrders.number))
  return rows.map(({ change, buyer, seller }) => {
    const { buyerSignedAt, buyerMethod, sellerSignedAt, sellerMethod } = change
    const one = (side: Side, at: Date | null, method: typeof buyerMethod, by: typeof buyer) =>
      at === null || method === null || by === null
        ? []
        : [{ side, name: personName(by), method, at: at.toISOString() }]
    const signatures = [
      ...one('buyer', buyerSignedAt, buyerMethod, buyer),
      ...one('seller', sellerSignedAt, sellerMethod, seller),
    ]
    return { change, signatures: signatures.toSorted((a, b) => a.at.localeCompare(b.at)) }
  })
}

/** All change orders of an order for one of its sides, and the terms to propose on. */
export async function presentChanges(db: Db, order: Order, side: Side): Promise<ChangeOrders> {
  const base = await loadChangeBase(db, order)
  const data = (await loadChanges(db, order.id)).map((signed) => presentChange(signed, order, base, side))
  return { data, base: presentBase(base), orderNo: order.orderNo }
}

const presentTerms = ({ rows, ...terms }: OrderTerms) => ({ ...terms, rows: [...rows] })

const presentBase = ({ rows, ...base }: LoadedBase): ChangeOrders['base'] => ({
  ...base,
  rows: rows.map(({ line: _line, stageRow: _stage, ...row }) => row),
})

/** A change order as everybody reads it who may see its order. */
export const presentStoredChange = ({ change, signatures }: SignedChange): StoredChange => ({
  changeId: change.id,
  number: change.number,
  baseVersion: change.baseVersion,
  side: change.side,
  status: change.status,
  reason: change.reason,
  scope: change.scope,
  before: presentTerms(change.termsBefore),
  after: presentTerms(change.termsAfter),
  fingerprint: change.fingerprint,
  expiresAt: change.expiresAt.toISOString(),
  answer: change.answer,
  signatures,
  createdAt: change.createdAt.toISOString(),
  closedAt: change.closedAt?.toISOString() ?? null,
})

function presentChange(signed: SignedChange, order: Order, base: ChangeBase, side: Side): ChangeOrder {
  const { change } = signed
  const { termsBefore: before, termsAfter: after, scope, baseVersion } = change
  const proposal = proposalOf({ before, after, scope, baseVersion }, base)
  const plan = isChangeProposed(change.status) ? planChange(base, proposal, today()) : null
  return {
    ...presentStoredChange(signed),
    steps: allowedChangeActions(order, change, side),
    refund: plan?.ok === true ? plan.refund : 0,
    obstacle: plan === null || plan.ok ? null : failures[plan.refusal].message,
  }
}
