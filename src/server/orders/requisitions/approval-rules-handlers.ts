import { and, asc, eq, isNull, max } from 'drizzle-orm'
import type { ApprovalRules, Delegations, requisitionsCalls } from '../../../contract/orders/requisitions.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { categories } from '../../../db/tables/reference.ts'
import { approvalDelegations, approvalPolicies } from '../../../db/tables/requisitions.ts'
import {
  approverPermission,
  isCircular,
  maxDelegationDays,
  stepWithoutApprover,
} from '../../../domain/orders/requisitions/approval-rules.ts'
import type { Handler, Member } from '../../handler.ts'
import { loadCostCentres } from '../budgets/present-budgets.ts'
import { loadDelegations, loadMembers, loadPolicy, type NamedMember } from './policy.ts'

const canApprove = ({ permissions }: NamedMember) => permissions.has(approverPermission)

async function presentRules(db: Db, { companyId, permissions }: Member): Promise<ApprovalRules> {
  const policy = await loadPolicy(db, companyId)
  const members = await loadMembers(db, companyId)
  const roots = await db
    .select({ id: categories.id, name: categories.name, kind: categories.kind })
    .from(categories)
    .where(and(eq(categories.level, 1), eq(categories.isOn, true)))
    .orderBy(asc(categories.kind), asc(categories.sort), asc(categories.id))
  return {
    version: policy?.version ?? 0,
    rules: (policy?.rules ?? []).map(({ steps, categories: of, costCentres, ...rule }) => ({
      ...rule,
      categories: [...of],
      costCentres: [...costCentres],
      steps: steps.map(({ name, people, permissions: codes }) => ({
        name,
        people: [...people],
        permissions: [...codes],
      })),
    })),
    costCentres: (await loadCostCentres(db, companyId)).map(({ code, name }) => ({ code, name })),
    approvers: members
      .filter(canApprove)
      .map(({ userId, name, permissions: codes }) => ({ userId, name, permissions: [...codes] })),
    categories: roots,
    mayChange: permissions.has('role_manage'),
  }
}

export const approvalRules: Handler<typeof requisitionsCalls.approvalRules> = (_, { caller, db }) =>
  presentRules(db, caller)

/** Serialises changes of rules, delegations and budgets of a company. */
export const lockCompany = (tx: Db, companyId: number) =>
  tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update')

export const approvalRulesSave: Handler<typeof requisitionsCalls.approvalRulesSave> = async (input, context) => {
  const { caller, db, note } = context
  const { companyId, userId } = caller
  return db.transaction(async (tx) => {
    await lockCompany(tx, companyId)
    const [last] = await tx
      .select({ version: max(approvalPolicies.version) })
      .from(approvalPolicies)
      .where(eq(approvalPolicies.companyId, companyId))
    const current = last?.version ?? 0
    if (current !== input.version) throw new CallFailed('conflict')
    await assertRulesPossible(tx, companyId, input)
    const version = current + 1
    const { rules } = input
    await tx.insert(approvalPolicies).values({ companyId, version, rules, userId })
    await tx.update(companies).set({ approvalVersion: version }).where(eq(companies.id, companyId))
    note(`第 ${version} 版，${rules.length} 条规则`)
    return presentRules(tx, caller)
  })
}

type RulesInput = Parameters<typeof approvalRulesSave>[0]

