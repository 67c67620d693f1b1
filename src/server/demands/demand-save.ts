import type { demandsCalls } from '../../contract/demands/demands.ts'
import { demands } from '../../db/tables/demands.ts'
import { eq } from 'drizzle-orm'
import type { Handler, Context, Member } from '../handler.ts'
import {
  assertItemRoom,
  findProgramme,
  holdChosenProgramme,
  holdProgramme,
  recordAddedItems,
  recordEntry,
} from '../projects/programmes/programme-access.ts'
import { indexDemands } from '../search/index-documents.ts'
import { assertCertified } from '../session/authorise.ts'
import { demandTags } from './demand-tags.ts'
import { scheduleMatching } from './matching/match-demands.ts'
import { saveDemandFiles, demandFileIds, assertDemandFiles } from './write-demand-files.ts'
import { demandColumns, type DemandInput } from './write-demand.ts'
import { actorOf, recordSteps, type Actor, type StateChange } from '../platform/history/record-steps.ts'
import { holdCategories } from '../reference/category-lock.ts'
import { takeNumber } from '../platform/numbers/take-number.ts'
import { CallFailed, fieldFailed, type FieldError } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import {
  getDemandChange,
  changeContent,
  type DemandChange,
  deleteDemandChanges,
  saveDemandChange,
  isSameContent,
} from './demand-changes.ts'
import { annexFiles, filesByIds } from './demand-files.ts'
import { presentDemandDetail } from './demand.ts'
import {
  assertNoForbiddenWords,
  getWordList,
  openWordCases,
  suspiciousWords,
  type FieldTexts,
} from '../operations/moderation/word-list.ts'
import type { WordList } from '../../domain/operations/moderation-words.ts'
import { isOwnDemand, getVisibleDemand } from './visible-demand.ts'
import type { Config } from '../../config.ts'
import {
  demandTransitions,
  type DemandStatus,
  isDemandOpen,
  isDemandEditable,
} from '../../domain/demands/demand-states.ts'
import { programmesOfMove } from '../../domain/projects/programmes.ts'
import { nextState } from '../../domain/transition.ts'
import { contentErrors } from '../../domain/demands/validate-demand.ts'
import { deadlineError, fixedTermsErrors } from '../../domain/demands/demand-rules.ts'
import { describeOpenChanges, applicableWithoutReview, type OpenContent } from '../../domain/demands/open-changes.ts'
import { lockOwnDemand } from './lock-own-demand.ts'
import type { z } from 'zod'
import { applyDemandEdit, updateDemand } from './apply-demand-edit.ts'
import { isChangeInReview } from '../../domain/change-states.ts'

type Step = Omit<StateChange, 'entityId'>

/** Status after submission and its history steps; with REVIEW=auto the demand opens at once. */
export function submissionSteps(
  from: DemandStatus,
  review: Config['review'],
  by: Actor,
): { status: DemandStatus; steps: Step[] } {
  const pending = nextState(demandTransitions, from, 'submit', 'buyer')
  if (pending === undefined) throw new CallFailed('stepNotAllowed')
  const submit: Step = { entity: 'demand', event: 'submit', fromStatus: from, toStatus: pending, ...by }
  if (review === 'manual') return { status: pending, steps: [submit] }
  const open = nextState(demandTransitions, pending, 'pass', 'system')
  if (open === undefined) throw new CallFailed('stepNotAllowed')
  return { status: open, steps: [submit, { entity: 'demand', event: 'pass', fromStatus: pending, toStatus: open }] }
}

export const demandSave: Handler<typeof demandsCalls.demandSave> = async (
  input,
  { caller, db, config, pages, jobs, after, note },
) => {
  if (input.submit) assertCertified(caller)
  const words = await getWordList({ db, pages })
  if (input.submit) assertNoForbiddenWords(words, publishedTexts(input))
  const now = new Date()
  const { status, steps } = input.submit
    ? submissionSteps('draft', config.review, actorOf(caller))
    : { status: 'draft' as const, steps: [] }
  const publishedAt = isDemandOpen(status) ? now : null
  const demandId = await db.transaction(async (tx) => {
    const columns = await demandColumns(tx, input, now)
    const { id, no } = await takeNumber(tx, 'demands', 'XQ')
    const owner = { companyId: caller.companyId, userId: caller.userId }
    const programme = await holdChosenProgramme(tx, caller, 'demand', input.programmeId ?? null)
    await tx
      .insert(demands)
      .values({ ...columns, ...owner, id, demandNo: no, status, publishedAt, projectId: programme?.id })
    if (programme !== null) await recordAddedItems(tx, caller, programme.id, 'demand', [`${no} ${input.demandTitle}`])
    await saveDemandFiles(tx, id, input, caller)
    await indexDemands(tx, [id])
    await recordSteps(
      tx,
      steps.map((step) => ({ ...step, entityId: id })),
    )
    if (input.submit) await flagDemand(tx, words, input, { id, companyId: caller.companyId })
    note(`${no}${input.submit ? '，提交发布' : '，草稿'}`)
    return id
  })
  if (isDemandOpen(status)) {
    after(() => pages.invalidate(demandTags(demandId)))
    scheduleMatching({ after, jobs })
  }
  return { demandId, status, version: 1 }
}

