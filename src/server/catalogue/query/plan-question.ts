import type { SearchReading } from '../../../contract/catalogue/search.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { isWord, parseQuestion, type Question, type QuestionPartKind } from '../../../domain/search/question.ts'
import { toSimplified } from '../../../domain/search/simplified.ts'
import { normalizeKeyword } from '../../../domain/shell/search.ts'
import { cachedReads } from '../../cached-reads.ts'
import type { Context } from '../../handler.ts'
import { knownPlaces } from '../../search/places.ts'
import type { Filter } from './conditions.ts'
import { matchKeyword } from './keyword-match.ts'
import { listingTables } from './listings.ts'
import { countUpTo } from './ordered-page.ts'
import { planFilter, type ListingPlan } from './plan.ts'

type CacheContext = Pick<Context, 'db' | 'pages'>
type Condition = Exclude<QuestionPartKind, 'qualification' | 'size'>

/** A plan with how its keyword was understood. */
export interface QuestionPlan extends ListingPlan {
  readonly reading: SearchReading
}

/** Conditions left out in this order until something is found. */
const attempts: readonly (readonly Condition[])[] = [[], ['price'], ['region'], ['price', 'region']]

/** Whether a filter of a question finds anything. */
const cachedHits = cachedReads<number>({ tags: ['services', 'products'] })

/**
 * Plans a list whose keyword may be a question: regions and prices in it are conditions as if they were chosen, unless
 * something else is chosen, or nothing is found with them.
 */
export async function planListing(kind: ListingKind, filter: Filter, context: CacheContext): Promise<QuestionPlan> {
  const keyword = normalizeKeyword(filter.keyword)
  if (keyword === '') return { ...(await planFilter(kind, filter, context)), reading: null }
  const question = parseQuestion(toSimplified(keyword), await knownPlaces(context.db))
  const isOpen = openConditions(question, filter)
  const dropped = await leftOut(kind, filter, { question, isOpen, context })
  const plan = await planFilter(kind, applied(filter, question, isOpen, dropped), context)
  const { corrected, relaxed = [] } = plan.match ?? {}
  return {
    ...plan,
    reading: {
      parts: question.parts.filter((part) => isWord(part.kind) || isOpen[part.kind]).map((part) => ({ ...part })),
      corrected: corrected === undefined ? null : { typed: question.words, used: corrected },
      relaxed: [...relaxed],
      dropped: [...dropped],
    },
  }
}

/** Conditions of a question that nothing chosen takes the place of. */
const openConditions = (question: Question, filter: Filter): Readonly<Record<Condition, boolean>> => ({
  region: question.districtCode !== undefined && filter.districtCode === undefined,
  price: (question.priceFrom ?? question.priceTo) !== undefined && (filter.priceFrom ?? filter.priceTo) === undefined,
})

/** The filter of a question with all of its conditions, whether anything meets them or not. */
export async function strictFilter(filter: Filter, { db }: Pick<Context, 'db'>): Promise<Filter> {
  const keyword = normalizeKeyword(filter.keyword)
  if (keyword === '') return filter
  const question = parseQuestion(toSimplified(keyword), await knownPlaces(db))
  return applied(filter, question, openConditions(question, filter), [])
}

interface Open {
  readonly question: Question
  readonly isOpen: Readonly<Record<Condition, boolean>>
  readonly context: CacheContext
}

/** The conditions of a question without which something is found; none where they stay or nothing helps. */
async function leftOut(
  kind: ListingKind,
  filter: Filter,
  { question, isOpen, context }: Open,
): Promise<readonly Condition[]> {
  // prettier-ignore
  if (!isOpen.region && !isOpen.price) return []
  // A misspelt question is searched as it is probably meant.
  const match = filter.exact === true ? undefined : await matchKeyword(listingTables[kind], question.words, context)
  const keyword = match?.corrected ?? question.words
  const tried = attempts.filter((each) => each.every((condition) => isOpen[condition]))
  for (const without of tried) {
    // Without what follows few hits: listings with some of the words are no reason to keep the conditions.
    const asked = { ...applied(filter, question, isOpen, without), keyword, exact: true }
    const hits = await cachedHits(context, `${kind} ${JSON.stringify(asked)}`, async () =>
      countUpTo(await planFilter(kind, asked, context), 1, context.db),
    )
    if (hits > 0) return without
  }
  return []
}

/** The filter with the words of a question and those of its conditions that are not left out. */
function applied(filter: Filter, question: Question, isOpen: Open['isOpen'], without: readonly Condition[]): Filter {
  const hasRegion = isOpen.region && !without.includes('region')
  const hasPrice = isOpen.price && !without.includes('price')
  return {
    ...filter,
    keyword: question.words,
    districtCode: hasRegion ? question.districtCode : filter.districtCode,
    priceFrom: hasPrice ? question.priceFrom : filter.priceFrom,
    priceTo: hasPrice ? question.priceTo : filter.priceTo,
  }
}
