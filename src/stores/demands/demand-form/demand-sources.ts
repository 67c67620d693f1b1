import { api } from '../../../client/browser.ts'
import type { Answer } from '../../../contract/envelope.ts'
import type { DemandForm, DemandRow } from '../../../contract/demands/demands.ts'
import { findTemplate } from '../../../domain/demands/templates.ts'
import { serviceCategories, findCategoryByWords, loadServiceCategories } from '../choices.ts'
import { copyDemandValues, demandOfTemplate, emptyDemand, demandValuesOf, type DemandValues } from './demand-values.ts'
import { loadable } from '../../loadable.ts'

/** Source of the initial form values. */
export type DemandSource =
  | { readonly is: 'new' }
  | { readonly is: 'template'; readonly template: string }
  | { readonly is: 'service'; readonly serviceId: number }
  | { readonly is: 'demand' | 'copy'; readonly demandId: number }

/** Initial form values. */
export interface DemandStartValues {
  readonly values: DemandValues
  /** The demand being changed. */
  readonly demand: DemandForm | null
  /** Name of the source of the values. */
  readonly from: string | null
}

/** Parses the source from an address: `?demandId=`, `?copy=`, `?from=service&serviceId=`, `?template=`. */
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
  return template === undefined ? { is: 'new' } : { is: 'template', template: template.key }
}

/** Name of the local draft: one per source. */
export function draftNameOf(source: DemandSource): string {
  if (source.is === 'template') return `demand:template:${source.template}`
  if (source.is === 'service') return `demand:service:${source.serviceId}`
  if (source.is === 'copy') return `demand:copy:${source.demandId}`
  return source.is === 'demand' ? `demand:${source.demandId}` : 'demand:new'
}

const emptyStart = (now: string): DemandStartValues => ({ values: emptyDemand(now), demand: null, from: null })

/** Loads the initial values. If the service or template no longer exists, the form starts empty. */
export async function loadDemandStart(source: DemandSource, now: string): Promise<Answer<DemandStartValues>> {
  if (source.is === 'template') return { ok: true, content: await fromTemplate(source.template, now) }
  if (source.is === 'service') return { ok: true, content: await fromService(source.serviceId, now) }
  if (source.is === 'new') return { ok: true, content: emptyStart(now) }
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
