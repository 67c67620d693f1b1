import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { matchingCalls, type Subscription } from '../../contract/demands/matching.ts'
import { fenOf, typedYuan } from '../../domain/money-input.ts'
import { typedForm } from '../typed-form.ts'
import { loadable } from '../loaded.ts'
import { blank, namedBy, wordsIn, type SubscriptionValues } from './subscription-values.ts'

export interface Subscriptions {
  readonly subscriptions: readonly Subscription[]
  readonly suggested: readonly { readonly categoryId: number; readonly categoryName: string }[]
}
const part = loadable<Subscriptions>()
export const subscriptions = part.state
export const load = (): Promise<void> => part.load(() => api.demands.subscriptions({}))

const withPicked = <T>(all: readonly T[], picked: T | null): T[] =>
  picked === null || all.includes(picked) ? [...all] : [...all, picked]

const inputOf = (values: SubscriptionValues) => ({
  ...(values.subscriptionId === 0 ? {} : { subscriptionId: values.subscriptionId }),
  name: values.name.trim() === '' ? namedBy(values) : values.name,
  categoryIds: withPicked(
    values.categories.map(({ categoryId }) => categoryId),
    values.category,
  ),
  words: wordsIn(values.words),
  districtCodes: withPicked(
    values.districts.map(({ districtCode }) => districtCode),
    values.district,
  ),
  budgetFrom: values.budget.trim() === '' ? null : fenOf(values.budget),
  isOn: values.isOn,
})

export const form = typedForm({
  schema: matchingCalls.subscriptionSave.input,
  inputOf,
  names: { categoryIds: 'categories', districtCodes: 'districts', budgetFrom: 'budget' },
  own: ({ budget }) =>
    budget.trim() !== '' && fenOf(budget) === null ? [{ field: 'budget', message: '请填写金额，最多两位小数' }] : [],
  send: (input) => api.demands.subscriptionSave(input),
})

/** Whether the form stands open. */
export const isOpen = atom(false)

/** Opens the form: for a new one, filled as given, or for one that is there. */
export function open(given: Partial<SubscriptionValues> = {}): void {
  const now = form.values.get()
  const isFilled = Object.keys(given).length > 0
  // What was typed for a new one and not sent is still there.
  if (now === null || now.subscriptionId !== 0 || isFilled) form.begin({ ...blank, ...given })
  isOpen.set(true)
}

export const edit = ({ subscriptionId, name, categories, words, districts, budgetFrom, isOn }: Subscription): void =>
  open({
    ...{ subscriptionId, name, categories, districts, isOn, words: words.join('、') },
    budget: budgetFrom === null ? '' : typedYuan(budgetFrom),
  })

export function close(): void {
  if (form.sending.get().at !== 'sending') isOpen.set(false)
}

/** Saves the form. Whether it worked. */
export async function save(): Promise<boolean> {
  const saved = await form.send()
  if (saved === undefined) return false
  form.startOver(blank)
  isOpen.set(false)
  await load()
  return true
}

/** Subscriptions that are being turned on or off right now. */
export const turning = atom<ReadonlySet<number>>(new Set())

/** Turns one on or off; the failure where it did not work. */
export async function turn(row: Subscription, isOn: boolean): Promise<Failure | null> {
  const { subscriptionId } = row
  if (turning.get().has(subscriptionId)) return null
  turning.set(new Set([...turning.get(), subscriptionId]))
  const answer = await api.demands.subscriptionSave({
    ...{ subscriptionId, name: row.name, words: row.words, budgetFrom: row.budgetFrom, isOn },
    categoryIds: row.categories.map(({ categoryId }) => categoryId),
    districtCodes: row.districts.map(({ districtCode }) => districtCode),
  })
  turning.set(new Set([...turning.get()].filter((id) => id !== subscriptionId)))
  if (!answer.ok) return answer.failure
  change((all) => all.map((each) => (each.subscriptionId === subscriptionId ? { ...each, isOn } : each)))
  return null
}

/** The subscription asked about, and how the asking stands. */
export type Deleting =
  | { readonly at: 'none' }
  | { readonly at: 'asking' | 'sending'; readonly row: Subscription; readonly failure: Failure | null }
export const deleting = atom<Deleting>({ at: 'none' })
export const askDelete = (row: Subscription): void => deleting.set({ at: 'asking', row, failure: null })
export function dropDelete(): void {
  if (deleting.get().at === 'asking') deleting.set({ at: 'none' })
}

/** Deletes the one that was asked about. True when it is gone. */
export async function confirmDelete(): Promise<boolean> {
  const now = deleting.get()
  if (now.at !== 'asking') return false
  const { subscriptionId } = now.row
  deleting.set({ at: 'sending', row: now.row, failure: null })
  const answer = await api.demands.subscriptionDelete({ subscriptionId })
  if (!answer.ok && answer.failure.code !== 404) {
    deleting.set({ ...now, failure: answer.failure })
    return false
  }
  change((all) => all.filter((row) => row.subscriptionId !== subscriptionId))
  deleting.set({ at: 'none' })
  return true
}

const change = (of: (all: readonly Subscription[]) => readonly Subscription[]) =>
  part.change((content) => ({ ...content, subscriptions: of(content.subscriptions) }))
