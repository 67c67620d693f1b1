import { atom } from 'nanostores'
import { z } from 'zod'
import type { FieldError } from '../../../contract/failures.ts'
import { samplesCalls, type SampleRow } from '../../../contract/orders/samples.ts'
import {
  isAmountOf,
  parseAmount,
  sampleHazards,
  sampleKinds,
  sampleUnits,
  storageConditions,
  storages,
  type StorageCondition,
} from '../../../domain/orders/samples/sample-terms.ts'
import { parseTemperature, temperatureNumber } from '../../../domain/orders/samples/temperature.ts'
import { createForm } from '../../form-store.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../../idempotency-key.ts'
import { loadOrderSamples } from './samples.ts'
import { sampleCalls, sampleSide } from './side-calls.ts'

const formValues = z.object({
  orderId: z.number(),
  milestoneId: z.number().nullable(),
  name: z.string(),
  kind: z.enum(sampleKinds),
  /** As typed. */
  amount: z.string(),
  unit: z.enum(sampleUnits),
  copies: z.string(),
  storage: z.enum(storageConditions),
  /** Degrees as typed; '' = without that limit. */
  minTemp: z.string(),
  maxTemp: z.string(),
  hazards: z.array(z.enum(sampleHazards)),
  note: z.string(),
})
export type SampleFormValues = z.output<typeof formValues>

const typedLimit = (limit: number | null) => (limit === null ? '' : temperatureNumber(limit))
const limitOf = (typed: string) => (typed.trim() === '' ? null : (parseTemperature(typed) ?? null))

const blank = (orderId: number): SampleFormValues => ({
  orderId,
  milestoneId: null,
  name: '',
  kind: 'compound',
  amount: '',
  unit: 'mg',
  copies: '1',
  storage: 'cold',
  minTemp: typedLimit(storages.cold.min),
  maxTemp: typedLimit(storages.cold.max),
  hazards: [],
  note: '',
})

const formOrder = atom(0)
const draftName = () => `sample:${sampleSide.get()}:${formOrder.get()}`

const wrongNumber = '请填写数值，最多两位小数'

/** What the schema of the call cannot say of typed numbers. */
function validate({ amount, unit, minTemp, maxTemp, copies }: SampleFormValues): FieldError[] {
  const parsed = parseAmount(amount)
  return [
    ...(parsed === undefined ? [{ field: 'amount', message: '请填写大于 0 的数量，最多三位小数' }] : []),
    ...(parsed !== undefined && !isAmountOf(unit, parsed)
      ? [{ field: 'amount', message: '该单位的数量须为整数' }]
      : []),
    ...(/^[1-9]\d?$/.test(copies) ? [] : [{ field: 'copies', message: '请填写 1~50 的整数' }]),
    ...(minTemp.trim() !== '' && parseTemperature(minTemp) === undefined
      ? [{ field: 'minTemp', message: wrongNumber }]
      : []),
    ...(maxTemp.trim() !== '' && parseTemperature(maxTemp) === undefined
      ? [{ field: 'maxTemp', message: wrongNumber }]
      : []),
  ]
}

/** Registration of samples of an order. */
export const sampleForm = createForm({
  schema: samplesCalls.buyerSampleRegister.input,
  inputOf: ({ amount, copies, minTemp, maxTemp, name, note, hazards, ...rest }: SampleFormValues) => ({
    ...rest,
    hazards: [...hazards],
    name: name.trim(),
    note: note.trim(),
    amount: parseAmount(amount) ?? 0,
    copies: Number(copies),
    minTemp: limitOf(minTemp),
    maxTemp: limitOf(maxTemp),
  }),
  validate,
  submit: (input) => sampleCalls().register(input, { idempotencyKey: getIdempotencyKey(draftName()) }),
  draft: { name: draftName, shape: formValues },
  onChange: () => clearIdempotencyKey(draftName()),
})
export const isSampleFormOpen = atom(false)

export function openSampleForm(orderId: number, who: number): void {
  formOrder.set(orderId)
  sampleForm.start(blank(orderId), who)
  isSampleFormOpen.set(true)
}
export const closeSampleForm = (): void => isSampleFormOpen.set(false)

/** Chooses the condition of storage with its usual limits. */
export function setStorage(storage: StorageCondition): void {
  sampleForm.set('storage', storage)
  sampleForm.set('minTemp', typedLimit(storages[storage].min))
  sampleForm.set('maxTemp', typedLimit(storages[storage].max))
}

/** Registers what is typed, once. The new samples; undefined = refused or under way. */
export async function submitSamples(): Promise<readonly SampleRow[] | undefined> {
  const name = draftName()
  const made = await sampleForm.submit()
  if (made === undefined) return undefined
  clearIdempotencyKey(name)
  sampleForm.discardDraft()
  isSampleFormOpen.set(false)
  void loadOrderSamples()
  return made
}
