import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { listingReviewsCalls } from '../../contract/catalogue/listing-reviews.ts'
import type { Category } from '../../contract/reference/reference.ts'
import type { FormLabels } from '../../domain/catalogue/compare-forms.ts'
import { listingKinds, type ListingKind } from '../../domain/catalogue/listing.ts'
import { createUrlQuery, parsePositiveInt } from '../url-query.ts'
import { loadable } from '../loadable.ts'
import { districts, loadDistricts } from '../districts.ts'
import { createReviewQueue } from '../review-queue.ts'

type Page = z.output<typeof listingReviewsCalls.listingReviews.output>
/** Row of the list of listings pending review. */
export type PendingListing = Page['data'][number]
type PendingListingContent = z.output<typeof listingReviewsCalls.listingForReview.output>

/** A listing under review with the labels of its ids and codes. */
export type ReviewedListing = PendingListingContent & { readonly words: FormLabels }

export const listingReviewPageSize = 20
interface Query {
  readonly kind: ListingKind | undefined
  readonly current: number
}
const address = createUrlQuery<Query>(
  (given) => ({
    kind: listingKinds.find((kind) => kind === given.get('kind')),
    current: parsePositiveInt(given, 'current') ?? 1,
  }),
  ({ kind, current }) => ({ kind, current: current === 1 ? undefined : current }),
)
export const listingReviewQuery = address.query
const page = loadable<Page>()
/** Listings pending review, oldest first. */
export const listingReviews = page.state
export async function loadListingReviews(): Promise<void> {
  const now = listingReviewQuery.get()
  if (now === null) return
  const { kind, current } = now
  await page.load(() =>
    api.catalogue.listingReviews({ current, pageSize: listingReviewPageSize, ...(kind === undefined ? {} : { kind }) }),
  )
}
export const startListingReviews = (): (() => void) => address.start(() => void loadListingReviews())
export const updateListingReviewQuery = (change: Partial<Query>): void => address.set({ current: 1, ...change })

export const listingReviewing = createReviewQueue<PendingListing, ReviewedListing>({
  rows: () => {
    const now = listingReviews.get()
    return now.at === 'ready' ? now.content.data : []
  },
  keyOf: ({ kind, listingId }) => `${kind} ${listingId}`,
  read: async ({ kind, listingId }) => {
    const answer = await api.catalogue.listingForReview({ kind, listingId })
    return answer.ok
      ? { ok: true, content: { ...answer.content, words: await loadFormLabels(answer.content) } }
      : answer
  },
  send: ({ kind, listingId, submittedAt }, event, reason) =>
    api.catalogue.listingReview({ kind, listingId, event, reason, submittedAt }),
  load: loadListingReviews,
})

async function loadFormLabels({ form, now }: PendingListingContent): Promise<FormLabels> {
  const { categoryId } = form
  const codes = [...form.areaCodes, ...(now?.areaCodes ?? [])]
  const provinces = new Set(codes.map((code) => `${code.slice(0, 2)}0000`))
  const [attributes, trees] = await Promise.all([
    categoryId === null ? undefined : api.catalogue.categoryAttributes({ categoryId }),
    api.reference.categoriesFand({}),
    loadDistricts(),
    ...[...provinces].map((code) => loadDistricts(code)),
  ])
  const categories = new Map(trees.ok ? trees.content.flatMap(collectCategoryNames) : [])
  const places = new Map(Object.values(districts.get()).flatMap((all) => all.map(({ code, name }) => [code, name])))
  return {
    categoryOf: (id) => categories.get(id) ?? `编号 ${id}`,
    placeOf: (code) => places.get(code) ?? code,
    attributes: attributes?.ok === true ? attributes.content : [],
  }
}

const collectCategoryNames = ({ categoryId, categoryName, childList }: Category): (readonly [number, string])[] => [
  [categoryId, categoryName],
  ...childList.flatMap(collectCategoryNames),
]
