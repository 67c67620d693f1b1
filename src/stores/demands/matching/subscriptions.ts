import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import { type MatchedDemand, matchingCalls, type Subscription } from '../../../contract/demands/matching.ts'
import type { Failure } from '../../../contract/envelope.ts'
import { formatYuanInput, parseFen } from '../../../domain/money-input.ts'
import { createForm } from '../../form-store.ts'
import { loadable } from '../../loadable.ts'
import { createUrlQuery, parsePositiveInt } from '../../url-query.ts'
import {
  defaultSubscriptionName,
  emptySubscription,
  splitKeywords,
  type SubscriptionValues,
} from './subscription-values.ts'

export interface Subscriptions {
  readonly subscriptions: readonly Subscription[]
  readonly suggested: readonly { readonly categoryId: number; readonly categoryName: string }[]
}
const subscriptionsPart = loadable<Subscriptions>()
export const subscriptions = subscriptionsPart.state
export const loadSubscriptions = (): Promise<void> => subscriptionsPart.load(() => api.demands.subscriptions({}))

const withSelected = <T>(all: readonly T[], picked: T | null): T[] =>
  picked === null || all.includes(picked) ? [...all] : [...all, picked]

const subscriptionInput = (values: SubscriptionValues) => ({
  ...(values.subscriptionId === 0 ? {} : { subscriptionId: values.subscriptionId }),
  name: values.name.trim() === '' ? defaultSubscriptionName(values) : values.name,
  categoryIds: withSelected(
    values.categories.map(({ categoryId }) => categoryId),
    values.category,
  ),
  words: splitKeywords(values.words),
  districtCodes: withSelected(
    values.districts.map(({ districtCode }) => districtCode),
    values.district,
  ),
  budgetFrom: values.budget.trim() === '' ? null : parseFen(values.budget),
  isOn: values.isOn,
})

export const subscriptionForm = createForm({
  schema: matchingCalls.subscriptionSave.input,
  inputOf: subscriptionInput,
  fieldNames: { categoryIds: 'categories', districtCodes: 'districts', budgetFrom: 'budget' },
  validate: ({ budget }) =>
    budget.trim() !== '' && parseFen(budget) === null ? [{ field: 'budget', message: '请填写金额，最多两位小数' }] : [],
  submit: (input) => api.demands.subscriptionSave(input),
})

/** Whether the form is open. */
export const isSubscriptionFormOpen = atom(false)

/** Opens the form for a new subscription, optionally prefilled, or for an existing one. */
export function openSubscriptionForm(given: Partial<SubscriptionValues> = {}): void {
  const now = subscriptionForm.values.get()
  const isFilled = Object.keys(given).length > 0
  // Keep an unsaved new subscription.
  if (now === null || now.subscriptionId !== 0 || isFilled) subscriptionForm.start({ ...emptySubscription, ...given })
  isSubscriptionFormOpen.set(true)
}

export const editSubscription = ({
  subscriptionId,
  name,
  categories,
  words,
  districts,
  budgetFrom,
  isOn,
}: Subscription): void =>
  openSubscriptionForm({
    subscriptionId,
    name,
    categories,
    districts,
    isOn,
    words: words.join('、'),
    budget: budgetFrom === null ? '' : formatYuanInput(budgetFrom),
  })

export function closeSubscriptionForm(): void {
  if (subscriptionForm.submitState.get().at !== 'sending') isSubscriptionFormOpen.set(false)
}

/** Saves the form. True on success. */
export async function saveSubscription(): Promise<boolean> {
  const saved = await subscriptionForm.submit()
  if (saved === undefined) return false
  subscriptionForm.reset(emptySubscription)
  isSubscriptionFormOpen.set(false)
  await loadSubscriptions()
  return true
}

/** Ids of subscriptions being switched on or off. */
export const togglingSubscriptions = atom<ReadonlySet<number>>(new Set())

/** Switches a subscription on or off. Returns the failure, if any. */
export async function toggleSubscription(row: Subscription, isOn: boolean): Promise<Failure | null> {
  const { subscriptionId } = row
  if (togglingSubscriptions.get().has(subscriptionId)) return null
  togglingSubscriptions.set(new Set([...togglingSubscriptions.get(), subscriptionId]))
  const answer = await api.demands.subscriptionSave({
    subscriptionId,
    name: row.name,
    words: row.words,
    budgetFrom: row.budgetFrom,
    isOn,
    categoryIds: row.categories.map(({ categoryId }) => categoryId),
    districtCodes: row.districts.map(({ districtCode }) => districtCode),
  })
  togglingSubscriptions.set(new Set([...togglingSubscriptions.get()].filter((id) => id !== subscriptionId)))
  if (!answer.ok) return answer.failure
  changeSubscriptions((all) => all.map((each) => (each.subscriptionId === subscriptionId ? { ...each, isOn } : each)))
  return null
}

/** Deletion dialog of a subscription. */
export type SubscriptionDeletion =
  | { readonly at: 'none' }
  | { readonly at: 'asking' | 'sending'; readonly row: Subscription; readonly failure: Failure | null }
export const subscriptionDeletion = atom<SubscriptionDeletion>({ at: 'none' })
export const requestSubscriptionDeletion = (row: Subscription): void =>
  subscriptionDeletion.set({ at: 'asking', row, failure: null })
export function cancelSubscriptionDeletion(): void {
  if (subscriptionDeletion.get().at === 'asking') subscriptionDeletion.set({ at: 'none' })
}

/** Deletes the subscription of the open dialog. True on success. */
export async function deleteSubscription(): Promise<boolean> {
  const now = subscriptionDeletion.get()
  if (now.at !== 'asking') return false
  const { subscriptionId } = now.row
  subscriptionDeletion.set({ at: 'sending', row: now.row, failure: null })
  const answer = await api.demands.subscriptionDelete({ subscriptionId })
  if (!answer.ok && answer.failure.code !== 404) {
    subscriptionDeletion.set({ ...now, failure: answer.failure })
    return false
  }
  changeSubscriptions((all) => all.filter((row) => row.subscriptionId !== subscriptionId))
  subscriptionDeletion.set({ at: 'none' })
  return true
}

const changeSubscriptions = (of: (all: readonly Subscription[]) => readonly Subscription[]) =>
  subscriptionsPart.update((content) => ({ ...content, subscriptions: of(content.subscriptions) }))

export const matchPageSize = 20
const address = createUrlQuery<{ readonly current: number }>(
  (given) => ({ current: Math.min(parsePositiveInt(given, 'current') ?? 1, 1_000_000) }),
  ({ current }) => ({ tab: 'match', current: current === 1 ? undefined : current }),
)
const page = loadable<{ readonly total: number; readonly data: readonly MatchedDemand[] }>()

export const matchQuery = address.query
/** Demands matched by a subscription or with an invitation to the company, newest first. */
export const matches = page.state

export async function loadMatches(): Promise<void> {
  const now = matchQuery.get()
  if (now !== null) await page.load(() => api.demands.matchedDemands({ current: now.current, pageSize: matchPageSize }))
}
export const startMatches = (): (() => void) => address.start(() => void loadMatches())
export const openMatchPage = (current: number): void => address.set({ current })
