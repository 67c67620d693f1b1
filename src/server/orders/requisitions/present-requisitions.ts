import { and, asc, count, eq, exists, inArray, ne, type SQL } from 'drizzle-orm'
import type { Requisition, RequisitionRow, requisitionsCalls } from '../../../contract/orders/requisitions.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { approvalPolicies, requisitionEntries, requisitions } from '../../../db/tables/requisitions.ts'
import { budgets } from '../../../db/tables/budgets.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import {
  approverPermission,
  approversOf,
  ruleMakerPermission,
  stepWithoutApprover,
  type Delegation,
} from '../../../domain/orders/requisitions/approval-rules.ts'
import {
  allowedRequisitionSteps,
  isRequisitionWaiting,
} from '../../../domain/orders/requisitions/requisition-states.ts'
import type { Handler, Member } from '../../handler.ts'
import { descending } from '../../platform/queries/descending.ts'
import { amountBetween, daysBetween, sortedBy } from '../../platform/queries/list-bounds.ts'
import { presentBudgetState } from '../budgets/present-budgets.ts'
import { loadDelegations, loadMembers, type NamedMember } from './policy.ts'

export type RequisitionRecord = typeof requisitions.$inferSelect
export type EntryRow = typeof requisitionEntries.$inferSelect

/** What decides who can approve now. */
export interface ApproverFacts {
  readonly members: readonly NamedMember[]
  readonly delegations: readonly Delegation[]
}

export const loadApproverFacts = async (db: Db, companyId: number): Promise<ApproverFacts> => ({
  members: await loadMembers(db, companyId),
  delegations: await loadDelegations(db, companyId),
})

/** Approvals given: an entry of each passed step. */
const isApproval = ({ event }: Pick<EntryRow, 'event'>) => event === 'pass' || event === 'finish'

/** Who can approve the waiting step now: neither the requester nor whoever approved an earlier step. */
export function currentApprovers(
  row: Pick<RequisitionRecord, 'status' | 'userId' | 'steps' | 'step'>,
  entries: readonly Pick<EntryRow, 'event' | 'userId' | 'onBehalfOf'>[],
  { members, delegations }: ApproverFacts,
): ReadonlyMap<number, number | null> {
  const step = row.steps[row.step]
  if (step === undefined || !isRequisitionWaiting(row.status)) return new Map()
  return approversOf(step, members, delegations, doneWith(row, entries))
}

/** Who may approve no further step: the requester, and whoever approved one, also by a delegate. */
const doneWith = (
  { userId: requester }: Pick<RequisitionRecord, 'userId'>,
  entries: readonly Pick<EntryRow, 'event' | 'userId' | 'onBehalfOf'>[],
): Set<number> =>
  new Set([
    requester,
    ...entries.filter(isApproval).flatMap(({ userId, onBehalfOf }) => [userId, onBehalfOf ?? userId]),
  ])

/** Name of a later step that nobody could approve after an approval of the waiting one; undefined = none. */
export function strandedStep(
  row: Pick<RequisitionRecord, 'userId' | 'steps' | 'step'>,
  entries: readonly Pick<EntryRow, 'event' | 'userId' | 'onBehalfOf'>[],
  { members, delegations }: ApproverFacts,
  { userId, onBehalfOf }: { readonly userId: number; readonly onBehalfOf: number | null },
): string | undefined {
  const later = row.steps.slice(row.step + 1)
  const excluded = doneWith(row, entries)
    .add(userId)
    .add(onBehalfOf ?? userId)
  const missing = stepWithoutApprover(later, members, delegations, excluded)
  return missing === null ? undefined : later[missing]?.name
}

export const loadEntries = (db: Db, ids: readonly number[]): Promise<EntryRow[]> =>
  db
    .select()
    .from(requisitionEntries)
    .where(inArray(requisitionEntries.requisitionId, [...ids]))
    .orderBy(asc(requisitionEntries.id))

async function namesOf(db: Db, ids: readonly number[]): Promise<(userId: number | null) => string> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: users.id, realName: users.realName, loginName: users.loginName })
          .from(users)
          .where(inArray(users.id, [...new Set(ids)]))
  const names = new Map(rows.map((row) => [row.id, personName(row)]))
  return (userId) => (userId === null ? '' : (names.get(userId) ?? ''))
}

interface Reading {
  readonly caller: Member
  readonly facts: ApproverFacts
  readonly nameOf: (userId: number | null) => string
}

