import { atom, computed } from 'nanostores'
import { api, quietApi } from '../../../client/browser.ts'
import type { Answer } from '../../../contract/envelope.ts'
import { createAutosave, type SaveOutcome } from '../../autosave.ts'
import {
  createOnce,
  persistedFormSchema,
  isSameJson,
  type PendingCreation,
  type PersistedForm,
} from '../../create-once.ts'
import { createDraft, type Draft } from '../../draft.ts'
import { fieldErrorsOf } from '../../field-errors.ts'
import { loadable } from '../../loadable.ts'
import { createForm } from '../../form-store.ts'
import {
  loadProgrammeChoices,
  renewProgrammeChoices,
  withOfferedProgramme,
} from '../../projects/programmes/programme-choices.ts'
import {
  demandCalls,
  type DemandSource,
  type DemandStartValues,
  draftNameOf,
  loadDemandStart,
  type SavedDemand,
} from './demand-sources.ts'
import { parseDemandInput, toFormErrors } from './demand-input.ts'
import { isDemandUploading, maxDemandFiles, createDemandUploads } from './demand-uploads.ts'
import { demandValues, type DemandValues } from './demand-values.ts'
import { isDemandOpen } from '../../../domain/demands/demand-states.ts'

export interface DemandStart extends DemandStartValues {
  /** Restored from a local draft. */
  readonly restored: boolean
  /** Local draft of an older version of the demand, to be restored or discarded. */
  readonly found: DemandValues | null
}

const startPart = loadable<DemandStart>()
export const demandStart = startPart.state

/** Identity of the open form. */
interface Opened {
  readonly who: number
  readonly draft: Draft<PersistedForm<DemandValues>>
  /** Null until the first save. */
  readonly saved: SavedDemand | null
  /** R&D programme that the demand is in, as far as the person sees it. */
  readonly programmeId: number | null
  readonly unanswered: PendingCreation<DemandValues> | undefined
}
const opened = atom<Opened | null>(null)
const changeOpened = (changed: Partial<Opened>): void => {
  const now = opened.get()
  if (now !== null) opened.set({ ...now, ...changed })
}
const draftShape = persistedFormSchema(demandValues)
/** R&D programme that is shown: the chosen one, or the one that the demand is in. */
export const shownProgrammeId = ({ programmeId }: DemandValues): number | null =>
  programmeId === undefined ? savedProgrammeId.get() : programmeId
/** R&D programme that the demand is in; null = none, or one that the person does not see. */
export const savedProgrammeId = computed(opened, (now) => now?.programmeId ?? null)
const savedDemand = () => opened.get()?.saved ?? null

/** Whether the form is autosaved on the server: drafts are, open demands are not. */
export const isAutosaved = () => !isDemandOpen(savedDemand()?.status)
/** Whether the person requested the save; then a login prompt is allowed. */
const isSaveRequested = atom(false)

const saver = createAutosave(() => saveOnServer(isSaveRequested.get() ? api : quietApi))
export const { saveState: demandSaveState } = saver

const saveLocally = (values: DemandValues) => {
  const now = opened.get()
  now?.draft.save({ version: now.saved?.version ?? 0, values, creation: now.unanswered })
}

/** Saves locally at once, and as a draft on the server after a pause. */
function persistTyped(): void {
  const values = demandForm.values.get()
  if (values === null) return
  saveLocally(values)
  // No save may follow while a submit is under way.
  if (isAutosaved() && demandForm.submitState.get().at !== 'sending') saver.markChanged()
}

const demandForm = createForm<DemandValues, DemandValues, number>({
  schema: demandValues,
  inputOf: (values) => values,
  validate: (values) => {
    const read = parseDemandInput(values, true, new Date().toISOString())
    const waiting = isDemandUploading(demandUploads) ? [{ field: 'files', message: '附件还在上传，请稍候' }] : []
    return [...(read.ok ? [] : read.fieldErrors), ...waiting]
  },
  submit: publish,
  onChange: persistTyped,
  errorTargets: { negotiable: 'budget', deadlineTime: 'deadlineDate' },
  locksWhenDone: true,
})
export const typedDemand = demandForm
export const { submitState: demandSubmitState, clearError } = demandForm