/** Throws ruleApproverMissing for a step that nobody can approve, and names unknown cost centres and categories. */
async function assertRulesPossible(tx: Db, companyId: number, { rules }: RulesInput): Promise<void> {
  const codes = new Set((await loadCostCentres(tx, companyId)).map(({ code }) => code))
  const roots = await tx.select({ id: categories.id }).from(categories).where(eq(categories.level, 1))
  const known = new Set(roots.map(({ id }) => id))
  const wrong = rules.flatMap((rule, at) => [
    ...(rule.costCentres.every((code) => codes.has(code))
      ? []
      : [{ field: `rules.${at}.costCentres`, message: '没有这个成本中心' }]),
    ...(rule.categories.every((id) => known.has(id))
      ? []
      : [{ field: `rules.${at}.categories`, message: '没有这个一级分类' }]),
  ])
  if (wrong.length > 0) throw fieldFailed(...wrong)
  const members = await loadMembers(tx, companyId)
  for (const [rule, { steps }] of rules.entries()) {
    const step = stepWithoutApprover(steps, members, [], new Set())
    if (step !== null) throw new CallFailed('ruleApproverMissing', { rule, step })
  }
}

async function presentDelegations(db: Db, { companyId, userId }: Member): Promise<Delegations> {
  const members = await loadMembers(db, companyId)
  const names = new Map(members.map((member) => [member.userId, member.name]))
  const person = (id: number) => ({ userId: id, name: names.get(id) ?? '已停用的成员' })
  const given = await loadDelegations(db, companyId)
  return {
    data: given
      .filter(({ from, to }) => from === userId || to === userId)
      .map(({ delegationId, from, to, until }) => ({
        delegationId,
        from: person(from),
        to: person(to),
        until: until.toISOString(),
      })),
    people: members
      .filter((member) => member.userId !== userId && canApprove(member))
      .map(({ userId: id, name }) => ({ userId: id, name })),
  }
}

export const approvalDelegationList: Handler<typeof requisitionsCalls.approvalDelegations> = (_, { caller, db }) =>
  presentDelegations(db, caller)

export const approvalDelegate: Handler<typeof requisitionsCalls.approvalDelegate> = async (input, context) => {
  const { caller, db, note } = context
  const { companyId, userId } = caller
  const until = new Date(input.until)
  const days = (until.getTime() - Date.now()) / 86_400_000
  if (days <= 0) throw fieldFailed({ field: 'until', message: '截止时间须晚于现在' })
  if (days > maxDelegationDays) throw fieldFailed({ field: 'until', message: `最长委托 ${maxDelegationDays} 天` })
  return db.transaction(async (tx) => {
    await lockCompany(tx, companyId)
    const members = await loadMembers(tx, companyId)
    const delegate = members.find((member) => member.userId === input.toUserId)
    if (input.toUserId === userId || delegate === undefined || !canApprove(delegate))
      throw new CallFailed('delegateUnfit')
    const active = await loadDelegations(tx, companyId)
    const others = active.filter(({ from, to }) => from !== userId || to !== input.toUserId)
    if (isCircular(others, { from: userId, to: input.toUserId })) throw new CallFailed('delegationCircular')
    // The same delegate again: the former period is replaced.
    await tx
      .update(approvalDelegations)
      .set({ endedAt: new Date() })
      .where(
        and(
          eq(approvalDelegations.companyId, companyId),
          eq(approvalDelegations.fromUserId, userId),
          eq(approvalDelegations.toUserId, input.toUserId),
          isNull(approvalDelegations.endedAt),
        ),
      )
    await tx.insert(approvalDelegations).values({ companyId, fromUserId: userId, toUserId: input.toUserId, until })
    note(delegate.name)
    return presentDelegations(tx, caller)
  })
}

export const approvalDelegationEnd: Handler<typeof requisitionsCalls.approvalDelegationEnd> = async (
  { delegationId },
  { caller, db },
) => {
  const [ended] = await db
    .update(approvalDelegations)
    .set({ endedAt: new Date() })
    .where(
      and(
        eq(approvalDelegations.id, delegationId),
        eq(approvalDelegations.companyId, caller.companyId),
        eq(approvalDelegations.fromUserId, caller.userId),
        isNull(approvalDelegations.endedAt),
      ),
    )
    .returning({ id: approvalDelegations.id })
  if (ended === undefined) throw new CallFailed('notFound')
  return presentDelegations(db, caller)
}