function presentRow(
  row: RequisitionRecord,
  entries: readonly EntryRow[],
  { caller, facts, nameOf }: Reading,
): RequisitionRow {
  const isWaiting = isRequisitionWaiting(row.status)
  const { userId } = caller
  const onBehalfOf = currentApprovers(row, entries, facts).get(userId)
  const isApprover = onBehalfOf !== undefined
  return {
    requisitionId: row.id,
    requisitionNo: row.requisitionNo,
    action: row.action,
    title: row.title,
    amount: row.amount,
    status: row.status,
    requester: nameOf(row.userId),
    waitsFor: isWaiting ? (row.steps[row.step]?.name ?? '') : '',
    reason: row.reason,
    allowed: allowedRequisitionSteps(row.status, {
      isRequester: row.userId === userId,
      isApprover,
      isStranding: isApprover && strandedStep(row, entries, facts, { userId, onBehalfOf }) !== undefined,
    }),
    createdAt: row.createdAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  }
}

/** Maximum number of waiting requisitions that are looked through for what waits for a person. */
const maxWaiting = 500

/**
 * Requisitions whose waiting step the caller can approve, with the history of all that wait; the oldest first unless
 * sorted otherwise.
 */
async function waitingFor(
  db: Db,
  { companyId, userId }: Member,
  facts: ApproverFacts,
  { where, order = [asc(requisitions.id)] }: { readonly where?: SQL | undefined; readonly order?: SQL[] } = {},
) {
  const rows = await db
    .select()
    .from(requisitions)
    .where(and(eq(requisitions.companyId, companyId), eq(requisitions.status, 'waiting'), where))
    .orderBy(...order)
    .limit(maxWaiting)
  const ids = rows.map(({ id }) => id)
  const entries = Map.groupBy(await loadEntries(db, ids), ({ requisitionId }) => requisitionId)
  const mine = rows.filter((row) => currentApprovers(row, entries.get(row.id) ?? [], facts).has(userId))
  return { mine, entries }
}

/** What waits for the caller's approval; nothing and no statement for companies without rules. */
export async function waitingApprovals(db: Db, caller: Member): Promise<readonly RequisitionRecord[]> {
  if (caller.approvalVersion === 0 || !caller.permissions.has(approverPermission)) return []
  return (await waitingFor(db, caller, await loadApproverFacts(db, caller.companyId))).mine
}

/** Times of request ascend with the ids. */
const sortColumns = { createdAt: requisitions.id, amount: requisitions.amount } as const

export const requisitionList: Handler<typeof requisitionsCalls.requisitions> = async (input, { caller, db }) => {
  const { scope, status, current, pageSize } = input
  if (scope === 'all' && !caller.permissions.has(ruleMakerPermission)) throw new CallFailed('forbidden')
  const bounds = and(
    daysBetween(requisitions.createdAt, input.from, input.until),
    amountBetween(requisitions.amount, input.amountFrom, input.amountTo),
  )
  const ofCompany = and(eq(requisitions.companyId, caller.companyId), bounds)
  const newest = descending(requisitions.id)
  const sortedOr = (byDefault: SQL) => sortedBy(sortColumns, input, [byDefault], newest)
  const facts = await loadApproverFacts(db, caller.companyId)
  if (scope === 'waiting') {
    const order = sortedOr(asc(requisitions.id))
    const { mine, entries } = await waitingFor(db, caller, facts, { where: bounds, order })
    const shown = mine.slice((current - 1) * pageSize, current * pageSize)
    const nameOf = await namesOf(
      db,
      shown.map(({ userId }) => userId),
    )
    return {
      total: mine.length,
      data: shown.map((row) => presentRow(row, entries.get(row.id) ?? [], { caller, facts, nameOf })),
    }
  }
  const where = and(
    ofCompany,
    scope === 'mine' ? eq(requisitions.userId, caller.userId) : undefined,
    scope === 'handled' ? handledBy(db, caller.userId) : undefined,
    status === undefined ? undefined : eq(requisitions.status, status),
  )
  const [counted] = await db.select({ total: count() }).from(requisitions).where(where)
  const rows = await db
    .select()
    .from(requisitions)
    .where(where)
    .orderBy(...sortedOr(newest))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const entries = Map.groupBy(
    await loadEntries(
      db,
      rows.map(({ id }) => id),
    ),
    ({ requisitionId }) => requisitionId,
  )
  const nameOf = await namesOf(
    db,
    rows.map(({ userId }) => userId),
  )
  return {
    total: counted?.total ?? 0,
    data: rows.map((row) => presentRow(row, entries.get(row.id) ?? [], { caller, facts, nameOf })),
  }
}

