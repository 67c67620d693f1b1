import type { Api } from '../../../client/api.ts'
import { api } from '../../../client/browser.ts'
import type { DemandForm, DemandRow } from '../../../contract/demands/demands.ts'
import type { Answer } from '../../../contract/envelope.ts'
import { findTemplate } from '../../../domain/demands/templates.ts'
import { keywordMax } from '../../../domain/shell/search.ts'
import { loadable } from '../../loadable.ts'
import { findCategoryByWords, loadServiceCategories, serviceCategories } from '../choices.ts'
import { parseDemandInput } from './demand-input.ts'
import { copyDemandValues, demandOfTemplate, type DemandValues, demandValuesOf, emptyDemand } from './demand-values.ts'
import { keywordOfUrl } from '../../../domain/keyword-of-url.ts'

/** Source of the initial form values. */
export type DemandSource =
  | { readonly is: 'new' }
  | { readonly is: 'template'; readonly template: string }
  | { readonly is: 'service'; readonly serviceId: number }
  | { readonly is: 'search'; readonly asked: string }
  | { readonly is: 'demand' | 'copy'; readonly demandId: number }

/** Initial form values. */
export interface DemandStartValues {
  readonly values: DemandValues
  /** The demand being changed. */
  readonly demand: DemandForm | null
  /** Name of the source of the values. */
  readonly from: string | null
}

/** Parses the source from an address: `?demandId=`, `?copy=`, `?from=service&serviceId=`, `?template=`, `?ask=`. */
export function parseDemandSource(search: string): DemandSource {
  const given = new URLSearchParams(search)
  const number = (name: string) => {
    const value = Number(given.get(name))
    return Number.isInteger(value) && value > 0 ? value : undefined
  }
  const demandId = number('demandId')
  if (demandId !== undefined) return { is: 'demand', demandId }
  const copied = number('copy')
  if (copied !== undefined) return { is: 'copy', demandId: copied }
  const serviceId = number('serviceId')
  if (given.get('from') === 'service' && serviceId !== undefined) return { is: 'service', serviceId }
  const template = findTemplate(given.get('template'))
  if (template !== undefined) return { is: 'template', template: template.key }
  const asked = keywordOfUrl(given.get('ask'), keywordMax)
  return asked === '' ? { is: 'new' } : { is: 'search', asked }
}

/** Name of the local draft: one per source. */
export function draftNameOf(source: DemandSource): string {
  if (source.is === 'template') return `demand:template:${source.template}`
  if (source.is === 'service') return `demand:service:${source.serviceId}`
  if (source.is === 'copy') return `demand:copy:${source.demandId}`
  if (source.is === 'search') return `demand:search:${source.asked}`
  return source.is === 'demand' ? `demand:${source.demandId}` : 'demand:new'
}

const emptyStart = (now: string): DemandStartValues => ({ values: emptyDemand(now), demand: null, from: null })

/** Loads the initial values. If the service or template no longer exists, the form starts empty. */
export async function loadDemandStart(source: DemandSource, now: string): Promise<Answer<DemandStartValues>> {
  if (source.is === 'template') return { ok: true, content: await fromTemplate(source.template, now) }
  if (source.is === 'service') return { ok: true, content: await fromService(source.serviceId, now) }
  if (source.is === 'new') return { ok: true, content: emptyStart(now) }
  if (source.is === 'search') return { ok: true, content: fromSearch(source.asked, now) }
  const answer = await api.demands.demandForm({ demandId: source.demandId })
  if (!answer.ok) return answer
  const demand = answer.content
  if (source.is === 'demand') return { ok: true, content: { values: demandValuesOf(demand), demand, from: null } }
  const from = `以往需求：${demand.demandTitle}`
  return { ok: true, content: { values: copyDemandValues(demand, now), demand: null, from } }
}

async function fromTemplate(key: string, now: string): Promise<DemandStartValues> {
  const template = findTemplate(key)
  if (template === undefined) return emptyStart(now)
  if (serviceCategories.get().at !== 'ready') await loadServiceCategories()
  const tree = serviceCategories.get()
  const category = tree.at === 'ready' ? findCategoryByWords(tree.content, template.categoryKeywords) : undefined
  const values = demandOfTemplate(template, category?.categoryId ?? null, now)
  return { values, demand: null, from: `需求模板：${template.name}` }
}

async function fromService(serviceId: number, now: string): Promise<DemandStartValues> {
  const answer = await api.catalogue.service({ serviceId })
  if (!answer.ok) return emptyStart(now)
  const { serviceName, categoryId, durationText, servicePrice } = answer.content
  const facts = [
    { label: '参考服务', value: serviceName },
    ...(durationText ? [{ label: '期望周期', value: durationText }] : []),
    { label: '', value: '' },
  ]
  const filled = { demandTitle: serviceName.slice(0, 60), categoryId, facts, negotiable: servicePrice === null }
  return { values: { ...emptyDemand(now), ...filled }, demand: null, from: `服务：${serviceName}` }
}

/** A search without results: the question as title and description, both to be completed. */
function fromSearch(asked: string, now: string): DemandStartValues {
  const filled = { demandTitle: asked.slice(0, 60), summary: asked }
  return { values: { ...emptyDemand(now), ...filled }, demand: null, from: `搜索：${asked}` }
}

const olderPart = loadable<readonly DemandRow[]>()
/** The company's own demands to copy from, newest first. */
export const olderDemands = olderPart.state

/** Maximum number listed; older ones are found by keyword. */
const maxShown = 20

export const findOlderDemands = (keyword: string): Promise<void> =>
  olderPart.load(async () => {
    const answer = await api.demands.buyerDemands({ keyword: keyword.trim().slice(0, 30), pageSize: maxShown })
    return answer.ok ? { ok: true, content: answer.content.data } : answer
  })

/** Id, version and status of a saved demand. */
export interface SavedDemand {
  readonly id: number
  readonly version: number
  readonly status: DemandForm['status']
}

type DemandSaveAnswer = Awaited<ReturnType<Api['demands']['demandSave']>>
const toSavedDemand = (answer: DemandSaveAnswer): Answer<SavedDemand> =>
  answer.ok ? { ok: true, content: { ...answer.content, id: answer.content.demandId } } : answer

/** Calls that create and update a demand, with a client that prompts for login or one that does not. */
export function demandCalls(client: Api) {
  const inputOf = (values: DemandValues, submit: boolean) => parseDemandInput(values, submit, new Date().toISOString())
  // Input that was valid on the first try may be invalid by now, such as a deadline too near.
  const wrong = { ok: false, failure: { code: 400, message: '填写的内容有误，请检查标出的项', content: null } } as const
  return {
    create: async (values: DemandValues, submit: boolean, idempotencyKey: string): Promise<Answer<SavedDemand>> => {
      const read = inputOf(values, submit)
      return read.ok ? toSavedDemand(await client.demands.demandSave(read.input, { idempotencyKey })) : wrong
    },
    update: async (
      demandId: number,
      version: number,
      values: DemandValues,
      submit: boolean,
    ): Promise<Answer<SavedDemand>> => {
      const read = inputOf(values, submit)
      return read.ok ? toSavedDemand(await client.demands.demandUpdate({ ...read.input, demandId, version })) : wrong
    },
  }
}
