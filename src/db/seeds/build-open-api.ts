import { createHash } from 'node:crypto'
import type {
  apiKeys,
  externalReferences,
  webhookAttempts,
  webhookEndpoints,
  webhookMessages,
} from '../tables/open-api.ts'
import type { Accounts } from './build-accounts.ts'
import type { Demands } from './build-demands.ts'
import type { Orders } from './build-orders.ts'
import type { Calendar } from './calendar.ts'
import { requireKey } from './random.ts'

export interface OpenApiRows {
  readonly keys: readonly (typeof apiKeys.$inferInsert & { id: number })[]
  readonly endpoints: readonly (typeof webhookEndpoints.$inferInsert & { id: number })[]
  readonly messages: readonly (typeof webhookMessages.$inferInsert & { id: number })[]
  readonly attempts: readonly (typeof webhookAttempts.$inferInsert)[]
  readonly references: readonly (typeof externalReferences.$inferInsert)[]
}

/** Orders with a number of the buyer's ERP, and messages in the log. */
const [numberedOrders, sentMessages] = [12, 6]

/**
 * The first buyer's connection to its ERP. The keys belong to nobody: their hashes are of no key. The endpoint was
 * switched off by its company, so that a demo sends nothing to the outside.
 */
export function buildOpenApi(
  accounts: Accounts,
  { demands, orders }: { readonly demands: Demands; readonly orders: Orders },
  days: Calendar,
): OpenApiRows {
  const { company, ownerId } = requireKey(accounts.byKey, '衡序')
  const hashOf = (name: string) => createHash('sha256').update(`demo ${name}`).digest('base64url')
  const key = { companyId: company.id, userId: ownerId, networks: [] }
  const bought = orders.orders.filter(({ buyerCompanyId }) => buyerCompanyId === company.id)
  const own = demands.demands.filter(({ companyId }) => companyId === company.id)
  const numbered = bought.slice(-numberedOrders)
  const messages = bought.slice(-sentMessages).map((order, at) => ({
    id: at + 1,
    endpointId: 1,
    messageId: `msg_${hashOf(`message ${order.id}`).replaceAll(/[-_]/g, '').slice(0, 32)}`,
    topic: 'order.moved' as const,
    thread: `order:${order.id}`,
    data: { orderId: order.id, orderNo: order.orderNo, seq: 1, event: 'create', by: 'buyer', to: 'pending_confirm' },
    status: 'sent' as const,
    attempts: at === 2 ? 2 : 1,
    firstTriedAt: days.at(-9 + at, '10:00'),
    sentAt: days.at(-9 + at, '10:05'),
    createdAt: days.at(-9 + at, '10:00'),
  }))
  return {
    keys: [
      {
        ...key,
        id: 1,
        name: 'ERP 采购对接',
        prefix: 'yxk_Qm7uYtR2',
        keyHash: hashOf('key 1'),
        permissions: ['my_orders', 'my_requirement'],
        expiresAt: days.at(150, '23:59'),
        lastUsedAt: days.at(-1, '18:02'),
        createdAt: days.at(-30, '09:40'),
      },
      {
        ...key,
        id: 2,
        name: '实验室系统试用',
        prefix: 'yxk_a9KcLd3g',
        keyHash: hashOf('key 2'),
        permissions: ['my_orders'],
        expiresAt: days.at(60, '23:59'),
        revokedAt: days.at(-12, '17:20'),
        revokedBy: ownerId,
        createdAt: days.at(-40, '14:10'),
      },
    ],
    endpoints: [
      {
        id: 1,
        companyId: company.id,
        userId: ownerId,
        url: 'https://erp.hengxu.example.com/portal/events',
        topics: ['order.moved', 'payment.moved', 'invoice.moved', 'delivery.moved'],
        secret: `whsec_${Buffer.from(hashOf('secret')).toString('base64')}`,
        status: 'stopped',
        createdAt: days.at(-30, '09:55'),
      },
    ],
    messages,
    attempts: messages.flatMap(({ id, attempts, firstTriedAt, sentAt }) => [
      ...(attempts === 2
        ? [
            {
              messageId: id,
              attempt: 1,
              answerStatus: 503,
              error: '返回 503',
              answer: '',
              durationMs: 212,
              createdAt: firstTriedAt,
            },
          ]
        : []),
      {
        messageId: id,
        attempt: attempts,
        answerStatus: 200,
        error: '',
        answer: '{"received":true}',
        durationMs: 96,
        createdAt: sentAt,
      },
    ]),
    references: [
      ...numbered.map(({ id }, at) => ({
        companyId: company.id,
        kind: 'order' as const,
        entityId: id,
        reference: `PO-${days.year()}-${String(870 + at).padStart(5, '0')}`,
      })),
      ...own.slice(0, 3).map(({ id }, at) => ({
        companyId: company.id,
        kind: 'demand' as const,
        entityId: id,
        reference: `RQ-${days.year()}-${String(118 + at).padStart(5, '0')}`,
      })),
    ],
  }
}
