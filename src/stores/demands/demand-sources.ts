import { api } from '../../client/browser.ts'
import type { Answer } from '../../contract/envelope.ts'
import type { DemandForm } from '../../contract/demands/demands.ts'
import { templateOf } from '../../domain/demands/templates.ts'
import { categories, findByWords, loadCategories } from './choices.ts'
import { copyOf, demandOfTemplate, emptyDemand, valuesOf, type DemandValues } from './demand-values.ts'

/** Where the form starts from. */
export type DemandSource =
  | { readonly is: 'new' }
  | { readonly is: 'template'; readonly template: string }
  | { readonly is: 'service'; readonly serviceId: number }
  | { readonly is: 'demand' | 'copy'; readonly demandId: number }

/** What a form starts with. */
export interface Filled {
  readonly values: DemandValues
  /** The demand being changed. */
  readonly demand: DemandForm | null
  /** What it was filled in from. */
  readonly from: string | null
}

/** The source an address names: `?demandId=`, `?copy=`, `?from=service&serviceId=`, `?template=`. */
export function sourceOf(search: string): DemandSource {
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
  const template = templateOf(given.get('template'))
  return template === undefined ? { is: 'new' } : { is: 'template', template: template.key }
}

/** Name under which what is typed is kept: a form a source. */
export function nameOf(source: DemandSource): string {
  if (source.is === 'template') return `demand:template:${source.template}`
  if (source.is === 'service') return `demand:service:${source.serviceId}`
  if (source.is === 'copy') return `demand:copy:${source.demandId}`
  return source.is === 'demand' ? `demand:${source.demandId}` : 'demand:new'
}

const blank = (now: string): Filled => ({ values: emptyDemand(now), demand: null, from: null })

/** What the form starts with. Where a service or template is gone the form is still of use, only empty. */
export async function filledFrom(source: DemandSource, now: string): Promise<Answer<Filled>> {
  if (source.is === 'template') return { ok: true, content: await fromTemplate(source.template, now) }
  if (source.is === 'service') return { ok: true, content: await fromService(source.serviceId, now) }
  if (source.is === 'new') return { ok: true, content: blank(now) }
  const answer = await api.demands.demandForm({ demandId: source.demandId })
  if (!answer.ok) return answer
  const demand = answer.content
  if (source.is === 'demand') return { ok: true, content: { values: valuesOf(demand), demand, from: null } }
  const from = `以往需求：${demand.demandTitle}`
  return { ok: true, content: { values: copyOf(demand, now), demand: null, from } }
}

async function fromTemplate(key: string, now: string): Promise<Filled> {
  const template = templateOf(key)
  if (template === undefined) return blank(now)
  if (categories.get().at !== 'ready') await loadCategories()
  const tree = categories.get()
  const category = tree.at === 'ready' ? findByWords(tree.content, template.categoryWords) : undefined
  const values = demandOfTemplate(template, category?.categoryId ?? null, now)
  return { values, demand: null, from: `需求模板：${template.name}` }
}

async function fromService(serviceId: number, now: string): Promise<Filled> {
  const answer = await api.catalogue.service({ serviceId })
  if (!answer.ok) return blank(now)
  const { serviceName, categoryId, durationText, servicePrice } = answer.content
  const facts = [
    { label: '参考服务', value: serviceName },
    ...(durationText ? [{ label: '期望周期', value: durationText }] : []),
    { label: '', value: '' },
  ]
  const filled = { demandTitle: serviceName.slice(0, 60), categoryId, facts, negotiable: servicePrice === null }
  return { values: { ...emptyDemand(now), ...filled }, demand: null, from: `服务：${serviceName}` }
}
