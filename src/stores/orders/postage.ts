import { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { FieldFault } from '../../contract/failures.ts'
import { postageCalls, type PostageInput } from '../../contract/orders/postage.ts'
import { fenOf, typedYuan } from '../../domain/money-input.ts'
import { districtCodeOf, ruleCodeOf } from '../../domain/orders/postage.ts'
import { loadable } from '../loaded.ts'
import { typedForm } from '../typed-form.ts'

const zone = z.object({ districts: z.array(z.string()), first: z.string(), further: z.string() })
const postageValues = z.object({
  zones: z.array(zone),
  first: z.string(),
  further: z.string(),
  /** Empty = never free. */
  freeFrom: z.string(),
  notTo: z.array(z.string()),
})
/** A postage rule as typed: sums in yuan, places by six digits. */
export type PostageValues = z.output<typeof postageValues>
export const freshZone: PostageValues['zones'][number] = { districts: [], first: '', further: '' }
export const mostZones = 30

const sum = (text: string) => fenOf(text) ?? 0
const codes = (districts: readonly string[]) => districts.map(ruleCodeOf)

const inputOf = (values: PostageValues): PostageInput => ({
  zones: values.zones.map(({ districts, first, further }) => ({
    ...{ districts: codes(districts), first: sum(first), further: sum(further) },
  })),
  elsewhere: { first: sum(values.first), further: sum(values.further) },
  freeFrom: values.freeFrom.trim() === '' ? null : sum(values.freeFrom),
  notTo: codes(values.notTo),
})

const valuesOf = ({ zones, elsewhere, freeFrom, notTo }: PostageInput): PostageValues => ({
  zones: zones.map(({ districts, first, further }) => ({
    ...{ districts: districts.map(districtCodeOf), first: typedYuan(first), further: typedYuan(further) },
  })),
  ...{ first: typedYuan(elsewhere.first), further: typedYuan(elsewhere.further) },
  freeFrom: freeFrom === null ? '' : typedYuan(freeFrom),
  notTo: notTo.map(districtCodeOf),
})

const most = 1_000_000
const money = (field: string, text: string): FieldFault[] => {
  const fen = fenOf(text)
  if (text.trim() === '') return [{ field, message: '请填写，免邮填 0' }]
  if (fen === null) return [{ field, message: '请填写金额，最多两位小数' }]
  return fen > most ? [{ field, message: '最多 10,000 元' }] : []
}

/** What is no sum, and zones that say nothing or the same place twice. */
const faultsIn = (values: PostageValues): FieldFault[] => [
  ...money('first', values.first),
  ...money('further', values.further),
  ...(values.freeFrom.trim() === '' || fenOf(values.freeFrom) !== null
    ? []
    : [{ field: 'freeFrom', message: '请填写金额，最多两位小数' }]),
  ...values.zones.flatMap(({ districts, first, further }, at) => {
    const before = new Set(values.zones.slice(0, at).flatMap((each) => each.districts))
    const twice = districts.some((code) => before.has(code))
    return [
      ...(districts.length === 0 ? [{ field: `zones.${at}.districts`, message: '请至少添加一个地区' }] : []),
      ...(twice ? [{ field: `zones.${at}.districts`, message: '同一地区只能属于一个运费区' }] : []),
      ...money(`zones.${at}.first`, first),
      ...money(`zones.${at}.further`, further),
    ]
  }),
]

const part = loadable<{ readonly saved: boolean }>()
/** Whether the shop has a rule of its own; without one it sends free. */
export const postage = part.state
export const form = typedForm({
  ...{ schema: postageCalls.shopPostageSave.input, inputOf, own: faultsIn },
  send: (input: PostageInput) => api.orders.shopPostageSave(input),
  draft: { name: 'postage', shape: postageValues },
})

/** Reads the rule; what was typed and not saved comes before it. */
export async function load(who: number): Promise<void> {
  await part.load(async () => {
    const answer = await api.orders.shopPostage({})
    if (answer.ok && form.values.get() === null) form.begin(valuesOf(answer.content.rule), who)
    return answer
  })
}

/** Saves. True when it worked. */
export async function save(): Promise<boolean> {
  if ((await form.send()) === undefined) return false
  part.change(() => ({ saved: true }))
  return true
}
