import type { Permission } from '../../accounts/permissions.ts'

/** What the approval rules of a company govern. */
export const approvalActions = ['order', 'award', 'change', 'payment'] as const
export type ApprovalAction = (typeof approvalActions)[number]
export const approvalActionLabels: Readonly<Record<ApprovalAction, string>> = {
  order: '提交订单',
  award: '选定报价',
  change: '变更单',
  payment: '付款',
}

export const maxRules = 30
export const maxApprovalSteps = 5
export const maxCostCentres = 50
/** Longest delegation. */
export const maxDelegationDays = 90

/** Days that an unpaid order waits for the approval of its payment, and days that it is held for approvals altogether. */
export const [approvalDays, maxHeldDays] = [7, 15]

/** Right that every approver needs. */
export const approverPermission: Permission = 'apply_manage'

/** Right to change the rules, and to read all requisitions of the company. */
export const ruleMakerPermission: Permission = 'role_manage'

/** A step of a chain: one of the people, or one person with one of the permissions, approves it. */
export interface ApprovalStep {
  readonly name: string
  /** User ids. */
  readonly people: readonly number[]
  readonly permissions: readonly Permission[]
}

/** A rule: requests of the action within the conditions pass its steps in order. */
export interface ApprovalRule {
  readonly name: string
  readonly action: ApprovalAction
  /** Lowest amount, inclusive; fen. */
  readonly from: number
  /** Amount below which the rule applies; null = no limit; fen. */
  readonly to: number | null
  /** Ids of categories, with all below them; empty = all. */
  readonly categories: readonly number[]
  /** Codes of cost centres; empty = all. */
  readonly costCentres: readonly string[]
  readonly steps: readonly ApprovalStep[]
}

/**
 * Whether orders of a company name a cost centre. `none`: it has none; `required`: an order without one is refused.
 */
export type CostCentreUse = 'none' | 'optional' | 'required'

/** What a rule is compared with. */
export interface GovernedRequest {
  readonly action: ApprovalAction
  /** Fen: total of an order, of an offer, of the order after a change, sum of a payment. */
  readonly amount: number
  /** Categories of what is bought, each with all above it. Empty = not known. */
  readonly categories: readonly number[]
  /** Codes of its cost centres. Empty = not stated. */
  readonly costCentres: readonly string[]
}

/** Whether a rule applies. What a request does not state cannot be used to avoid a rule. */
export function ruleApplies(rule: ApprovalRule, request: GovernedRequest): boolean {
  if (rule.action !== request.action || request.amount < rule.from) return false
  if (rule.to !== null && request.amount >= rule.to) return false
  return meets(rule.categories, request.categories) && meets(rule.costCentres, request.costCentres)
}

const meets = <T>(wanted: readonly T[], given: readonly T[]): boolean =>
  wanted.length === 0 || given.length === 0 || wanted.some((each) => given.includes(each))

/** Equal for steps with the same approvers. */
const approversKey = ({ people, permissions }: ApprovalStep): string =>
  JSON.stringify([[...people].toSorted((a, b) => a - b), [...permissions].toSorted()])

/**
 * Steps of all rules that apply, in the order of the rules. A step that an earlier rule has is not repeated; a rule with
 * the same approvers in two steps asks for two of them. Empty = no approval is needed.
 */
export function stepsFor(rules: readonly ApprovalRule[], request: GovernedRequest): ApprovalStep[] {
  const steps: ApprovalStep[] = []
  const asked = new Map<string, number>()
  for (const rule of rules.filter((each) => ruleApplies(each, request))) {
    const ofRule = new Map<string, number>()
    for (const step of rule.steps) {
      const key = approversKey(step)
      const place = (ofRule.get(key) ?? 0) + 1
      ofRule.set(key, place)
      if (place <= (asked.get(key) ?? 0)) continue
      asked.set(key, place)
      steps.push(step)
    }
  }
  return steps
}

/** A member of the company whose account is not locked. */
export interface CompanyMember {
  readonly userId: number
  readonly permissions: ReadonlySet<Permission>
}

/** A delegation in force: `to` approves instead of `from` as well. */
export interface Delegation {
  readonly from: number
  readonly to: number
}

/**
 * Who may approve a step as of now: the user, and the person on whose behalf; null = in the own name. Those of
 * `excluded` may not, and nobody may on their behalf: the requester, and whoever approved an earlier step.
 */
export function approversOf(
  step: ApprovalStep,
  members: readonly CompanyMember[],
  delegations: readonly Delegation[],
  excluded: ReadonlySet<number>,
): ReadonlyMap<number, number | null> {
  const able = new Map(
    members
      .filter(({ userId, permissions }) => permissions.has(approverPermission) && !excluded.has(userId))
      .map((member) => [member.userId, member.permissions]),
  )
  const found = new Map<number, number | null>()
  for (const [userId, permissions] of able) {
    if (step.people.includes(userId) || step.permissions.some((code) => permissions.has(code))) found.set(userId, null)
  }
  const open = [...found.keys()].map((userId) => ({ userId, root: userId }))
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    for (const { from, to } of delegations) {
      if (from !== next.userId || found.has(to) || !able.has(to)) continue
      found.set(to, next.root)
      open.push({ userId: to, root: next.root })
    }
  }
  return found
}

/**
 * Index of the first step that nobody can approve when each person approves one step at most and those of `excluded`
 * none; null = all steps can be approved.
 */
export function stepWithoutApprover(
  steps: readonly ApprovalStep[],
  members: readonly CompanyMember[],
  delegations: readonly Delegation[],
  excluded: ReadonlySet<number>,
): number | null {
  const approvers = steps.map((step) => [...approversOf(step, members, delegations, excluded).keys()])
  const stepOf = new Map<number, number>()
  /** Finds a person for a step, moving others to another step where needed. */
  const assign = (step: number, tried: Set<number>): boolean => {
    for (const userId of approvers[step] ?? []) {
      if (tried.has(userId)) continue
      tried.add(userId)
      const taken = stepOf.get(userId)
      if (taken !== undefined && !assign(taken, tried)) continue
      stepOf.set(userId, step)
      return true
    }
    return false
  }
  const missing = steps.findIndex((_, step) => !assign(step, new Set()))
  return missing === -1 ? null : missing
}

/** Whether a further delegation would lead back to the person who delegates. */
export function isCircular(delegations: readonly Delegation[], added: Delegation): boolean {
  const seen = new Set<number>()
  const open = [added.to]
  for (let userId = open.pop(); userId !== undefined; userId = open.pop()) {
    if (userId === added.from) return true
    if (seen.has(userId)) continue
    seen.add(userId)
    for (const { from, to } of delegations) if (from === userId) open.push(to)
  }
  return false
}

/** Conditions of a rule in one line. */
export function conditionText(
  { from, to, categories, costCentres }: ApprovalRule,
  format: (fen: number) => string,
  names: { readonly category: (id: number) => string; readonly costCentre: (code: string) => string },
): string {
  const amount =
    to === null
      ? from === 0
        ? '任何金额'
        : `满 ¥${format(from)}`
      : from === 0
        ? `低于 ¥${format(to)}`
        : `¥${format(from)} 至 ¥${format(to)}（不含）`
  return [
    amount,
    categories.length === 0 ? '' : categories.map(names.category).join('、'),
    costCentres.length === 0 ? '' : `成本中心 ${costCentres.map(names.costCentre).join('、')}`,
  ]
    .filter((part) => part !== '')
    .join('；')
}