/** Demand form data for the owner, including the confidential part. */
export const demandForm: Handler<typeof demandsCalls.demandForm> = async ({ demandId }, { caller, db }) => {
  const row = await getVisibleDemand(db, demandId, caller)
  if (!isOwnDemand(row, caller)) throw new CallFailed('notFound')
  const change = isDemandOpen(row.demand.status) ? await getDemandChange(db, demandId) : undefined
  return {
    ...(await presentDemandDetail(db, row, caller)),
    // The root of the category tree means "not chosen yet".
    categoryId: row.demand.categoryPath.length > 1 ? row.demand.categoryId : null,
    confidentialText: row.demand.confidentialText,
    programmeId: await visibleProgrammeId(db, caller, row.demand.projectId),
    annexes: await annexFiles(db, demandId),
    ...(change === undefined ? {} : await presentChangedFields(db, change)),
  }
}

/** Fields of a pending change that replace those of the demand in the form. */
const presentChangedFields = async (db: Db, change: DemandChange) => {
  const { summary, facts, confidentialText, ownTerms, fileIds, annexIds } = changeContent(change)
  const [files, annexes] = [await filesByIds(db, fileIds), await filesByIds(db, annexIds)]
  return { summary, facts, confidentialText, ownTerms, files, annexes, annexCount: annexes.length }
}

type OpenDemandRow = Awaited<ReturnType<typeof lockOwnDemand>>

/** Edit of an open demand with a text summary ('' = no change). */
interface DemandEdit {
  readonly content: OpenContent
  readonly reason: string
}

/**
 * Splits an edit of an open demand into the part that takes effect at once and the part that needs a review (none with
 * REVIEW=auto). Throws stepNotAllowed past the deadline, invalidInput for changes of fixed fields.
 */
export async function prepareOpenEdit(
  tx: Db,
  demand: OpenDemandRow,
  input: DemandInput,
  review: Config['review'],
): Promise<{ atOnce: DemandEdit; deferred: DemandEdit }> {
  const now = new Date()
  if (demand.deadline <= now) throw new CallFailed('stepNotAllowed')
  const before = {
    ...demand,
    demandTitle: demand.title,
    demandBudget: demand.budget,
    ...(await demandFileIds(tx, demand.id)),
  }
  const deadline = input.deadline === null ? demand.deadline : new Date(input.deadline)
  const after = { ...input, deadline, requiredTags: input.requiredTags ?? demand.requiredTags }
  const errors = [
    ...fixedTermsErrors(before, after),
    ...contentErrors({ ...input, questions: [] }),
    ...deadlineErrors(before, after, now),
  ]
  if (errors.length > 0) throw fieldFailed(...errors)
  const immediate = review === 'auto' ? after : applicableWithoutReview(before, after)
  return {
    atOnce: { content: immediate, reason: describeOpenChanges(before, immediate) },
    deferred: { content: after, reason: describeOpenChanges(immediate, after) },
  }
}

/** Validates the deadline only if it was extended. */
function deadlineErrors(before: { deadline: Date }, after: { deadline: Date }, now: Date): FieldError[] {
  if (after.deadline <= before.deadline) return []
  const message = deadlineError(after.deadline, now)
  return message === null ? [] : [{ field: 'deadline', message }]
}

/** What a demand shows to suppliers, by field. */
const publishedTexts = ({ demandTitle, summary, facts }: DemandInput): FieldTexts => ({
  demandTitle,
  summary,
  facts: facts.map(({ label, value }) => `${label}\n${value}`).join('\n'),
})

/** Opens a case for a demand with suspicious words. */
const flagDemand = (
  tx: Db,
  words: WordList,
  input: DemandInput,
  { id, companyId }: { readonly id: number; readonly companyId: number },
): Promise<void> =>
  openWordCases(tx, [
    {
      kind: 'demand',
      subjectId: id,
      title: input.demandTitle,
      ownerCompanyId: companyId,
      words: suspiciousWords(words, publishedTexts(input)),
    },
  ])

