import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import { newUuid } from '../../client/uuid.ts'
import { drawsCalls } from '../../contract/live/draws.ts'
import { fenOf } from '../../domain/money-input.ts'
import { instantOf } from '../../domain/time-input.ts'
import { typedForm } from '../typed-form.ts'
import { wholeOf } from '../../domain/half-width.ts'

const prizeValues = z.object({
  name: z.string(),
  note: z.string(),
  /** As typed, in yuan. */
  worth: z.string(),
  weight: z.string(),
  stock: z.string(),
})
type PrizeValues = z.output<typeof prizeValues>
const roundValues = z.object({
  title: z.string(),
  intro: z.string(),
  fromDay: z.string(),
  fromTime: z.string(),
  toDay: z.string(),
  toTime: z.string(),
  cost: z.string(),
  perPerson: z.string(),
  prizes: z.array(prizeValues),
  blankWeight: z.string(),
})
export type RoundValues = z.output<typeof roundValues>
const noPrize: PrizeValues = { name: '', note: '', worth: '', weight: '', stock: '' }
const empty: RoundValues = {
  ...{ title: '', intro: '', fromDay: '', fromTime: '09:00', toDay: '', toTime: '21:00', cost: '10', perPerson: '5' },
  ...{ prizes: [noPrize], blankWeight: '' },
}

/** Whether the form stands open. */
export const isOpen = atom(false)
/** Belongs to what is typed: sent again unchanged, one round is made. */
let key = newUuid()

const save = drawsCalls.roundSave.input
const whole = (typed: string) => wholeOf(typed) ?? Number.NaN

export const form = typedForm({
  schema: save,
  inputOf: ({ fromDay, fromTime, toDay, toTime, ...values }: RoundValues): z.input<typeof save> => ({
    ...{ title: values.title, intro: values.intro },
    ...{ opensAt: instantOf(fromDay, fromTime) ?? '', closesAt: instantOf(toDay, toTime) ?? '' },
    ...{ cost: whole(values.cost), perPerson: whole(values.perPerson), blankWeight: whole(values.blankWeight) },
    prizes: values.prizes.map(({ name, note, worth, weight, stock }) => ({
      ...{ name, note, worth: fenOf(worth) ?? Number.NaN, weight: whole(weight), stock: whole(stock) },
    })),
  }),
  names: { opensAt: 'fromDay', closesAt: 'toDay' },
  own: ({ fromDay, fromTime, toDay, toTime }) => [
    ...(instantOf(fromDay, fromTime) === null ? [{ field: 'fromDay', message: '请选择开始日期与时间' }] : []),
    ...(instantOf(toDay, toTime) === null ? [{ field: 'toDay', message: '请选择结束日期与时间' }] : []),
  ],
  send: (input) => api.live.roundSave(input, { idempotencyKey: key }),
  draft: { name: 'draw-round', shape: roundValues },
  changed: () => {
    key = newUuid()
  },
})

/** Opens the form with what was typed and not sent yet. */
export function open(who: number): void {
  form.begin(empty, who)
  isOpen.set(true)
}
export function close(): void {
  if (form.sending.get().at !== 'sending') isOpen.set(false)
}

export function addPrize(): void {
  const now = form.values.get()
  if (now !== null) form.set('prizes', [...now.prizes, noPrize])
}
export function removePrize(index: number): void {
  const now = form.values.get()
  if (now !== null)
    form.set(
      'prizes',
      now.prizes.filter((_, place) => place !== index),
    )
}
export function setPrize(index: number, change: Partial<PrizeValues>): void {
  const now = form.values.get()
  if (now === null) return
  form.set(
    'prizes',
    now.prizes.map((prize, place) => (place === index ? { ...prize, ...change } : prize)),
  )
}

/** Makes the round. True when it is made. */
export async function submit(): Promise<boolean> {
  if ((await form.send()) === undefined) return false
  key = newUuid()
  isOpen.set(false)
  return true
}
