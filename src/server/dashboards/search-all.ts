import type { z } from 'zod'
import type { searchAllCalls } from '../../contract/catalogue/search-all.ts'
import type { SearchHelp, SearchReading } from '../../contract/catalogue/search.ts'
import { newsBegin, newsSources } from '../../domain/content/news.ts'
import { parseQuestion } from '../../domain/search/question.ts'
import { foundKinds, type FoundKind } from '../../domain/search/found-kinds.ts'
import { toSimplified } from '../../domain/search/simplified.ts'
import { normalizeKeyword, type SearchKind } from '../../domain/shell/search.ts'
import { nearCategories } from '../catalogue/near-categories.ts'
import { products, services } from '../catalogue/listings/list.ts'
import { news } from '../content/drug/news.ts'
import { policies } from '../content/drug/policies.ts'
import { questions } from '../content/questions/questions.ts'
import { demands } from '../demands/demands.ts'
import type { Context, Handler } from '../handler.ts'
import { classes } from '../live/classes/classes.ts'
import { knownPlaces } from '../search/places.ts'
import { shopsByKeywords } from '../shops/shops-by-keywords.ts'

/** Rows of each kind beside the others, and of a kind that is looked at alone. */
const briefRows: Readonly<Record<FoundKind, number>> = {
  services: 4,
  products: 5,
  suppliers: 3,
  demands: 3,
  classes: 4,
  news: 3,
  policies: 3,
  questions: 3,
}
const aloneRows = 20
/** Longest words that the lists of texts are searched for. */
const maxWords = 30
const maxTerms = 6

type Input = z.output<typeof searchAllCalls.searchAll.input>

/**
 * Everything public for one keyword: the lists of all kinds at once, each by its own call, so that a list shows the same
 * hits as the answer here. Texts are searched for the words of the question alone.
 */
export const searchAll: Handler<typeof searchAllCalls.searchAll> = async (input, context) => {
  const { exact } = input
  const keyword = normalizeKeyword(input.keyword)
  const paging = pagingOf(input)
  const question = parseQuestion(toSimplified(keyword), await knownPlaces(context.db))
  const typed = cut(question.words === '' ? keyword : question.words)
  const [foundServices, foundProducts, suppliers, texts] = await Promise.all([
    services({ keyword, exact, ...unfiltered(), ...paging('services') }, context),
    products({ keyword, exact, ...unfiltered(), ...paging('products') }, context),
    shopsByKeywords({ keyword: typed, ...unfiltered(), ...paging('suppliers') }, context),
    searchTexts(typed, paging, context),
  ])
  const reading = closestReading(foundServices, foundProducts)
  const corrected = reading?.corrected?.used
  const isCorrected = corrected !== undefined && Object.values(texts).every(({ total }) => total === 0)
  const found = isCorrected ? await searchTexts(cut(corrected), paging, context) : texts
  const lists = {
    services: { total: foundServices.total, data: foundServices.data },
    products: { total: foundProducts.total, data: foundProducts.data },
    suppliers: { total: suppliers.total, data: suppliers.data },
    ...found,
  }
  const isNothing = foundKinds.every((kind) => lists[kind].total === 0)
  const suggested = [
    ...termsOf('service', foundServices.suggestion),
    ...termsOf('goods', foundProducts.suggestion),
    ...termsOf('supplier', suppliers.suggestion),
  ]
  return {
    ...lists,
    reading,
    words: isCorrected ? cut(corrected) : typed,
    help: isNothing ? { terms: suggested.slice(0, maxTerms), categories: await nearCategories(typed, context) } : null,
  }
}

interface ReadList {
  readonly total: number
  readonly reading: SearchReading
}

/** The reading that leaves out least of the question, among those that find something; of services where they are equal. */
function closestReading(listed: ReadList, other: ReadList): SearchReading {
  if (listed.total === 0 || other.total === 0) return listed.total > 0 ? listed.reading : other.reading
  const leftOut = ({ reading }: ReadList) => (reading === null ? 0 : reading.relaxed.length + reading.dropped.length)
  return leftOut(other) < leftOut(listed) ? other.reading : listed.reading
}

/** No filter besides the keyword. */
const unfiltered = (): { tags: string[]; certified: false; sort: 'default' } => ({
  tags: [],
  certified: false,
  sort: 'default',
})

const cut = (words: string) => [...words].slice(0, maxWords).join('')

/** First page of each kind: more rows of the kind that is looked at, and only the total of the others. */
const pagingOf =
  ({ kind }: Input) =>
  (of: FoundKind) => ({
    current: 1,
    pageSize: kind === undefined ? briefRows[of] : kind === of ? aloneRows : 1,
  })

const termsOf = (kind: SearchKind, help: SearchHelp) => (help?.terms ?? []).map((term) => ({ kind, term }))

/** Demands, classes, news, policies and help articles for some words. */
async function searchTexts(keyword: string, paging: ReturnType<typeof pagingOf>, context: Context<'public'>) {
  const hall = { keyword, sealed: false, confidential: false, openOnly: false, sort: 'default' } as const
  const [foundDemands, foundClasses, foundNews, foundPolicies, foundQuestions] = await Promise.all([
    demands({ ...hall, ...paging('demands') }, context),
    classes({ keyword, ...paging('classes') }, context),
    news({ keyword, beginTime: newsBegin, sourceTypes: [...newsSources], ...paging('news') }, context),
    policies({ keyword, ...paging('policies') }, context),
    questions({ keyword, ...paging('questions') }, context),
  ])
  return {
    demands: foundDemands,
    classes: { total: foundClasses.total, data: foundClasses.data },
    news: { total: foundNews.total, data: foundNews.data },
    policies: { total: foundPolicies.total, data: foundPolicies.data },
    questions: foundQuestions,
  }
}
