import { api, quietApi } from '../../client/browser.ts'
import type { Answer } from '../../contract/envelope.ts'
import { autosave, type Kept } from '../autosave.ts'
import { createOnce, keptFormOf, same, type Creation, type KeptForm } from '../create-once.ts'
import { faultsOf } from '../faults.ts'
import { callsBy, type OnServer } from './demand-calls.ts'
import { demandInputOf, faultsInForm } from './demand-input.ts'
import { refuse, sending } from './demand-sending.ts'
import { filledFrom, nameOf, type DemandSource, type Filled } from './demand-sources.ts'
import { isSending } from './demand-uploads.ts'
import { demandValues, type DemandValues } from './demand-values.ts'
import { draftOf, type Draft } from '../draft.ts'
import { loadable } from '../loaded.ts'

export interface DemandStart extends Filled {
  /** Typed earlier and found again. */
  readonly restored: boolean
  /** What this browser kept of an older state of the demand: to be taken or thrown away. */
  readonly found: DemandValues | null
}

const startPart = loadable<DemandStart>()
export const form = startPart.state
/** Whether the form is kept on the server by itself: drafts are, what is open is not. */
export const keepsItself = () => onServer?.status !== 'open'

const keptShape = keptFormOf(demandValues)
let who = 0
let draft: Draft<KeptForm<DemandValues>> | undefined
let unanswered: Creation<DemandValues> | undefined
let onServer: OnServer | null = null
let current: DemandValues | undefined
/** Whether the person asked for the keeping: then a login may be asked for as well. */
let asked = false

const saver = autosave(() => keepThere(asked ? api : quietApi))
export const { saving } = saver

/** Opens the form for one person; what was typed earlier for the same source stands in it again. */
export async function start(person: number, source: DemandSource, now: string): Promise<void> {
  who = person
  const kept = draftOf(who, nameOf(source), keptShape)
  draft = kept
  saver.reset()
  sending.set({ at: 'editing' })
  await startPart.load(async () => {
    const answer = await filledFrom(source, now)
    if (!answer.ok) return answer
    const { demand, values } = answer.content
    onServer = demand === null ? null : { id: demand.demandId, version: demand.version, status: demand.status }
    const typed = kept.read()
    unanswered = demand === null ? typed?.creation : undefined
    const other = typed !== undefined && !same(typed.values, values) ? typed : undefined
    const fresh = other?.version === (onServer?.version ?? 0) ? other.values : undefined
    current = fresh ?? values
    if (fresh !== undefined && keepsItself()) saver.touch()
    const found = fresh === undefined && other !== undefined ? other.values : null
    return { ok: true, content: { ...answer.content, values: current, restored: fresh !== undefined, found } }
  }, true)
}

/** The page is left: nothing more is kept by itself. */
export const leave = (): void => saver.reset()

const keepHere = (values: DemandValues) =>
  draft?.keep({ version: onServer?.version ?? 0, values, creation: unanswered })

/** Keeps what stands in the form: here at once, as a draft on the server after a pause. */
export function keep(values: DemandValues): void {
  if (sending.get().at === 'done') return
  current = values
  keepHere(values)
  if (keepsItself()) saver.touch()
}
/** Hears what another tab typed into the same form. */
export const listen = (typed: (values: DemandValues) => void): (() => void) =>
  draft?.listen(({ values }) => typed(values)) ?? (() => {})

/** Takes what this browser kept of an older state, or throws it away. */
export function decide(take: boolean): void {
  const now = form.get()
  if (now.at !== 'ready' || now.content.found === null) return
  const { found } = now.content
  if (!take) draft?.clear()
  startPart.change((content) => ({ ...content, found: null, ...(take ? { values: found, restored: true } : {}) }))
  if (take) keep(found)
}

/** Throws away what was typed and is not kept: the form starts anew from its source. */
export async function startOver(source: DemandSource, now: string): Promise<void> {
  draft?.clear()
  await start(who, onServer === null ? source : { is: 'demand', demandId: onServer.id }, now)
}

/** Takes over what a save answered; the first save gives the form its address. */
function take(saved: OnServer, sent: DemandValues): void {
  const first = onServer === null
  onServer = saved
  draft?.clear()
  if (first) {
    draft = draftOf(who, nameOf({ is: 'demand', demandId: saved.id }), keptShape)
    history.replaceState(null, '', `${location.pathname}?demandId=${saved.id}`)
  }
  if (current !== undefined && current !== sent) keepHere(current)
}

function send(client: typeof api, values: DemandValues, submit: boolean): Promise<Answer<OnServer>> {
  const calls = callsBy(client)
  if (onServer !== null) return calls.update(onServer.id, onServer.version, values, submit)
  const keepSent = (sent: Creation<DemandValues> | undefined) => {
    unanswered = sent
    keepHere(current ?? values)
  }
  return createOnce(calls, values, submit, { unanswered, keep: keepSent, made: take })
}

async function keepThere(client: typeof api): Promise<Kept> {
  const values = current
  if (values === undefined) return 'refused'
  const read = demandInputOf(values, false, new Date().toISOString())
  if (!read.ok) {
    refuse(asked, null, read.faults)
    return 'refused'
  }
  const answer = await send(client, values, false)
  if (answer.ok) {
    take(answer.content, values)
    return 'kept'
  }
  const faults = faultsInForm(values, faultsOf(answer.failure), false)
  if (faults.length === 0) return answer.failure
  refuse(asked, answer.failure, faults)
  return 'refused'
}

/** 保存草稿: at once, asking for a login where one is needed. True when the server has it all. */
export async function saveNow(values: DemandValues): Promise<boolean> {
  if (sending.get().at === 'sending' || sending.get().at === 'done') return false
  current = values
  asked = true
  saver.touch()
  const kept = await saver.flush()
  asked = false
  return kept
}

/** Publishes, or saves the changes of an open demand. Pressed twice it is sent once. Gives the demand after success. */
export async function submit(values: DemandValues): Promise<number | undefined> {
  const at = sending.get().at
  if (at === 'sending' || at === 'done' || saving.get().at === 'conflict') return undefined
  current = values
  const read = demandInputOf(values, true, new Date().toISOString())
  const waiting = isSending() ? [{ field: 'files', message: '附件还在上传，请稍候' }] : []
  if (!read.ok || waiting.length > 0) {
    refuse(true, null, [...(read.ok ? [] : read.faults), ...waiting])
    return undefined
  }
  sending.set({ at: 'sending' })
  await saver.settle()
  const answer = await send(api, values, true)
  if (!answer.ok) {
    refuse(true, answer.failure, faultsInForm(values, faultsOf(answer.failure), true))
    return undefined
  }
  saver.reset()
  take(answer.content, values)
  draft?.clear()
  sending.set({ at: 'done', demandId: answer.content.id })
  return answer.content.id
}

/** Shows what the server has, and forgets what was typed here. */
export async function reload(now: string): Promise<void> {
  if (onServer !== null) await startOver({ is: 'demand', demandId: onServer.id }, now)
}

/** Keeps what was typed as a draft of its own, when somebody else changed the demand. */
export async function keepCopy(values: DemandValues): Promise<Answer<OnServer>> {
  const answer = await callsBy(api).create(values, false, crypto.randomUUID())
  if (answer.ok) {
    draft?.clear()
    saver.reset()
  }
  return answer
}
