import { and, eq, inArray, notInArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { evaluationsCalls } from '../../../contract/demands/evaluations.ts'
import { CallFailed, fieldFailed, type FieldError } from '../../../contract/failures.ts'
import { insertRows } from '../../../db/insert-rows.ts'
import type { Db } from '../../../db/open.ts'
import { demandEvaluations, demandEvaluators, demandScores } from '../../../db/tables/evaluations.ts'
import { takesCriteria } from '../../../domain/demands/demand-states.ts'
import {
  criteriaText,
  hasRevealedScores,
  hasSameKeys,
  renameErrors,
  validateCriteria,
  type ScoredOffer,
} from '../../../domain/demands/evaluation.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import type { Handler } from '../../handler.ts'
import { actorOf, recordSteps } from '../../platform/history/record-steps.ts'
import { lockOwnDemand } from '../lock-own-demand.ts'
import { countReceivedOffers, readableOffers } from '../received-offers.ts'
import { hasScores, listCandidates } from './evaluations.ts'
import { listScoredOffers, loadEvaluation, type LoadedEvaluation } from './load-evaluation.ts'
import { revealScores } from './reveal-scores.ts'

type Setup = z.output<typeof evaluationsCalls.evaluationSave.input>

/** Sets criteria and evaluators. Once offers are opened or scored, only with a reason, which the history keeps. */
export const evaluationSave: Handler<typeof evaluationsCalls.evaluationSave> = (input, context) => {
  const { caller, db, note } = context
  return db.transaction(async (tx) => {
    const demand = await lockOwnDemand(tx, input.demandId, caller.companyId)
    note(demand.demandNo)
    if (!takesCriteria(demand.status)) throw new CallFailed('stepNotAllowed')
    const scored = await listScoredOffers(tx, demand)
    const before = await loadEvaluation(tx, demand.id, scored)
    if ((before?.version ?? 0) !== input.version) throw new CallFailed('conflict')
    const isOpened = hasScores(before) || (await countReceivedOffers(tx, readableOffers(demand.id))) > 0
    const named = namedSince(before, input)
    const candidates = await listCandidates(tx, caller.companyId)
    const errors = [
      ...setupErrors(before, input),
      ...(isOpened && input.reason === '' ? [{ field: 'reason', message: '报价已开启，请写明原因' }] : []),
      ...(named.every((id) => candidates.some(({ userId }) => userId === id))
        ? []
        : [{ field: 'evaluatorIds', message: '评分人须是本企业有“我的需求”权限的成员' }]),
    ]
    if (errors.length > 0) throw fieldFailed(...errors)
    assertNotRevealed(before, scored, input)
    await writeSetup(tx, before, input, { ...actorOf(caller), named })
    await recordSteps(tx, [
      {
        entity: 'demand',
        entityId: demand.id,
        event: before === undefined ? 'criteria' : 'criteria_change',
        fromStatus: demand.status,
        toStatus: demand.status,
        reason: changeText(before, input, candidates),
        ...actorOf(caller),
      },
    ])
    await notify(tx, context, 'demand.evaluate', named, {
      title: `您被指定为需求“${demand.title}”的评分人`,
      text: '报价截止并开启后，请按评分标准打分；与供应商有利益关系的，请声明回避。',
      path: links.buyerDemand(demand.id),
    })
    await revealScores(tx, context, demand)
    return { version: input.version + 1 }
  })
}

/** Evaluators that were not named before. */
const namedSince = (before: LoadedEvaluation | undefined, { evaluatorIds }: Setup): number[] =>
  [...new Set(evaluatorIds)].filter((id) => !(before?.evaluators ?? []).some(({ userId }) => userId === id))

function setupErrors(before: LoadedEvaluation | undefined, input: Setup): FieldError[] {
  const { criteria, evaluatorIds, scale, blind } = input
  const isRepeated = new Set(criteria.map(({ key }) => key)).size < criteria.length
  const isChanged = (field: string, same: boolean) =>
    same || !hasScores(before) ? [] : [{ field, message: '已有评分，不能更改' }]
  return [
    ...validateCriteria(criteria),
    ...(isRepeated ? [{ field: 'criteria', message: '评分标准重复，请刷新后重试' }] : []),
    ...(evaluatorIds.length === 0 ? [{ field: 'evaluatorIds', message: '请至少选择一位评分人' }] : []),
    ...(hasScores(before) ? renameErrors(before?.criteria ?? [], criteria) : []),
    ...isChanged('scale', before?.scale === scale),
    ...isChanged('blind', before?.blind === blind),
  ]
}

/**
 * Whoever could read all scores must not be able to choose who else scores, whose scores count, or on what. Scores that
 * were readable in an earlier round, for offers that are still scored, stay as well.
 */
function assertNotRevealed(before: LoadedEvaluation | undefined, scored: readonly ScoredOffer[], input: Setup): void {
  if (before === undefined || !before.blind) return
  const read = before.evaluators.filter((one) => hasRevealedScores(before, one, scored))
  const isRemoved = read.some(({ userId }) => !input.evaluatorIds.includes(userId))
  const isRescored = (before.revealed || read.length > 0) && !hasSameKeys(before.criteria, input.criteria)
  const isAdded = before.revealed && namedSince(before, input).length > 0
  if (isRemoved || isRescored || isAdded) throw new CallFailed('scoresRevealed')
}

/** Criteria before and after, evaluators who came and went, and the reason, for the history. */
function changeText(
  before: LoadedEvaluation | undefined,
  input: Setup,
  candidates: readonly { readonly userId: number; readonly name: string }[],
): string {
  const { criteria, evaluatorIds, reason } = input
  const after = criteriaText(criteria)
  const unchanged = before === undefined || criteriaText(before.criteria) === after
  const named = namedSince(before, input)
  const added = candidates.filter(({ userId }) => named.includes(userId))
  const removed = before?.evaluators.filter(({ userId }) => !evaluatorIds.includes(userId)) ?? []
  return [
    unchanged ? after : `${criteriaText(before.criteria)} → ${after}`,
    `评分人 ${new Set(evaluatorIds).size} 位`,
    before === undefined ? '' : namesText('增加', added),
    namesText('移除', removed),
    reason,
  ]
    .filter((part) => part !== '')
    .join('；')
}

const namesText = (what: string, people: readonly { readonly name: string }[]): string =>
  people.length === 0 ? '' : `${what}评分人 ${people.map(({ name }) => name).join('、')}`

async function writeSetup(
  tx: Db,
  before: LoadedEvaluation | undefined,
  { demandId, criteria, scale, blind, evaluatorIds, version }: Setup,
  { userId, companyId, named }: { userId: number; companyId: number; named: readonly number[] },
): Promise<void> {
  const columns = {
    userId,
    scale,
    blind,
    criteria: criteria.map(({ key, label, weight }) => ({ key, label: label.trim(), weight })),
    version: version + 1,
    updatedAt: new Date(),
  }
  await tx
    .insert(demandEvaluations)
    .values({ demandId, companyId, ...columns })
    .onConflictDoUpdate({ target: demandEvaluations.demandId, set: columns })
  const ofDemand = eq(demandScores.demandId, demandId)
  await tx.delete(demandScores).where(and(ofDemand, notInArray(demandScores.userId, evaluatorIds)))
  await tx
    .delete(demandEvaluators)
    .where(and(eq(demandEvaluators.demandId, demandId), notInArray(demandEvaluators.userId, evaluatorIds)))
  await insertRows(
    tx,
    demandEvaluators,
    named.map((id) => ({ demandId, userId: id })),
  )
  if (before === undefined || hasSameKeys(before.criteria, criteria)) return
  // Other criteria ask for other scores: everyone scores what is new.
  const keys = criteria.map(({ key }) => key)
  await tx.delete(demandScores).where(and(ofDemand, notInArray(demandScores.criterion, keys)))
  await tx
    .update(demandEvaluators)
    .set({ status: 'invited', submittedAt: null })
    .where(and(eq(demandEvaluators.demandId, demandId), inArray(demandEvaluators.status, ['submitted'])))
}
