import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import { evaluationsCalls, type Evaluation } from '../../../contract/demands/evaluations.ts'
import { criteriaTemplates, type CriteriaTemplate } from '../../../domain/demands/evaluation-templates.ts'
import {
  scoreField,
  scoreScales,
  validateCriteria,
  validateScores,
  type Criterion,
} from '../../../domain/demands/evaluation.ts'
import { createForm } from '../../form-store.ts'
import { loadable } from '../../loadable.ts'

const part = loadable<Evaluation>()
/** Criteria, evaluators and readable scores of the shown demand. */
export const evaluation = part.state

let shownDemandId: number | null = null

/** Loads the evaluation of a demand; another demand starts anew. */
export async function loadEvaluation(demandId = shownDemandId): Promise<void> {
  if (demandId === null) return
  if (shownDemandId !== demandId) {
    part.reset()
    openEvaluationDialog.set('none')
  }
  shownDemandId = demandId
  await part.load(() => api.demands.evaluation({ demandId }))
}

/** The dialog that is open: criteria, scores, or declining. */
export const openEvaluationDialog = atom<'none' | 'criteria' | 'scores' | 'decline'>('none')
export const closeEvaluationDialog = (): void => openEvaluationDialog.set('none')

const loaded = (): Evaluation | null => {
  const state = part.state.get()
  return state.at === 'ready' ? state.content : null
}

const criterionValues = z.object({
  key: z.string(),
  label: z.string(),
  /** Percent, as typed. */
  weight: z.string(),
})
const setupValues = z.object({
  criteria: z.array(criterionValues),
  scale: z.enum(scoreScales),
  blind: z.boolean(),
  evaluatorIds: z.array(z.number()),
  reason: z.string(),
  /** Version of the setup that was opened; 0 = none. */
  version: z.number(),
})
export type SetupValues = z.output<typeof setupValues>

const wholeNumber = (text: string): number => (/^\d{1,3}$/.test(text.trim()) ? Number(text.trim()) : 0)
const criteriaOf = (values: SetupValues): Criterion[] =>
  values.criteria.map(({ key, label, weight }) => ({ key, label: label.trim(), weight: wholeNumber(weight) }))

/** Form of criteria, weights and evaluators; persisted as a draft by demand. */
export const setupForm = createForm({
  schema: evaluationsCalls.evaluationSave.input,
  inputOf: (values: SetupValues) => ({
    demandId: shownDemandId ?? 0,
    criteria: criteriaOf(values),
    scale: values.scale,
    blind: values.blind,
    evaluatorIds: values.evaluatorIds,
    reason: values.reason.trim(),
    version: values.version,
  }),
  validate: (values) => [
    ...validateCriteria(criteriaOf(values)),
    ...(values.evaluatorIds.length === 0 ? [{ field: 'evaluatorIds', message: '请至少选择一位评分人' }] : []),
    ...(loaded()?.reasonNeeded === true && values.reason.trim() === ''
      ? [{ field: 'reason', message: '报价已开启，请写明原因' }]
      : []),
  ],
  submit: api.demands.evaluationSave,
  draft: { name: () => `criteria:${shownDemandId}`, shape: setupValues },
})

const typedCriteria = (criteria: readonly Criterion[]) =>
  criteria.map(({ key, label, weight }) => ({ key, label, weight: String(weight) }))

/** What was typed is based on an older setup than the one on the server. */
export const isSetupOutdated = atom(false)

const [firstTemplate] = criteriaTemplates

/** Form values of the setup on the server; a template where there is none. */
const savedSetup = ({ setup, evaluators }: Evaluation): SetupValues => ({
  criteria: typedCriteria(setup?.criteria ?? firstTemplate?.criteria ?? []),
  scale: setup?.scale ?? 'ten',
  blind: setup?.blind ?? true,
  evaluatorIds: evaluators.map(({ userId }) => userId),
  reason: '',
  version: setup?.version ?? 0,
})

/** Keeps what was typed, for the version on the server now, and says so. */
function rebaseSetup(version: number): void {
  if (setupForm.values.get()?.version === version) return
  setupForm.set('version', version)
  isSetupOutdated.set(true)
}

/** Opens the criteria, with what was typed before. */
export function openSetup(who: number): void {
  const now = loaded()
  if (now === null) return
  isSetupOutdated.set(false)
  setupForm.start(savedSetup(now), who)
  rebaseSetup(now.setup?.version ?? 0)
  openEvaluationDialog.set('criteria')
}

/** Replaces what was typed by the setup on the server. */
export function resetSetup(): void {
  const now = loaded()
  if (now === null) return
  isSetupOutdated.set(false)
  setupForm.reset(savedSetup(now))
}

export const applyTemplate = ({ criteria }: CriteriaTemplate): void =>
  setupForm.set('criteria', typedCriteria(criteria))

export function setCriterion(index: number, change: { readonly label?: string; readonly weight?: string }): void {
  const criteria = setupForm.values.get()?.criteria ?? []
  const [field = 'label'] = Object.keys(change)
  setupForm.set(
    'criteria',
    criteria.map((one, at) => (at === index ? { ...one, ...change } : one)),
    `criteria.${index}.${field}`,
  )
}

