import type { StateLabel, Transitions } from '../transition.ts'

/** What a job looks for. */
export const fraudSignKinds = ['sharedVoucher', 'sharedAccount', 'accountBurst', 'ownTrade'] as const
export type FraudSignKind = (typeof fraudSignKinds)[number]
export const fraudSignLabels: Readonly<Record<FraudSignKind, string>> = {
  sharedVoucher: '转账回单重复使用',
  sharedAccount: '多家企业同一收款账号',
  accountBurst: '同一网段集中注册',
  ownTrade: '疑似自买自卖',
}

export const fraudSignStatuses = ['open', 'dismissed', 'confirmed'] as const
export type FraudSignStatus = (typeof fraudSignStatuses)[number]
export const fraudSignDecisions = ['confirm', 'dismiss'] as const
export type FraudSignDecision = (typeof fraudSignDecisions)[number]

export const fraudSignTransitions: Transitions<FraudSignStatus, FraudSignDecision, 'operator'> = [
  { from: ['open'], event: 'confirm', actor: ['operator'], to: 'confirmed' },
  { from: ['open'], event: 'dismiss', actor: ['operator'], to: 'dismissed' },
]

export const fraudSignStates: Readonly<Record<FraudSignStatus, StateLabel>> = {
  open: { label: '待处理', tone: 'act' },
  dismissed: { label: '已排除', tone: 'mute' },
  confirmed: { label: '已确认', tone: 'bad' },
}
export const isSignOpen = (status: FraudSignStatus): status is 'open' => status === 'open'

/** A record that a sign concerns. */
export interface FraudSignRecord {
  readonly kind: 'user' | 'company' | 'order' | 'payment'
  readonly id: number
}

/** Accounts from one network within 24 hours that are a sign. */
export const burstAccounts = 5
const burstMs = 24 * 3_600_000
/** Records of one sign; further ones are not listed. */
export const maxSignRecords = 100

/** An account and the network from which it was registered. */
export interface Registration {
  readonly userId: number
  readonly network: string
  readonly at: Date
}

/** Accounts of one network that lie within 24 hours of at least `burstAccounts - 1` others, in order of time. */
export interface AccountBurst {
  readonly network: string
  readonly accounts: readonly Registration[]
}

/** Bursts by network: every account of a window of 24 hours with `burstAccounts` or more. */
export function findBursts(registrations: readonly Registration[]): AccountBurst[] {
  return [...Map.groupBy(registrations, ({ network }) => network)].flatMap(([network, each]) => {
    const sorted = each.toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.userId - b.userId)
    const within = new Set<Registration>()
    let from = 0
    sorted.forEach((last, at) => {
      while (last.at.getTime() - (sorted[from]?.at.getTime() ?? 0) > burstMs) from += 1
      if (at - from + 1 >= burstAccounts) for (const one of sorted.slice(from, at + 1)) within.add(one)
    })
    return within.size === 0 ? [] : [{ network, accounts: sorted.filter((one) => within.has(one)) }]
  })
}

/** What a sign says. `key` is the network of a burst. */
export function fraudSignReason(kind: FraudSignKind, key: string, records: readonly FraudSignRecord[]): string {
  const count = (of: FraudSignRecord['kind']) => records.filter((record) => record.kind === of).length
  switch (kind) {
    case 'sharedVoucher':
      return `${count('payment')} 笔付款提交了内容完全相同的转账回单。`
    case 'sharedAccount':
      return `${count('company')} 家企业登记了同一个收款账号。`
    case 'accountBurst':
      return `${key} 网段在 24 小时内注册了 ${count('user')} 个账号。`
    case 'ownTrade':
      return `采购方与供应商的法定代表人证件号或联系手机相同，双方有 ${count('order')} 份订单。`
  }
}