/** Upload queues; completed files become form values. */
export const demandUploads = createDemandUploads((list, file) => {
  const files = demandForm.values.get()?.[list]
  if (files !== undefined && files.length < maxDemandFiles[list]) demandForm.set(list, [...files, file])
})

/** Opens the form for one person and restores the local draft of the same source. */
export async function startDemandForm(who: number, source: DemandSource, now: string): Promise<void> {
  const draft = createDraft(who, draftNameOf(source), draftShape)
  opened.set({ who, draft, saved: savedDemand(), programmeId: null, unanswered: undefined })
  saver.reset()
  demandForm.clearErrors()
  const choices = loadProgrammeChoices()
  await startPart.load(async () => {
    const answer = await loadDemandStart(source, now)
    if (!answer.ok) return answer
    const { demand, values } = answer.content
    const saved = demand === null ? null : { id: demand.demandId, version: demand.version, status: demand.status }
    const kept = draft.read()
    changeOpened({
      saved,
      programmeId: demand?.programmeId ?? null,
      unanswered: demand === null ? kept?.creation : undefined,
    })
    const other = kept !== undefined && !isSameJson(kept.values, values) ? kept : undefined
    const newest = other?.version === (saved?.version ?? 0) ? other.values : undefined
    if (newest?.programmeId !== undefined) await choices
    const fresh = newest && withOfferedProgramme(newest)
    demandForm.start(fresh ?? values)
    if (fresh !== undefined && isAutosaved()) saver.markChanged()
    const found = fresh === undefined && other !== undefined ? other.values : null
    return { ok: true, content: { ...answer.content, values: fresh ?? values, restored: fresh !== undefined, found } }
  }, true)
}

/** Leaving the page: stops autosave. */
export const closeDemandForm = (): void => saver.reset()

/** Replaces the values and saves them as if typed. */
export function replaceDemandValues(values: DemandValues): void {
  if (demandSubmitState.get().at === 'done') return
  demandForm.replace(values)
  persistTyped()
}
/** Follows edits made in another tab while this one is hidden. Returns the unsubscribe function. */
export function followOtherTabs(): () => void {
  const hear = ({ values }: PersistedForm<DemandValues>) => {
    if (document.visibilityState === 'hidden') demandForm.replace(values)
  }
  let stop: (() => void) | undefined
  const unsubscribe = opened.subscribe((now) => {
    stop?.()
    stop = now?.draft.listen(hear)
  })
  return () => {
    unsubscribe()
    stop?.()
  }
}

/** Restores or discards the local draft found. */
export function resolveFoundDraft(take: boolean): void {
  const now = demandStart.get()
  if (now.at !== 'ready' || now.content.found === null) return
  const { found } = now.content
  if (!take) opened.get()?.draft.clear()
  startPart.update((content) => ({ ...content, found: null, ...(take ? { values: found, restored: true } : {}) }))
  if (take) replaceDemandValues(found)
}

/** Discards unsaved edits and restarts the form from its source. */
export async function restartDemandForm(source: DemandSource, now: string): Promise<void> {
  const before = opened.get()
  if (before === null) return
  before.draft.clear()
  await startDemandForm(before.who, before.saved === null ? source : { is: 'demand', demandId: before.saved.id }, now)
}

/** Applies a save's answer; the first save puts the demand's id into the address. */
function applySaved(saved: SavedDemand, sent: DemandValues): void {
  const before = opened.get()
  if (before === null) return
  before.draft.clear()
  const first = before.saved === null
  const draft = first
    ? createDraft(before.who, draftNameOf({ is: 'demand', demandId: saved.id }), draftShape)
    : before.draft
  changeOpened({ saved, draft, programmeId: shownProgrammeId(sent) })
  if (first) history.replaceState(null, '', `${location.pathname}?demandId=${saved.id}`)
  const values = demandForm.values.get()
  if (values === null) return
  // A choice that is saved is sent no more, so that it does not undo what a colleague chooses later.
  if (values.programmeId === sent.programmeId) demandForm.replace(withoutChoice(values))
  if (values !== sent) saveLocally(demandForm.values.get() ?? values)
}
const withoutChoice = (values: DemandValues): DemandValues =>
  values.programmeId === undefined ? values : { ...values, programmeId: undefined }

