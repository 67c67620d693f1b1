import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { listingReviewsCalls } from '../../contract/catalogue/listing-reviews.ts'
import type { Category } from '../../contract/reference/reference.ts'
import type { FormWords } from '../../domain/catalogue/compare-forms.ts'
import { listingKinds, type ListingKind } from '../../domain/catalogue/listing.ts'
import { addressOf, numberIn } from '../address.ts'
import { loadable } from '../loaded.ts'
import { districts, loadDistricts } from '../districts.ts'
import { oneByOne } from '../reviewing.ts'

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
export async function load(): Promise<void> {
  const now = query.get()
  if (now === null) return
  const { kind, current } = now
  await page.load(() => api.catalogue.listingReviews({ current, pageSize, ...(kind === undefined ? {} : { kind }) }))
}
export const start = (): (() => void) => address.start(() => void load())
export const choose = (change: Partial<Query>): void => address.set({ current: 1, ...change })

export const reviewing = oneByOne<Waiting, Review>({
  rows: () => {
    const now = reviews.get()
    return now.at === 'ready' ? now.content.data : []
  },
  keyOf: ({ kind, listingId }) => `${kind} ${listingId}`,
  read: async ({ kind, listingId }) => {
    const answer = await api.catalogue.listingForReview({ kind, listingId })
    return answer.ok ? { ok: true, content: { ...answer.content, words: await wordsOf(answer.content) } } : answer
  },
  send: ({ kind, listingId, submittedAt }, event, reason) =>
    api.catalogue.listingReview({ kind, listingId, event, reason, submittedAt }),
  load,
})

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
