import { atom } from 'nanostores'
import { api, quietApi } from '../../client/browser.ts'
import type { Answer } from '../../contract/envelope.ts'
import { isDirectlyEditable, isWritable } from '../../domain/catalogue/listing-actions.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { createDraft, type Draft } from '../draft.ts'
import { loadable } from '../loadable.ts'
import { createAutosave, type SaveOutcome } from '../autosave.ts'
import {
  createOnce,
  persistedFormSchema,
  isSameJson,
  type PendingCreation,
  type PersistedForm,
} from '../create-once.ts'
import { attributesState, loadAttributes } from './listing-attributes.ts'
import { listingCalls, listingKindInfo, type OpenedListing, type SavedListing } from './listing-calls.ts'
import { draftErrors, callErrors, submitErrors } from './listing-input.ts'
import { clearListingError, setListingErrors, listingSubmitState } from './listing-errors.ts'
import { mergeSavedValues, listingValues, type ListingValues } from './listing-values.ts'

/** Listing metadata without its form values. */
export type ListingInfo = Omit<OpenedListing, 'values'>

const listingPart = loadable<ListingInfo>()
/** Metadata of the open listing: status, history. */
export const openedListing = listingPart.state
/** Form values; null until loaded. */
export const listingFormValues = atom<ListingValues | null>(null)
/** Local draft of an older version of the listing, to be restored or discarded. */
export const foundDraft = atom<ListingValues | null>(null)
/** Whether the form was restored from a local draft. */
export const isDraftRestored = atom(false)

let kind: ListingKind = 'service'
let personId = 0
let draft: Draft<PersistedForm<ListingValues>> | undefined
let unanswered: PendingCreation<ListingValues> | undefined

const saver = createAutosave(() => saveDraft(quietApi))
export const { saveState: listingSaveState } = saver

const currentListing = (): ListingInfo | undefined => {
  const now = openedListing.get()
  return now.at === 'ready' ? now.content : undefined
}
const draftFor = (id: number | null) =>
  createDraft(personId, `${kind}:${id ?? 'new'}`, persistedFormSchema(listingValues))

/** Opens the form of an existing or new listing and restores an unsaved local draft. */
export async function openListingForm(listingKind: ListingKind, id: number | null, person: number): Promise<void> {
  kind = listingKind
  personId = person
  draft = draftFor(id)
  unanswered = undefined
  saver.reset()
  listingSubmitState.set({ at: 'editing' })
  foundDraft.set(null)
  isDraftRestored.set(false)
  listingFormValues.set(null)
  const calls = listingCalls(kind)
  await listingPart.load(async (): Promise<Answer<ListingInfo>> => {
    const answer: Answer<OpenedListing> =
      id === null ? { ok: true, content: calls.createEmpty() } : await calls.open(id)
    if (!answer.ok) return answer
    const { values: start, ...rest } = answer.content
    startEditing(rest, start)
    return { ok: true, content: rest }
  }, true)
}

function startEditing(listing: ListingInfo, start: ListingValues): void {
  const kept = isWritable(listing) ? draft?.read() : undefined
  const other = kept !== undefined && !isSameJson(kept.values, start) ? kept : undefined
  unanswered = listing.id === null ? kept?.creation : undefined
  const fresh = other !== undefined && other.version === listing.version
  listingFormValues.set(fresh ? other.values : start)
  isDraftRestored.set(fresh)
  if (fresh) saver.markChanged()
  else if (other !== undefined) foundDraft.set(other.values)
  void loadAttributes(fresh ? other.values.categoryId : start.categoryId)
}

/** Leaving the page: stops autosave. */
export const closeListingForm = (): void => saver.reset()

/** Restores or discards the local draft found. */
export function resolveFoundDraft(take: boolean): void {
  const kept = foundDraft.get()
  foundDraft.set(null)
  if (take && kept !== null) updateValues(kept)
  else draft?.clear()
}

const persistValues = (typed: ListingValues) =>
  draft?.save({ version: currentListing()?.version ?? 1, values: typed, creation: unanswered })
function updateValues(next: ListingValues): void {
  listingFormValues.set(next)
  persistValues(next)
  saver.markChanged()
}

