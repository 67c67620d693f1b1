import type { Api } from '../../src/client/api.ts'
import type { Answer } from '../../src/contract/envelope.ts'
import { mostListed } from '../../src/domain/catalogue/list-query.ts'
import type { Context } from '../../src/server/handler.ts'
import { rightList, rightMenu } from './right.ts'

/** One thing that is asked of a catalogue, under the name it has in the table. */
export interface Asked {
  readonly kind: 'lists' | 'searches' | 'searches with facets' | 'menus of facets' | 'details' | 'suggestions'
  readonly what: string
  readonly ask: (api: Api) => Promise<unknown>
  /** Throws where the answer is not what a plain query finds. */
  readonly verify?: (api: Api, context: Reading) => Promise<void>
}

type Reading = Pick<Context, 'db' | 'pages'>
type Input = Parameters<Api['catalogue']['services']>[0]
const pageSize = 20
const last = mostListed / pageSize

function contentOf<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(answer.failure.message)
  return answer.content
}

/** Words and facets that are frequent, rare, and rare together; every order; first, deep and last pages. */
export async function listingQuestions(api: Api): Promise<Asked[]> {
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
  const list = (kind: Asked['kind'], name: string, given: Input): Asked => {
    const input = { pageSize, current: 1, ...given }
    const ask = async (on: Api) => contentOf(await on.catalogue.services(input))
    return { kind, what: name, ask, verify: async (on, context) => rightList(context, name, input, await ask(on)) }
  }
  const pages = (kind: Asked['kind'], name: string, filter: Input): Asked[] => [
    list(kind, name, filter),
    list(kind, `${name}, page 20`, { ...filter, current: 20 }),
    list(kind, `${name}, page ${last}`, { ...filter, current: last }),
    list(kind, `${name}, cheapest`, { ...filter, sort: 'priceUp' }),
    list(kind, `${name}, dearest`, { ...filter, sort: 'priceDown' }),
    list(kind, `${name}, shortest`, { ...filter, sort: 'duration' }),
  ]
  const menu = ([name, filter]: [string, Input]): Asked => {
    const ask = async (on: Api) => contentOf(await on.catalogue.serviceMenu(filter))
    const verify = async (on: Api, context: Reading) => rightMenu(context, name, filter, await ask(on))
    return { kind: 'menus of facets', what: `menu, ${name}`, ask, verify }
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
    ...(await details(api)),
    ...['毒', 'dulixue', 'bgqzf'].map((keyword): Asked => ({
      kind: 'suggestions',
      what: `suggestion, ${keyword}`,
      ask: async (on) => contentOf(await on.catalogue.searchSuggestions({ kind: 'service', keyword })),
    })),
  ]
}

/** The first category of the first level with what is below it, down to one that few listings are of. */
async function categoriesOf(api: Api): Promise<number[]> {
  const top = contentOf(await api.catalogue.serviceMenu({})).levels[0]?.options ?? []
  const stage = top.toSorted((one, other) => other.count - one.count)[0]?.categoryId
  const below = contentOf(await api.catalogue.serviceMenu({ id: stage, districtCode: '21' })).levels[1]?.options ?? []
  const rare = below.toSorted((one, other) => one.count - other.count)[0]?.categoryId
  if (stage === undefined || rare === undefined) throw new Error('The catalogue has no categories')
  return [stage, rare]
}

async function details(api: Api): Promise<Asked[]> {
  const [service] = contentOf(await api.catalogue.services({ pageSize: 1, current: 700 })).data
  const [product] = contentOf(await api.catalogue.products({ pageSize: 1, current: 700 })).data
  const [serviceId, productNo] = [service?.serviceId ?? 0, product?.productNo ?? '']
  return [
    { kind: 'details', what: 'a service', ask: async (on) => contentOf(await on.catalogue.service({ serviceId })) },
    { kind: 'details', what: 'a product', ask: async (on) => contentOf(await on.catalogue.product({ productNo })) },
  ]
}
