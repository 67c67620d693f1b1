import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { FieldFault } from '../../contract/failures.ts'
import type { DemandDetail } from '../../contract/demands/demands.ts'
import { templateOf } from '../../domain/demands/templates.ts'
import { categories, findByWords, loadCategories } from './choices.ts'
import { demandInputOf, demandValues, emptyDemand, faultsInForm, valuesOf, type DemandValues } from './demand-values.ts'
import { draftOf, type Draft } from './draft.ts'
import { faultsOf } from '../faults.ts'
import { loadable } from './loaded.ts'

/** Where the form starts from. */
export type DemandSource =
  | { readonly is: 'new' }
  | { readonly is: 'template'; readonly template: string }
  | { readonly is: 'service'; readonly serviceId: number }
  | { readonly is: 'demand'; readonly demandId: number }

export interface DemandStart {
  readonly values: DemandValues
  /** Typed earlier and found again. */
  readonly restored: boolean
  /** The demand being changed. */
  readonly demand: DemandDetail | null
  /** What it was filled in from. */
  readonly from: string | null
}

export type Sending =
  | { readonly at: 'editing' }
  | { readonly at: 'sending'; readonly submit: boolean }
  | { readonly at: 'refused'; readonly failure: Failure | null; readonly faults: readonly FieldFault[] }
  | { readonly at: 'done'; readonly demandId: number }

const startPart = loadable<DemandStart>()
export const form = startPart.state
export const sending = atom<Sending>({ at: 'editing' })
let draft: Draft<DemandValues> | undefined
let changed: DemandDetail | null = null

/** The source an address names: `?demandId=`, `?from=service&serviceId=`, `?template=`. */
export function sourceOf(search: string): DemandSource {
  const given = new URLSearchParams(search)
  const number = (name: string) => {
    const value = Number(given.get(name))
    return Number.isInteger(value) && value > 0 ? value : undefined
  }
  const demandId = number('demandId')
  if (demandId !== undefined) return { is: 'demand', demandId }
  const serviceId = number('serviceId')
  if (given.get('from') === 'service' && serviceId !== undefined) return { is: 'service', serviceId }
  const template = templateOf(given.get('template'))
  return template === undefined ? { is: 'new' } : { is: 'template', template: template.key }
}

const nameOf = (source: DemandSource) =>
  source.is === 'template'
    ? `demand:template:${source.template}`
    : source.is === 'service'
      ? `demand:service:${source.serviceId}`
      : source.is === 'demand'
        ? `demand:${source.demandId}`
        : 'demand:new'

type Filled = Omit<DemandStart, 'restored'>

async function filledFrom(source: DemandSource, now: string): Promise<Answer<Filled>> {
  const values = emptyDemand(now)
  if (source.is === 'template') {
    const template = templateOf(source.template)
    if (categories.get().at !== 'ready') await loadCategories()
    const tree = categories.get()
    const category = tree.at === 'ready' ? findByWords(tree.content, template?.categoryWords ?? []) : undefined
    if (template === undefined) return { ok: true, content: { values, demand: null, from: null } }
    const { title, summary, facts, name } = template
    const filled = {
      demandTitle: title,
      summary,
      facts: facts.map((fact) => ({ ...fact })),
      categoryId: category?.categoryId ?? null,
    }
    return { ok: true, content: { values: { ...values, ...filled }, demand: null, from: `需求模板：${name}` } }
  }
  if (source.is === 'service') {
    const answer = await api.catalogue.service({ serviceId: source.serviceId })
    // Without the service the form is still of use, only empty.
    if (!answer.ok) return { ok: true, content: { values, demand: null, from: null } }
    const { serviceName, categoryId, durationText } = answer.content
    const facts = [
      { label: '参考服务', value: serviceName },
      ...(durationText ? [{ label: '期望周期', value: durationText }] : []),
      { label: '', value: '' },
    ]
    const filled = {
      demandTitle: serviceName.slice(0, 60),
      categoryId,
      facts,
      negotiable: answer.content.servicePrice === null,
    }
    return { ok: true, content: { values: { ...values, ...filled }, demand: null, from: `服务：${serviceName}` } }
  }
  if (source.is === 'demand') {
    const answer = await api.demands.demand({ demandId: source.demandId })
    if (!answer.ok) return answer
    if (!answer.content.mine)
      return { ok: false, failure: { code: 404, message: '内容不存在或已被删除', content: null } }
    return { ok: true, content: { values: valuesOf(answer.content), demand: answer.content, from: null } }
  }
  return { ok: true, content: { values, demand: null, from: null } }
}

/** Opens the form for one person; what was typed earlier for the same source stands in it again. */
export async function start(who: number, source: DemandSource, now: string): Promise<void> {
  const kept = draftOf(who, nameOf(source), demandValues)
  draft = kept
  sending.set({ at: 'editing' })
  await startPart.load(async () => {
    const answer = await filledFrom(source, now)
    if (!answer.ok) return answer
    const typed = kept.read()
    changed = answer.content.demand
    return {
      ok: true,
      content: { ...answer.content, values: typed ?? answer.content.values, restored: typed !== undefined },
    }
  })
}

/** Keeps what stands in the form. */
export const keep = (values: DemandValues): void => draft?.keep(values)
/** Hears what another tab typed into the same form. */
export const listen = (typed: (values: DemandValues) => void): (() => void) => draft?.listen(typed) ?? (() => {})
/** Throws the draft away: the form starts anew from its source. */
export async function startOver(who: number, source: DemandSource, now: string): Promise<void> {
  draft?.clear()
  startPart.reset()
  await start(who, source, now)
}

/** Publishes (`submit`) or keeps as a draft. Pressed twice it is sent once. Gives the demand after success. */
export async function send(values: DemandValues, submit: boolean): Promise<number | undefined> {
  const at = sending.get().at
  if (at === 'sending' || at === 'done') return undefined
  const read = demandInputOf(values, submit)
  if (!read.ok) {
    sending.set({ at: 'refused', failure: null, faults: read.faults })
    return undefined
  }
  sending.set({ at: 'sending', submit })
  const answer =
    changed === null
      ? await api.demands.demandSave(read.input)
      : await api.demands.demandUpdate({ ...read.input, demandId: changed.demandId })
  if (!answer.ok) {
    const faults = faultsInForm(values, faultsOf(answer.failure))
    sending.set({ at: 'refused', failure: answer.failure, faults })
    return undefined
  }
  draft?.clear()
  draft = undefined
  sending.set({ at: 'done', demandId: answer.content.demandId })
  return answer.content.demandId
}
