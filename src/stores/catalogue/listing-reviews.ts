import { atom } from 'nanostores'
import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { listingReviewsCalls } from '../../contract/catalogue/listing-reviews.ts'
import type { Failure } from '../../contract/envelope.ts'
import { failures } from '../../contract/failures.ts'
import type { Category } from '../../contract/reference/reference.ts'
import type { FormWords } from '../../domain/catalogue/compare-forms.ts'
import { listingKinds, type ListingKind } from '../../domain/catalogue/listing.ts'
import { addressOf, numberIn } from '../address.ts'
import { loadable } from '../demands/loaded.ts'
import { districts, loadDistricts } from '../districts.ts'

type Page = z.output<typeof listingReviewsCalls.listingReviews.output>
/** A listing that waits, as the list shows it. */
export type Waiting = Page['data'][number]
type Content = z.output<typeof listingReviewsCalls.listingForReview.output>

/** A listing under review with what its ids and codes are called. */
export type Review = Content & { readonly words: FormWords }

export const pageSize = 20
interface Query {
  readonly kind: ListingKind | undefined
  readonly current: number
}
const address = addressOf<Query>(
  (given) => ({
    kind: listingKinds.find((kind) => kind === given.get('kind')),
    current: numberIn(given, 'current') ?? 1,
  }),
  ({ kind, current }) => ({ kind, current: current === 1 ? undefined : current }),
)
export const query = address.query
const page = loadable<Page>()
/** What waits for its review, the oldest first. */
export const reviews = page.state
const review = loadable<Review>()
/** The one under review. */
export const opened = review.state

/** Which one is open, and how the verdict on it fares. */
export const open = atom<{ readonly row: Waiting; readonly sending: boolean; readonly failure: Failure | null } | null>(
  null,
)

export async function load(): Promise<void> {
  const now = query.get()
  if (now === null) return
  const { kind, current } = now
  await page.load(() => api.catalogue.listingReviews({ current, pageSize, ...(kind === undefined ? {} : { kind }) }))
}
export const start = (): (() => void) => address.start(() => void load())
export const choose = (change: Partial<Query>): void => address.set({ current: 1, ...change })

/** Opens one: what is out now, what was submitted, and what everything in it is called. */
export async function read(row: Waiting): Promise<void> {
  open.set({ row, sending: false, failure: null })
  await review.load(async () => {
    const answer = await api.catalogue.listingForReview({ kind: row.kind, listingId: row.listingId })
    return answer.ok ? { ok: true, content: { ...answer.content, words: await wordsOf(answer.content) } } : answer
  }, true)
}

/** Back to the list, which may have changed meanwhile. */
export function close(): void {
  if (open.get()?.sending === true) return
  open.set(null)
  void load()
}

async function wordsOf({ form, now }: Content): Promise<FormWords> {
  const { categoryId } = form
  const codes = [...form.areaCodes, ...(now?.areaCodes ?? [])]
  const provinces = new Set(codes.map((code) => `${code.slice(0, 2)}0000`))
  const [attributes, trees] = await Promise.all([
    categoryId === null ? undefined : api.catalogue.categoryAttributes({ categoryId }),
    api.reference.categoriesFand({}),
    loadDistricts(),
    ...[...provinces].map((code) => loadDistricts(code)),
  ])
  const categories = new Map(trees.ok ? trees.content.flatMap(namesIn) : [])
  const places = new Map(Object.values(districts.get()).flatMap((all) => all.map(({ code, name }) => [code, name])))
  return {
    categoryOf: (id) => categories.get(id) ?? `编号 ${id}`,
    placeOf: (code) => places.get(code) ?? code,
    attributes: attributes?.ok === true ? attributes.content : [],
  }
}

const namesIn = ({ categoryId, categoryName, childList }: Category): (readonly [number, string])[] => [
  [categoryId, categoryName],
  ...childList.flatMap(namesIn),
]

/** The one that waits behind the one that was decided; the first one when none is behind. */
function nextOf(before: Waiting): Waiting | undefined {
  const now = reviews.get()
  const rows = now.at === 'ready' ? now.content.data : []
  const place = rows.findIndex((row) => row.kind === before.kind && row.listingId === before.listingId)
  const others = rows.filter((_, index) => index !== place)
  return others[place] ?? others[0]
}

/** Decides on the open one, once, about what was read. The next one opens by itself. True when it was taken. */
export async function decide(event: 'pass' | 'reject', reason: string): Promise<boolean> {
  const [now, shown] = [open.get(), opened.get()]
  if (now === null || now.sending || shown.at !== 'ready') return false
  open.set({ ...now, sending: true, failure: null })
  const { kind, listingId, submittedAt } = shown.content
  const answer = await api.catalogue.listingReview({ kind, listingId, event, reason, submittedAt })
  if (!answer.ok) {
    open.set({ ...now, sending: false, failure: answer.failure })
    // Decided by somebody else, or sent anew meanwhile: the list shows how it stands.
    if ([failures.stepNotAllowed.code, failures.conflict.code].some((code) => code === answer.failure.code)) void load()
    return false
  }
  const next = nextOf(now.row)
  open.set(null)
  await Promise.all([load(), next === undefined ? undefined : read(next)])
  return true
}
