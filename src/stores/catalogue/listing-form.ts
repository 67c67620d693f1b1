import { atom } from 'nanostores'
import { api, quietApi } from '../../client/browser.ts'
import type { Answer } from '../../contract/envelope.ts'
import { isChangedAtOnce, isWritable } from '../../domain/catalogue/listing-actions.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { draftOf, type Draft } from '../draft.ts'
import { loadable } from '../loaded.ts'
import { faultsOf } from '../faults.ts'
import { autosave, type Kept } from '../autosave.ts'
import { createOnce, keptFormOf, same, type Creation, type KeptForm } from '../create-once.ts'
import { asked, askOf } from './listing-attributes.ts'
import { callsOf, kindWords, type OpenedListing, type SavedListing } from './listing-calls.ts'
import { draftFaults, faultsInForm, submitFaults } from './listing-input.ts'
import { mended, refuse, sending } from './listing-refusal.ts'
import { afterSave, listingValues, type ListingValues } from './listing-values.ts'

/** A listing without what stands in its form. */
export type Around = Omit<OpenedListing, 'values'>

const part = loadable<Around>()
/** The listing around the form: its state, its history. */
export const opened = part.state
/** What stands in the form; null until it is there. */
export const values = atom<ListingValues | null>(null)
/** What this browser kept of an older state of the listing: to be taken or thrown away. */
export const found = atom<ListingValues | null>(null)
/** Whether what stands there was found again in this browser. */
export const restored = atom(false)

let kind: ListingKind = 'service'
let who = 0
let draft: Draft<KeptForm<ListingValues>> | undefined
let unanswered: Creation<ListingValues> | undefined

const saver = autosave(() => keep(quietApi))
export const { saving } = saver

const around = (): Around | undefined => {
  const now = opened.get()
  return now.at === 'ready' ? now.content : undefined
}
const draftFor = (id: number | null) => draftOf(who, `${kind}:${id ?? 'new'}`, keptFormOf(listingValues))

/** Opens the form of a listing, or of a new one; what was typed earlier and not kept stands in it again. */
export async function open(of: ListingKind, id: number | null, person: number): Promise<void> {
  kind = of
  who = person
  draft = draftFor(id)
  unanswered = undefined
  saver.reset()
  sending.set({ at: 'editing' })
  found.set(null)
  restored.set(false)
  values.set(null)
  const calls = callsOf(kind)
  await part.load(async (): Promise<Answer<Around>> => {
    const answer: Answer<OpenedListing> = id === null ? { ok: true, content: calls.empty() } : await calls.open(id)
    if (!answer.ok) return answer
    const { values: start, ...rest } = answer.content
    begin(rest, start)
    return { ok: true, content: rest }
  }, true)
}

function begin(listing: Around, start: ListingValues): void {
  const kept = isWritable(listing) ? draft?.read() : undefined
  const other = kept !== undefined && !same(kept.values, start) ? kept : undefined
  unanswered = listing.id === null ? kept?.creation : undefined
  const fresh = other !== undefined && other.version === listing.version
  values.set(fresh ? other.values : start)
  restored.set(fresh)
  if (fresh) saver.touch()
  else if (other !== undefined) found.set(other.values)
  void askOf(fresh ? other.values.categoryId : start.categoryId)
}

/** The page is left: nothing more is kept by itself. */
export const leave = (): void => saver.reset()

/** Takes what this browser kept, or throws it away. */
export function decide(take: boolean): void {
  const kept = found.get()
  found.set(null)
  if (take && kept !== null) put(kept)
  else draft?.clear()
}

const keepTyped = (typed: ListingValues) =>
  draft?.keep({ version: around()?.version ?? 1, values: typed, creation: unanswered })
function put(next: ListingValues): void {
  values.set(next)
  keepTyped(next)
  saver.touch()
}

