import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import type { ApprovalRule } from '../../domain/orders/requisitions/approval-rules.ts'
import type { RequisitionEvent, RequisitionStatus } from '../../domain/orders/requisitions/requisition-states.ts'
import type { approvalPolicies, requisitionEntries, requisitions } from '../tables/requisitions.ts'
import type { Accounts } from './build-accounts.ts'
import type { Catalogue } from './build-catalogue.ts'
import type { Calendar } from './calendar.ts'
import { itemAt, requireKey } from './random.ts'

interface RequisitionNote {
  readonly day: number
  readonly status: RequisitionStatus
  readonly end?: { readonly event: RequisitionEvent; readonly day: number; readonly reason: string }
}

/** Requisitions of the purchase manager; the owner approves. */
const notes: readonly RequisitionNote[] = [
  {
    day: -9,
    status: 'returned',
    end: { event: 'return', day: -8, reason: '本季度同类检测已有在研合同，请先与项目组核对是否重复委托' },
  },
  { day: -6, status: 'withdrawn', end: { event: 'withdraw', day: -5, reason: '' } },
  { day: -1, status: 'waiting' },
]

export interface Requisitions {
  readonly policies: (typeof approvalPolicies.$inferInsert & { id: number })[]
  readonly requisitions: (typeof requisitions.$inferInsert & { id: number })[]
  readonly entries: (typeof requisitionEntries.$inferInsert & { id: number })[]
}

/** Approval rules of one buyer in two versions; what was asked under the first one keeps it. */
export function buildRequisitions(accounts: Accounts, catalogue: Catalogue, days: Calendar): Requisitions {
  const { company, ownerId, memberIds } = requireKey(accounts.byKey, '屿宁')
  const requester = itemAt(memberIds, 1)
  const steps = [{ name: '研发负责人', people: [ownerId], permissions: [] }]
  const ruleFrom = (name: string, fromYuan: number): ApprovalRule => ({
    name,
    action: 'order',
    from: fromYuan * 100,
    to: null,
    categories: [],
    costCentres: [],
    steps,
  })
  const versions = [
    { rules: [ruleFrom('全部订单', 0)], at: days.at(-30, '10:00') },
    { rules: [ruleFrom('二百万元以上的订单', 2_000_000)], at: days.at(0, '08:30') },
  ]
  const policies = versions.map(({ rules, at }, index) => ({
    id: index + 1,
    companyId: company.id,
    version: index + 1,
    rules,
    userId: ownerId,
    createdAt: at,
  }))
  company.approvalVersion = versions.length
  const services = catalogue.services.filter(
    ({ status, priceType, price, companyId }) =>
      status === 'published' && priceType === 0 && price != null && companyId !== company.id,
  )
  const rows = notes.map(({ day, status, end }, index): Requisitions['requisitions'][number] => {
    const service = itemAt(services, index)
    const price = service.price ?? 0
    const item = { kind: 'service', listingId: service.id, specId: null, quantity: 1 } as const
    const createdAt = days.at(day, '14:20')
    return {
      id: index + 1,
      requisitionNo: `PR${days.date(day).replaceAll('-', '')}-${String(index + 1).padStart(4, '0')}`,
      companyId: company.id,
      userId: requester,
      action: 'order',
      policyId: 1,
      title: service.title,
      amount: price,
      request: {
        action: 'order',
        items: [{ ...item, seenPrice: price, fromCart: false }],
        addressId: null,
        address: '',
        orderAmount: price,
        invoice: 'none',
        remarks: [],
        costCentre: 'RD-01',
        projectCode: '',
      },
      content: {
        facts: [
          { label: '合计', text: `¥${yuan(price)}` },
          { label: '发票', text: '暂不开票' },
          { label: '成本中心', text: 'RD-01' },
        ],
        lines: [{ name: service.title, note: '', quantity: 1, unitPrice: price, amount: price }],
        path: links.cart(),
      },
      steps,
      status,
      reason: end?.reason ?? '',
      closedAt: end === undefined ? null : days.at(end.day, '09:40'),
      createdAt,
    }
  })
  const entries = notes.flatMap(({ day, end }, index) => [
    {
      requisitionId: index + 1,
      event: 'submit' as const,
      step: 0,
      userId: requester,
      createdAt: days.at(day, '14:20'),
    },
    ...(end === undefined
      ? []
      : [
          {
            requisitionId: index + 1,
            event: end.event,
            step: 0,
            userId: end.event === 'withdraw' ? requester : ownerId,
            reason: end.reason,
            createdAt: days.at(end.day, '09:40'),
          },
        ]),
  ])
  return { policies, requisitions: rows, entries: entries.map((entry, at) => ({ id: at + 1, ...entry })) }
}