/** Sets a value and clears its error. */
export function setListingValue<K extends keyof ListingValues>(name: K, value: ListingValues[K]): void {
  const now = listingFormValues.get()
  if (now === null || now[name] === value || listingSubmitState.get().at === 'sending') return
  updateValues({ ...now, [name]: value })
  if (name === 'categoryId') void loadAttributes(listingFormValues.get()?.categoryId ?? null)
  clearListingError(name)
}

/** Applies a save's answer; the first save puts the listing's id into the address. */
function applySaved({ id, no, status, change, version }: SavedListing, sent: ListingValues): void {
  const before = currentListing()
  if (before === undefined) return
  listingPart.update((listing) => ({ ...listing, id, no: no ?? listing.no, status, change, version }))
  draft?.clear()
  if (before.id === null) {
    draft = draftFor(id)
    history.replaceState(null, '', listingKindInfo[kind].edit(id))
  }
  const now = listingFormValues.get()
  if (now !== null && now !== sent) draft?.save({ version, values: now })
}

const sendListing = (client: typeof api, listing: ListingInfo, now: ListingValues, submit: boolean) => {
  const calls = listingCalls(kind, client)
  if (listing.id !== null) return calls.update(listing.id, listing.version, now, submit)
  const keepSent = (sent: PendingCreation<ListingValues> | undefined) => {
    unanswered = sent
    const typed = listingFormValues.get()
    if (typed !== null) persistValues(typed)
  }
  return createOnce(calls, now, submit, { pending: unanswered, savePending: keepSent, onCreated: applySaved })
}

async function saveDraft(client: typeof api): Promise<SaveOutcome> {
  const [listing, now] = [currentListing(), listingFormValues.get()]
  if (listing === undefined || now === null) return 'refused'
  const fieldErrors = draftErrors(kind, now)
  if (fieldErrors.length > 0) {
    setListingErrors(null, fieldErrors, false)
    return 'refused'
  }
  const answer = await sendListing(client, listing, now, false)
  if (answer.ok) {
    applySaved(answer.content, now)
    const anew = isDirectlyEditable(answer.content) && now.specs.some(({ specId }) => specId === null)
    const again = anew ? await listingCalls(kind, quietApi).open(answer.content.id) : undefined
    const typed = listingFormValues.get()
    if (typed !== null)
      listingFormValues.set(mergeSavedValues(typed, now, again?.ok === true ? again.content.values : undefined))
    return 'kept'
  }
  const named = callErrors(kind, now, answer.failure)
  if (named.length === 0) return answer.failure
  setListingErrors(answer.failure, named, false)
  return 'refused'
}

/** Saves the draft at once, with the client that prompts for login. */
export async function saveListingDraft(): Promise<boolean> {
  if (listingSaveState.get().at === 'failed' && !(await ensureSession())) return false
  const listing = currentListing()
  if (listing?.id === null && listingSaveState.get().at === 'nothing') saver.markChanged()
  return saver.flush()
}
/** Makes a call that prompts for login when the session has ended. */
const ensureSession = async (): Promise<boolean> => (await listingCalls(kind, api).count()).ok

/** Submits the listing. Validation errors are shown and nothing is sent. */
export async function submitListing(): Promise<boolean> {
  const now = listingFormValues.get()
  if (now === null || listingSubmitState.get().at === 'sending' || listingSaveState.get().at === 'conflict')
    return false
  listingSubmitState.set({ at: 'sending' })
  await loadAttributes(now.categoryId)
  const known = attributesState.get()
  const fieldErrors = submitErrors(kind, now, known.at === 'ready' ? known.attributes : [])
  if (fieldErrors.length > 0) {
    setListingErrors(null, fieldErrors)
    return false
  }
  await saver.waitForPending()
  const listing = currentListing()
  if (listing === undefined) return false
  const answer = await sendListing(api, listing, now, true)
  if (!answer.ok) {
    setListingErrors(answer.failure, callErrors(kind, now, answer.failure))
    return false
  }
  saver.reset()
  applySaved(answer.content, now)
  draft?.clear()
  listingSubmitState.set({ at: 'done' })
  return true
}

/** Reloads the server's version and discards the local draft. */
export async function reloadListing(): Promise<void> {
  draft?.clear()
  await openListingForm(kind, currentListing()?.id ?? null, personId)
}

/** Discards the local draft after it was saved elsewhere, and stops autosave. */
export function discardListingDraft(): void {
  draft?.clear()
  saver.reset()
}