/** Types a value; what is being mended is not called wrong any more. */
export function set<K extends keyof ListingValues>(name: K, value: ListingValues[K]): void {
  const now = values.get()
  if (now === null || now[name] === value || sending.get().at === 'sending') return
  put({ ...now, [name]: value })
  if (name === 'categoryId') void askOf(values.get()?.categoryId ?? null)
  mended(name)
}

/** Takes over what a save answered; the first save gives the form its address. */
function take({ id, no, status, change, version }: SavedListing, sent: ListingValues): void {
  const before = around()
  if (before === undefined) return
  part.change((listing) => ({ ...listing, id, no: no ?? listing.no, status, change, version }))
  draft?.clear()
  if (before.id === null) {
    draft = draftFor(id)
    history.replaceState(null, '', kindWords[kind].edit(id))
  }
  const now = values.get()
  if (now !== null && now !== sent) draft?.keep({ version, values: now })
}

const send = (client: typeof api, listing: Around, now: ListingValues, submit: boolean) => {
  const calls = callsOf(kind, client)
  if (listing.id !== null) return calls.update(listing.id, listing.version, now, submit)
  const keepSent = (sent: Creation<ListingValues> | undefined) => {
    unanswered = sent
    const typed = values.get()
    if (typed !== null) keepTyped(typed)
  }
  return createOnce(calls, now, submit, { unanswered, keep: keepSent, made: take })
}

async function keep(client: typeof api): Promise<Kept> {
  const [listing, now] = [around(), values.get()]
  if (listing === undefined || now === null) return 'refused'
  const faults = draftFaults(kind, now)
  if (faults.length > 0) {
    refuse(null, faults, false)
    return 'refused'
  }
  const answer = await send(client, listing, now, false)
  if (answer.ok) {
    take(answer.content, now)
    const anew = isChangedAtOnce(answer.content) && now.specs.some(({ specId }) => specId === null)
    const again = anew ? await callsOf(kind, quietApi).open(answer.content.id) : undefined
    const typed = values.get()
    if (typed !== null) values.set(afterSave(typed, now, again?.ok === true ? again.content.values : undefined))
    return 'kept'
  }
  const named = faultsInForm(now, faultsOf(answer.failure))
  if (named.length === 0) return answer.failure
  refuse(answer.failure, named, false)
  return 'refused'
}

/** Keeps what stands there as a draft at once, by the client that asks for a login where one is needed. */
export async function saveNow(): Promise<boolean> {
  if (saving.get().at === 'failed' && !(await reach())) return false
  const listing = around()
  if (listing?.id === null && saving.get().at === 'nothing') saver.touch()
  return saver.flush()
}
/** Asks for whatever the session needs before something is tried again. */
const reach = async (): Promise<boolean> => (await callsOf(kind, api).count()).ok

/** Submits; in force at once where nothing is reviewed. What is wrong is marked and nothing is sent. */
export async function submit(): Promise<boolean> {
  const now = values.get()
  if (now === null || sending.get().at === 'sending' || saving.get().at === 'conflict') return false
  sending.set({ at: 'sending' })
  await askOf(now.categoryId)
  const known = asked.get()
  const faults = submitFaults(kind, now, known.at === 'ready' ? known.attributes : [])
  if (faults.length > 0) {
    refuse(null, faults)
    return false
  }
  await saver.settle()
  const listing = around()
  if (listing === undefined) return false
  const answer = await send(api, listing, now, true)
  if (!answer.ok) {
    refuse(answer.failure, faultsInForm(now, faultsOf(answer.failure)))
    return false
  }
  saver.reset()
  take(answer.content, now)
  draft?.clear()
  sending.set({ at: 'saved' })
  return true
}

/** Shows what the server has, and forgets what was typed here. */
export async function reload(): Promise<void> {
  draft?.clear()
  await open(kind, around()?.id ?? null, who)
}

/** What was typed is kept elsewhere now: this browser forgets it, and nothing more is kept by itself. */
export function forget(): void {
  draft?.clear()
  saver.reset()
}
