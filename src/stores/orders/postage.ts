import { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { FieldError } from '../../contract/failures.ts'
import { postageCalls, type PostageInput } from '../../contract/orders/postage.ts'
import { parseFen, formatYuanInput } from '../../domain/money-input.ts'
import { toDistrictCode, toRuleCode } from '../../domain/orders/postage.ts'
import { loadable } from '../loadable.ts'
import { createForm } from '../form-store.ts'

const zone = z.object({ districts: z.array(z.string()), first: z.string(), further: z.string() })
const postageValues = z.object({
  zones: z.array(zone),
  first: z.string(),
  further: z.string(),
  /** Empty: never free. */
  freeFrom: z.string(),
  notTo: z.array(z.string()),
})
/** Postage rule as typed: sums in yuan, districts by six-digit codes. */
export type PostageValues = z.output<typeof postageValues>
export const emptyZone: PostageValues['zones'][number] = { districts: [], first: '', further: '' }
export const maxZones = 30

const parseSum = (text: string) => parseFen(text) ?? 0
const districtCodes = (districts: readonly string[]) => districts.map(toRuleCode)

const postageInput = (values: PostageValues): PostageInput => ({
  zones: values.zones.map(({ districts, first, further }) => ({
    districts: districtCodes(districts),
    first: parseSum(first),
    further: parseSum(further),
  })),
  elsewhere: { first: parseSum(values.first), further: parseSum(values.further) },
  freeFrom: values.freeFrom.trim() === '' ? null : parseSum(values.freeFrom),
  notTo: districtCodes(values.notTo),
})

const postageValuesOf = ({ zones, elsewhere, freeFrom, notTo }: PostageInput): PostageValues => ({
  zones: zones.map(({ districts, first, further }) => ({
    districts: districts.map(toDistrictCode),
    first: formatYuanInput(first),
    further: formatYuanInput(further),
  })),
  first: formatYuanInput(elsewhere.first),
  further: formatYuanInput(elsewhere.further),
  freeFrom: freeFrom === null ? '' : formatYuanInput(freeFrom),
  notTo: notTo.map(toDistrictCode),
})

const maxFen = 1_000_000
const validateMoney = (field: string, text: string): FieldError[] => {
  const fen = parseFen(text)
  if (text.trim() === '') return [{ field, message: '请填写，免邮填 0' }]
  if (fen === null) return [{ field, message: '请填写金额，最多两位小数' }]
  return fen > maxFen ? [{ field, message: '最多 10,000 元' }] : []
}

/** Errors of invalid sums, empty zones and duplicate districts. */
const postageErrors = (values: PostageValues): FieldError[] => [
  ...validateMoney('first', values.first),
  ...validateMoney('further', values.further),
  ...(values.freeFrom.trim() === '' || parseFen(values.freeFrom) !== null
    ? []
    : [{ field: 'freeFrom', message: '请填写金额，最多两位小数' }]),
  ...values.zones.flatMap(({ districts, first, further }, at) => {
    const before = new Set(values.zones.slice(0, at).flatMap((each) => each.districts))
    const twice = districts.some((code) => before.has(code))
    return [
      ...(districts.length === 0 ? [{ field: `zones.${at}.districts`, message: '请至少添加一个地区' }] : []),
      ...(twice ? [{ field: `zones.${at}.districts`, message: '同一地区只能属于一个运费区' }] : []),
      ...validateMoney(`zones.${at}.first`, first),
      ...validateMoney(`zones.${at}.further`, further),
    ]
  }),
]

const part = loadable<{ readonly saved: boolean }>()
/** The shop's own postage rule; without one postage is free. */
export const postage = part.state
export const postageForm = createForm({
  schema: postageCalls.shopPostageSave.input,
  inputOf: postageInput,
  validate: postageErrors,
  submit: (input: PostageInput) => api.orders.shopPostageSave(input),
  draft: { name: 'postage', shape: postageValues },
})

/** Loads the rule; an unsaved local draft takes precedence. */
export async function loadPostage(who: number): Promise<void> {
  await part.load(async () => {
    const answer = await api.orders.shopPostage({})
    if (answer.ok && postageForm.values.get() === null) postageForm.start(postageValuesOf(answer.content.rule), who)
    return answer
  })
}

/** Saves the rule. True on success. */
export async function savePostage(): Promise<boolean> {
  if ((await postageForm.submit()) === undefined) return false
  part.update(() => ({ saved: true }))
  return true
}
