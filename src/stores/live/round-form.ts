import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import { newUuid } from '../../client/uuid.ts'
import { drawsCalls } from '../../contract/live/draws.ts'
import { parseFen } from '../../domain/money-input.ts'
import { instantOf } from '../../domain/time-input.ts'
import { createForm } from '../form-store.ts'
import { parseWholeNumber } from '../../domain/half-width.ts'

const prizeValues = z.object({
  name: z.string(),
  note: z.string(),
  /** Yuan, as typed. */
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
  title: '',
  intro: '',
  fromDay: '',
  fromTime: '09:00',
  toDay: '',
  toTime: '21:00',
  cost: '10',
  perPerson: '5',
  prizes: [noPrize],
  blankWeight: '',
}

/** Whether the form is open. */
export const isRoundFormOpen = atom(false)
/** Idempotency key: repeated submits create one round. */
let key = newUuid()

const roundInput = drawsCalls.roundSave.input
const whole = (typed: string) => parseWholeNumber(typed) ?? Number.NaN

export const roundForm = createForm({
  schema: roundInput,
  inputOf: ({ fromDay, fromTime, toDay, toTime, ...values }: RoundValues): z.input<typeof roundInput> => ({
    title: values.title,
    intro: values.intro,
    opensAt: instantOf(fromDay, fromTime) ?? '',
    closesAt: instantOf(toDay, toTime) ?? '',
    cost: whole(values.cost),
    perPerson: whole(values.perPerson),
    blankWeight: whole(values.blankWeight),
    prizes: values.prizes.map(({ name, note, worth, weight, stock }) => ({
      name,
      note,
      worth: parseFen(worth) ?? Number.NaN,
      weight: whole(weight),
      stock: whole(stock),
    })),
  }),
  fieldNames: { opensAt: 'fromDay', closesAt: 'toDay' },
  validate: ({ fromDay, fromTime, toDay, toTime }) => [
    ...(instantOf(fromDay, fromTime) === null ? [{ field: 'fromDay', message: '请选择开始日期与时间' }] : []),
    ...(instantOf(toDay, toTime) === null ? [{ field: 'toDay', message: '请选择结束日期与时间' }] : []),
  ],
  submit: (input) => api.live.roundSave(input, { idempotencyKey: key }),
  draft: { name: 'draw-round', shape: roundValues },
  onChange: () => {
    key = newUuid()
  },
})

/** Opens the form with its draft. */
export function openRoundForm(who: number): void {
  roundForm.start(empty, who)
  isRoundFormOpen.set(true)
}
export function closeRoundForm(): void {
  if (roundForm.submitState.get().at !== 'sending') isRoundFormOpen.set(false)
}

export function addPrize(): void {
  const now = roundForm.values.get()
  if (now !== null) roundForm.set('prizes', [...now.prizes, noPrize])
}
export function removePrize(index: number): void {
  const now = roundForm.values.get()
  if (now !== null)
    roundForm.set(
      'prizes',
      now.prizes.filter((_, place) => place !== index),
    )
}
export function setPrize(index: number, change: Partial<PrizeValues>): void {
  const now = roundForm.values.get()
  if (now === null) return
  roundForm.set(
    'prizes',
    now.prizes.map((prize, place) => (place === index ? { ...prize, ...change } : prize)),
  )
}

/** Creates the round; true on success. */
export async function submitRound(): Promise<boolean> {
  if ((await roundForm.submit()) === undefined) return false
  key = newUuid()
  isRoundFormOpen.set(false)
  return true
}