/** Requisitions of others that a person approved or returned. */
const handledBy = (db: Db, userId: number) =>
  and(
    ne(requisitions.userId, userId),
    exists(
      db
        .select({ id: requisitionEntries.id })
        .from(requisitionEntries)
        .where(and(eq(requisitionEntries.requisitionId, requisitions.id), eq(requisitionEntries.userId, userId))),
    ),
  )

/**
 * Whether a member of the company may read a requisition: its requester, whoever has acted on it or has been acted for,
 * whoever can approve one of its steps as of now, and who makes the rules.
 */
function mayRead(
  { userId, permissions }: Member,
  row: RequisitionRecord,
  entries: readonly EntryRow[],
  { members, delegations }: ApproverFacts,
): boolean {
  if (row.userId === userId || permissions.has(ruleMakerPermission)) return true
  if (entries.some((entry) => entry.userId === userId || entry.onBehalfOf === userId)) return true
  const requester = new Set([row.userId])
  return row.steps.some((step) => approversOf(step, members, delegations, requester).has(userId))
}

/** Ids of the requisitions of some that a member may read; no statement for none. */
export async function readableRequisitions(
  db: Db,
  caller: Member,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const own = and(inArray(requisitions.id, [...ids]), eq(requisitions.companyId, caller.companyId))
  const rows = await db.select().from(requisitions).where(own)
  const entries = Map.groupBy(await loadEntries(db, ids), ({ requisitionId }) => requisitionId)
  const facts = await loadApproverFacts(db, caller.companyId)
  return new Set(rows.flatMap((row) => (mayRead(caller, row, entries.get(row.id) ?? [], facts) ? [row.id] : [])))
}

/** A requisition for those who may read it; throws notFound for others. */
export async function presentRequisition(db: Db, caller: Member, requisitionId: number): Promise<Requisition> {
  const [found] = await db
    .select({ row: requisitions, version: approvalPolicies.version, budget: budgets })
    .from(requisitions)
    .innerJoin(approvalPolicies, eq(approvalPolicies.id, requisitions.policyId))
    .leftJoin(budgets, eq(budgets.id, requisitions.budgetId))
    .where(and(eq(requisitions.id, requisitionId), eq(requisitions.companyId, caller.companyId)))
  if (found === undefined) throw new CallFailed('notFound')
  const { row, version, budget } = found
  const entries = await loadEntries(db, [row.id])
  const facts = await loadApproverFacts(db, caller.companyId)
  if (!mayRead(caller, row, entries, facts)) throw new CallFailed('notFound')
  const people = entries.flatMap(({ userId, onBehalfOf }) => [userId, onBehalfOf ?? userId])
  const nameOf = await namesOf(db, [row.userId, ...people])
  const approvals = entries.filter(isApproval)
  const memberNames = new Map(facts.members.map(({ userId, name }) => [userId, name]))
  const { facts: contentFacts, lines, path } = row.content
  return {
    ...presentRow(row, entries, { caller, facts, nameOf }),
    version,
    budget: budget === null ? null : presentBudgetState(budget),
    content: { facts: [...contentFacts], lines: [...lines], path },
    steps: row.steps.map((step, at) => {
      const approval = approvals.find((entry) => entry.step === at)
      if (approval !== undefined) return { name: step.name, state: 'done', people: [nameOf(approval.userId)] }
      const isCurrent = at === row.step && isRequisitionWaiting(row.status)
      const able = isCurrent
        ? [...currentApprovers(row, entries, facts).keys()]
        : [...approversOf(step, facts.members, facts.delegations, new Set([row.userId])).keys()]
      return {
        name: step.name,
        state: isCurrent ? 'waiting' : 'later',
        people: able.map((userId) => memberNames.get(userId) ?? ''),
      }
    }),
    history: entries.map(({ event, step, userId, onBehalfOf, reason, createdAt }) => ({
      event,
      step: isApproval({ event }) || event === 'return' ? (row.steps[step]?.name ?? '') : '',
      by: nameOf(userId),
      onBehalfOf: nameOf(onBehalfOf),
      reason,
      at: createdAt.toISOString(),
    })),
    resultPath: row.resultPath,
  }
}

export const requisitionDetail: Handler<typeof requisitionsCalls.requisition> = ({ requisitionId }, { caller, db }) =>
  presentRequisition(db, caller, requisitionId)