type Input = z.output<typeof demandsCalls.demandUpdate.input>
type Demand = Awaited<ReturnType<typeof lockOwnDemand>>

export const demandUpdate: Handler<typeof demandsCalls.demandUpdate> = async (input, context) => {
  const { caller, db, pages, after, note } = context
  const words = await getWordList(context)
  const saved = await db.transaction(async (tx) => {
    await holdCategories(tx)
    const demand = await lockOwnDemand(tx, input.demandId, caller.companyId)
    note(demand.demandNo)
    if (input.version !== undefined && input.version !== demand.version) throw new CallFailed('conflict')
    await moveDemand(tx, caller, demand, input.programmeId)
    if (input.submit || isDemandOpen(demand.status)) {
      assertNoForbiddenWords(words, publishedTexts(input))
      await flagDemand(tx, words, input, demand)
    }
    if (isDemandOpen(demand.status)) return editOpenDemand(tx, demand, input, context)
    if (isDemandEditable(demand.status)) return rewriteDraft(tx, demand, input, context)
    throw new CallFailed('stepNotAllowed')
  })
  if (isDemandOpen(saved.status)) {
    after(() => pages.invalidate(demandTags(input.demandId)))
    scheduleMatching(context)
  }
  return { demandId: input.demandId, ...saved }
}

/** Id of a programme that the caller sees; null for others. */
const visibleProgrammeId = async (db: Db, caller: Member, projectId: number | null): Promise<number | null> =>
  projectId === null ? null : ((await findProgramme(db, caller, projectId))?.row.id ?? null)

/**
 * Moves a locked demand to the programme that was chosen in its form. One that the caller does not see stays: the form
 * shows none then.
 */
async function moveDemand(tx: Db, caller: Member, demand: Demand, chosen: number | null | undefined): Promise<void> {
  const { projectId } = demand
  if (chosen === undefined || chosen === projectId) return
  const seen = await visibleProgrammeId(tx, caller, projectId)
  if (projectId !== null && seen === null) {
    if (chosen === null) return
    throw new CallFailed('programmeTaken')
  }
  for (const id of programmesOfMove(projectId, chosen)) await holdProgramme(tx, caller, id)
  if (chosen !== null) await assertItemRoom(tx, 'demand', chosen)
  await tx.update(demands).set({ projectId: chosen }).where(eq(demands.id, demand.id))
  const detail = `${demand.demandNo} ${demand.title}`
  if (projectId !== null) await recordEntry(tx, caller, projectId, 'remove-item', `需求 ${detail}`)
  if (chosen !== null) await recordAddedItems(tx, caller, chosen, 'demand', [detail])
}

/** Rewrites a draft or a rejected demand, and submits it if requested. */
async function rewriteDraft(tx: Db, demand: Demand, input: Input, { caller, config }: Context<'company'>) {
  if (input.submit) assertCertified(caller)
  const now = new Date()
  const columns = await demandColumns(tx, input, now)
  const { status, steps } = input.submit
    ? submissionSteps(demand.status, config.review, actorOf(caller))
    : { status: demand.status, steps: [] }
  const opened = isDemandOpen(status) ? { publishedAt: now } : {}
  const reason = input.submit ? '' : demand.reason
  await saveDemandFiles(tx, demand.id, input, caller)
  const version = await updateDemand(tx, demand, { ...columns, ...opened, status, reason })
  await recordSteps(
    tx,
    steps.map((step) => ({ ...step, entityId: demand.id })),
  )
  return { status, version }
}

/** Edits an open demand. Content that needs a review is saved as pending change, replacing an earlier one. */
async function editOpenDemand(tx: Db, demand: Demand, input: Input, context: Context<'company'>) {
  const { caller, config } = context
  const by = actorOf(caller)
  const { atOnce, deferred } = await prepareOpenEdit(tx, demand, input, config.review)
  const pendingChange = await getDemandChange(tx, demand.id)
  const isUnchanged =
    deferred.reason === ''
      ? pendingChange === undefined
      : isChangeInReview(pendingChange?.status) && isSameContent(pendingChange, deferred.content)
  if (isUnchanged && atOnce.reason === '') return { status: demand.status, version: demand.version }
  await assertDemandFiles(tx, input, caller)
  const version = await applyDemandEdit(tx, context, demand, { ...atOnce, by })
  if (deferred.reason === '') await deleteDemandChanges(tx, [demand.id], by)
  else if (!isUnchanged) await saveDemandChange(tx, demand.id, by, deferred.content, deferred.reason)
  return { status: demand.status, version }
}
