import { endOfDay } from '../../domain/orders/deadlines.ts'
import { evidenceDays } from '../../domain/orders/disputes.ts'
import { date } from '../../domain/time.ts'
import type { disputeEvidence, disputes } from '../tables/disputes.ts'
import { demoIds, type Accounts } from './build-accounts.ts'
import type { Orders } from './build-orders.ts'
import type { ChangeLog } from './changes.ts'

type DisputeRow = typeof disputes.$inferInsert & { id: number; createdAt: Date }
type EvidenceRow = typeof disputeEvidence.$inferInsert

interface Disputed {
  readonly order: Orders['orders'][number]
  readonly step: ChangeLog['rows'][number]
}

const [hour, day] = [3_600_000, 86_400_000]

/**
 * Disputes of the disputed orders, each opened by its last step. The one of a demo account has evidence of both sides
 * and was extended by the platform: more can be added.
 */
export function buildDisputes(
  accounts: Accounts,
  { orders }: Orders,
  log: ChangeLog,
  now: Date,
): { readonly disputes: readonly DisputeRow[]; readonly evidence: readonly EvidenceRow[] } {
  const owners = new Map(accounts.organisations.map(({ company, ownerId }) => [company.id, ownerId]))
  const opened = log.rows.filter(({ entity, event }) => entity === 'order' && event === 'dispute')
  const disputed = orders.flatMap((order): Disputed[] => {
    const step = opened.find(({ entityId }) => entityId === order.id)
    return step === undefined ? [] : [{ order, step }]
  })
  const demoUsers = new Set<number>(Object.values(demoIds))
  const shown = disputed.find(({ order }) => demoUsers.has(order.buyerUserId)) ?? disputed[0]
  const rows = disputed.map(({ order, step: { reason = '', createdAt } }, index) => {
    const counted = order === shown?.order ? now : createdAt
    return {
      id: index + 1,
      orderId: order.id,
      side: 'buyer' as const,
      userId: owners.get(order.buyerCompanyId) ?? order.buyerUserId,
      reason,
      evidenceUntil: endOfDay(date(new Date(counted.getTime() + evidenceDays * day).toISOString())),
      createdAt,
    }
  })
  return {
    disputes: rows,
    evidence: shown === undefined ? [] : buildEvidence(disputed.indexOf(shown) + 1, shown, owners),
  }
}

function buildEvidence(
  disputeId: number,
  { order, step: { createdAt } }: Disputed,
  owners: ReadonlyMap<number, number>,
): readonly EvidenceRow[] {
  const after = (hours: number) => new Date(createdAt.getTime() + hours * hour)
  return [
    {
      disputeId,
      side: 'buyer',
      companyId: order.buyerCompanyId,
      userId: order.buyerUserId,
      text: '方案第 4.2 节约定平行样相对偏差不超过 15%，报告表 3 中两组为 23% 与 31%，且未附原始数据。',
      createdAt: after(3),
    },
    {
      disputeId,
      side: 'seller',
      companyId: order.sellerCompanyId,
      userId: owners.get(order.sellerCompanyId) ?? order.buyerUserId,
      text: '两组样品到样时冷链已中断，到样记录由双方签收。其余各组均符合约定，原始数据可以补交。',
      createdAt: after(20),
    },
  ]
}
