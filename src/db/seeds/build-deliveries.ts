import type { deliveries } from '../tables/fulfilment.ts'
import type { Accounts } from './build-accounts.ts'
import type { Orders } from './build-orders.ts'
import type { ChangeLog } from './changes.ts'
import { carriers, goodsNotes, serviceNotes } from './data/deliveries.ts'
import { at, need } from './random.ts'

type DeliveryRow = typeof deliveries.$inferInsert & { id: number }

/** What was handed over for each order that was delivered, and what its buyer said of it. Nothing has a file. */
export function buildDeliveries(accounts: Accounts, { orders }: Orders, log: ChangeLog): DeliveryRow[] {
  const owners = new Map(accounts.organisations.map(({ company, ownerId }) => [company.id, ownerId]))
  const answers = new Map(
    log.rows.flatMap((row) =>
      row.entity === 'order' && (row.event === 'accept' || row.event === 'requestChanges')
        ? [[row.entityId, row] as const]
        : [],
    ),
  )
  return orders.flatMap((order, index) => {
    const { id: orderId, deliveredAt, source, sellerCompanyId } = order
    if (deliveredAt == null) return []
    const answer = answers.get(orderId)
    const goods = source === 'cart'
    return [
      {
        ...{ id: index + 1, orderId, seq: 1, userId: need(owners, sellerCompanyId), createdAt: deliveredAt },
        note: at(goods ? goodsNotes : serviceNotes, orderId),
        ...(goods && parcelOf(orderId)),
        ...(answer !== undefined && {
          verdict: answer.event === 'accept' ? ('accepted' as const) : ('changes' as const),
          ...{ reason: answer.event === 'accept' ? '' : answer.reason, answeredAt: answer.createdAt },
        }),
      },
    ]
  })
}

function parcelOf(orderId: number): { carrier: string; trackingNo: string } {
  const [carrier, prefix] = at(carriers, orderId)
  return { carrier, trackingNo: `${prefix}${String(1_400_000_000_000 + orderId * 7_368_231).slice(0, 13)}` }
}