export function addCriterion(): void {
  const criteria = setupForm.values.get()?.criteria ?? []
  const key = crypto.randomUUID().replaceAll('-', '').slice(0, 12)
  setupForm.set('criteria', [...criteria, { key: `own${key}`, label: '', weight: '' }])
}

export const removeCriterion = (index: number): void =>
  setupForm.set(
    'criteria',
    (setupForm.values.get()?.criteria ?? []).filter((_one, at) => at !== index),
  )

export function toggleEvaluator(userId: number, on: boolean): void {
  const others = (setupForm.values.get()?.evaluatorIds ?? []).filter((id) => id !== userId)
  setupForm.set('evaluatorIds', on ? [...others, userId] : others)
}

/** Saves criteria and evaluators, once. True on success; what was typed stays otherwise. */
export async function submitSetup(): Promise<boolean> {
  if ((await setupForm.submit()) === undefined) {
    const now = setupForm.submitState.get()
    if (now.at !== 'refused' || now.failure?.code !== 409) return false
    await loadEvaluation()
    rebaseSetup(loaded()?.setup?.version ?? 0)
    return false
  }
  closeEvaluationDialog()
  await loadEvaluation()
  return true
}

const scoreValues = z.object({
  /** Points and comment as typed, by `scores.<offer>.<criterion>`. */
  scores: z.record(z.string(), z.object({ points: z.string(), comment: z.string() })),
})
export type ScoreValues = z.output<typeof scoreValues>

/** Offers whose scores can still be changed. */
const openOffers = ({ offers, own }: Evaluation) =>
  offers.filter(({ offerId }) => own?.fixedOfferIds.includes(offerId) !== true)

const emptyCell = { points: '', comment: '' }
export const cellOf = (values: ScoreValues | null, offerId: number, criterion: string) =>
  values?.scores[scoreField(offerId, criterion)] ?? emptyCell

const scoresOf = (values: ScoreValues) => {
  const now = loaded()
  return openOffersWithCriteria(now).flatMap(({ offerId, criterion }) => {
    const { points, comment } = cellOf(values, offerId, criterion)
    return /^\d{1,2}$/.test(points.trim())
      ? [{ offerId, criterion, points: Number(points.trim()), comment: comment.trim() }]
      : []
  })
}

const openOffersWithCriteria = (now: Evaluation | null) =>
  now === null || now.setup === null
    ? []
    : openOffers(now).flatMap(({ offerId }) =>
        (now.setup?.criteria ?? []).map(({ key }) => ({ offerId, criterion: key })),
      )

/** Form of the caller's scores; persisted as a draft by demand. */
export const scoreForm = createForm({
  schema: evaluationsCalls.scoresSave.input,
  inputOf: (values: ScoreValues) => ({ demandId: shownDemandId ?? 0, scores: scoresOf(values) }),
  validate: (values) => {
    const now = loaded()
    return now === null || now.setup === null ? [] : validateScores(now.setup, openOffers(now), scoresOf(values))
  },
  submit: api.demands.scoresSave,
  draft: { name: () => `scores:${shownDemandId}`, shape: scoreValues },
})

/** Opens the caller's scores, with what was typed before. */
export function openScores(who: number): void {
  const own = loaded()?.own
  if (own == null) return
  const cells = own.scores.map(({ offerId, criterion, points, comment }) => [
    scoreField(offerId, criterion),
    { points: String(points), comment },
  ])
  scoreForm.start({ scores: Object.fromEntries(cells) }, who)
  openEvaluationDialog.set('scores')
}

export function setScore(
  offerId: number,
  criterion: string,
  change: { readonly points?: string; readonly comment?: string },
): void {
  const values = scoreForm.values.get()
  if (values === null) return
  const path = scoreField(offerId, criterion)
  const cell = { ...cellOf(values, offerId, criterion), ...change }
  scoreForm.set('scores', { ...values.scores, [path]: cell }, `scores.${offerId}.${criterion}`)
}

/** Submits the scores, once. True on success; what was typed stays otherwise. */
export async function submitScores(): Promise<boolean> {
  if ((await scoreForm.submit()) === undefined) return false
  closeEvaluationDialog()
  await loadEvaluation()
  return true
}

/** State of declining to score. */
export const declining = atom<{ readonly sending: boolean; readonly failure: Failure | null }>({
  sending: false,
  failure: null,
})

/** Declines to score because of a conflict of interest. True on success. */
export async function declineScoring(reason: string): Promise<boolean> {
  const demandId = shownDemandId
  if (demandId === null || declining.get().sending) return false
  declining.set({ sending: true, failure: null })
  const answer = await api.demands.evaluatorDecline({ demandId, reason })
  declining.set({ sending: false, failure: answer.ok ? null : answer.failure })
  if (!answer.ok) return false
  scoreForm.discardDraft()
  closeEvaluationDialog()
  await loadEvaluation()
  return true
}
