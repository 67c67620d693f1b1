import type { Api } from '../../src/client/api.ts'
import type { Answer } from '../../src/contract/envelope.ts'
import { maxListed } from '../../src/domain/catalogue/list-query.ts'
import type { Context } from '../../src/server/handler.ts'
import { rightList, rightMenu } from './right.ts'

/** A catalogue query of the benchmark, with its name in the table. */
export interface ListingQuery {
  readonly kind: 'lists' | 'searches' | 'searches with facets' | 'menus of facets' | 'details' | 'suggestions'
  readonly what: string
  readonly run: (api: Api) => Promise<unknown>
  /** Throws if the result differs from that of a plain query. */
  readonly verify?: (api: Api, context: QueryContext) => Promise<void>
}

type QueryContext = Pick<Context, 'db' | 'pages'>
type Input = Parameters<Api['catalogue']['services']>[0]
const pageSize = 20
const last = maxListed / pageSize

function contentOf<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(answer.failure.message)
  return answer.content
}

/** Frequent, rare and combined words and facets; every sort order; first, deep and last pages. */
export async function listingQueries(api: Api): Promise<ListingQuery[]> {
  const [stage = 0, rare = 0] = await categoriesOf(api)
  const filters: Readonly<Record<string, Input>> = {
    everything: {},
    'frequent category': { id: stage },
    'frequent pair': { id: stage, districtCode: '32' },
    'category and tag': { id: stage, tags: ['GLP'] },
    'rare pair': { id: rare, districtCode: '64' },
    'three facets': { id: stage, districtCode: '32', tags: ['CNAS'] },
    'price and place': { districtCode: '32', priceFrom: 5_000_000, priceTo: 20_000_000 },
  }
  const searches: Readonly<Record<string, Input>> = {
    'frequent word, two facets': { keyword: '试验', id: stage, districtCode: '32' },
    'rare word, two facets': { keyword: '卡波姆', id: stage, districtCode: '32' },
    'frequent word, rare facets': { keyword: '试验', id: rare, districtCode: '64' },
  }
  const words: Readonly<Record<string, string>> = {
    'frequent word': '试验',
    'two words': '稳定性 试验',
    'word of the title': '毒理学',
    'rare word': '卡波姆',
    'typed by sound': 'dulixue',
    'typed initials': 'wdxsy',
  }
  const list = (kind: ListingQuery['kind'], name: string, given: Input): ListingQuery => {
    const input = { pageSize, current: 1, ...given }
    const ask = async (on: Api) => contentOf(await on.catalogue.services(input))
    return { kind, what: name, run: ask, verify: async (on, context) => rightList(context, name, input, await ask(on)) }
  }
  const pages = (kind: ListingQuery['kind'], name: string, filter: Input): ListingQuery[] => [
    list(kind, name, filter),
    list(kind, `${name}, page 20`, { ...filter, current: 20 }),
    list(kind, `${name}, page ${last}`, { ...filter, current: last }),
    list(kind, `${name}, cheapest`, { ...filter, sort: 'priceUp' }),
    list(kind, `${name}, dearest`, { ...filter, sort: 'priceDown' }),
    list(kind, `${name}, shortest`, { ...filter, sort: 'duration' }),
  ]
  const menu = ([name, filter]: [string, Input]): ListingQuery => {
    const ask = async (on: Api) => contentOf(await on.catalogue.serviceMenu(filter))
    const verify = async (on: Api, context: QueryContext) => rightMenu(context, name, filter, await ask(on))
    return { kind: 'menus of facets', what: `menu, ${name}`, run: ask, verify }
  }
  return [
    ...Object.entries(filters).flatMap(([name, filter]) => pages('lists', name, filter)),
    ...Object.entries(words).flatMap(([name, keyword]) => [
      list('searches', name, { keyword }),
      list('searches', `${name}, page 20`, { keyword, current: 20 }),
      list('searches', `${name}, newest`, { keyword, sort: 'new' }),
      list('searches', `${name}, cheapest`, { keyword, sort: 'priceUp' }),
    ]),
    ...Object.entries(searches).flatMap(([name, filter]) => pages('searches with facets', name, filter)),
    ...[...Object.entries(filters), ...Object.entries(searches)].map(menu),
    ...(await detailQueries(api)),
    ...['毒', 'dulixue', 'bgqzf'].map((keyword): ListingQuery => ({
      kind: 'suggestions',
      what: `suggestion, ${keyword}`,
      run: async (on) => contentOf(await on.catalogue.searchSuggestions({ kind: 'service', keyword })),
    })),
  ]
}

/** The first top-level category and its descendants, down to one with few listings. */
async function categoriesOf(api: Api): Promise<number[]> {
  const top = contentOf(await api.catalogue.serviceMenu({})).levels[0]?.options ?? []
  const stage = top.toSorted((one, other) => other.count - one.count)[0]?.categoryId
  const below = contentOf(await api.catalogue.serviceMenu({ id: stage, districtCode: '21' })).levels[1]?.options ?? []
  const rare = below.toSorted((one, other) => one.count - other.count)[0]?.categoryId
  if (stage === undefined || rare === undefined) throw new Error('The catalogue has no categories')
  return [stage, rare]
}

async function detailQueries(api: Api): Promise<ListingQuery[]> {
  const [service] = contentOf(await api.catalogue.services({ pageSize: 1, current: 700 })).data
  const [product] = contentOf(await api.catalogue.products({ pageSize: 1, current: 700 })).data
  const [serviceId, productNo] = [service?.serviceId ?? 0, product?.productNo ?? '']
  return [
    { kind: 'details', what: 'a service', run: async (on) => contentOf(await on.catalogue.service({ serviceId })) },
    { kind: 'details', what: 'a product', run: async (on) => contentOf(await on.catalogue.product({ productNo })) },
  ]
}