async function sendDemand(client: typeof api, values: DemandValues, submit: boolean): Promise<Answer<SavedDemand>> {
  const answer = await sendOnce(client, values, submit)
  if (!answer.ok) renewProgrammeChoices(answer.failure)
  return answer
}

function sendOnce(client: typeof api, values: DemandValues, submit: boolean): Promise<Answer<SavedDemand>> {
  const calls = demandCalls(client)
  const there = savedDemand()
  if (there !== null) return calls.update(there.id, there.version, values, submit)
  const keepSent = (unanswered: PendingCreation<DemandValues> | undefined) => {
    changeOpened({ unanswered })
    saveLocally(demandForm.values.get() ?? values)
  }
  return createOnce(calls, values, submit, {
    pending: opened.get()?.unanswered,
    savePending: keepSent,
    onCreated: applySaved,
  })
}

async function saveOnServer(client: typeof api): Promise<SaveOutcome> {
  const values = demandForm.values.get()
  if (values === null) return 'refused'
  const read = parseDemandInput(values, false, new Date().toISOString())
  if (!read.ok) {
    demandForm.setRefused(null, read.fieldErrors, isSaveRequested.get())
    return 'refused'
  }
  const answer = await sendDemand(client, values, false)
  if (answer.ok) {
    applySaved(answer.content, values)
    return 'kept'
  }
  const fieldErrors = toFormErrors(values, fieldErrorsOf(answer.failure), false)
  if (fieldErrors.length === 0) return answer.failure
  demandForm.setRefused(answer.failure, fieldErrors, isSaveRequested.get())
  return 'refused'
}

/** 保存草稿: saves at once, prompting for login where needed. True when everything is on the server. */
export async function saveDemandDraft(values = demandForm.values.get()): Promise<boolean> {
  if (values === null || demandSubmitState.get().at === 'sending' || demandSubmitState.get().at === 'done') return false
  demandForm.replace(values)
  isSaveRequested.set(true)
  saver.markChanged()
  const kept = await saver.flush()
  isSaveRequested.set(false)
  return kept
}

async function publish(values: DemandValues): Promise<Answer<number>> {
  await saver.waitForPending()
  const answer = await sendDemand(api, values, true)
  if (!answer.ok) {
    const content = toFormErrors(values, fieldErrorsOf(answer.failure), true)
    return { ok: false, failure: content.length === 0 ? answer.failure : { ...answer.failure, content } }
  }
  saver.reset()
  applySaved(answer.content, values)
  opened.get()?.draft.clear()
  return { ok: true, content: answer.content.id }
}

/**
 * Publishes the demand, or saves the changes of an open one. A double press sends it once. Returns the demand's id on
 * success.
 */
export async function submitDemand(values = demandForm.values.get()): Promise<number | undefined> {
  const { at } = demandSubmitState.get()
  if (values === null || at === 'sending' || at === 'done' || demandSaveState.get().at === 'conflict') return undefined
  demandForm.replace(values)
  const demandId = await demandForm.submit()
  // Edits made during a refused submit.
  if (demandId === undefined && demandForm.values.get() !== values) persistTyped()
  return demandId
}

/** Reloads the server's version and discards the local draft. */
export async function reloadDemand(now: string): Promise<void> {
  const there = savedDemand()
  if (there !== null) await restartDemandForm({ is: 'demand', demandId: there.id }, now)
}

/** Saves the form as a new draft after somebody else changed the demand. */
export async function saveDemandCopy(values: DemandValues): Promise<Answer<SavedDemand>> {
  const answer = await demandCalls(api).create(withOfferedProgramme(values), false, crypto.randomUUID())
  if (answer.ok) {
    opened.get()?.draft.clear()
    saver.reset()
  }
  return answer
}
