import type { Envelope } from '../contract/envelope.ts'
import { memory } from './catalogue/memory.ts'
import type { Context } from './handler.ts'

/** Calls that only read what is public and say the same to everyone; a call that counts or notes anything is none. */
const kept: Readonly<Record<string, readonly string[]>> = {
  catalogue: [
    ...['services', 'serviceMenu', 'service', 'similarServices', 'shopServices', 'serviceFields', 'serviceAreas'],
    ...['products', 'productMenu', 'product', 'similarProducts', 'popularProducts', 'productBrands', 'productAreas'],
    ...['stageServices', 'productCategoriesIndex', 'recommendations', 'productInquiries', 'goodsThemes', 'classPage'],
  ],
  shops: [
    'shopHome',
    'shopMore',
    'shopInfo',
    'shopCounters',
    'otherCompany',
    'shopsByKeywords',
    'suppliersRecommended',
  ],
  reference: ['adSetting', 'categoriesForIndex'],
  demands: ['demands', 'demandConditions'],
  content: ['news', 'newsPiece', 'policies', 'policy', 'parks', 'park', 'friendLinks'],
  live: ['classes'],
  operations: ['platformFigures'],
}
const keptNames = new Set(Object.entries(kept).flatMap(([domain, names]) => names.map((name) => `${domain}.${name}`)))

/** Answers hold up to twenty rows each, and pieces of pages that were drawn from them (Kept.astro). */
const most = 200

const answers = memory<Envelope>({ most, keeps: ({ code }) => code === 200 })

/**
 * The answer of a call that a page makes for nobody in particular. Addresses differ more than what they show, so a
 * page that is not in the cache often asks what another one asked seconds ago. Whoever gets an answer leaves it as it
 * is. It goes with the next write that empties public pages; calls that are not listed here are always made.
 */
export const keptAnswer = (
  context: Pick<Context, 'db' | 'pages'>,
  { name, input }: { readonly name: string; readonly input: unknown },
  run: () => Promise<Envelope>,
): Promise<Envelope> => (keptNames.has(name) ? answers(context, `${name} ${JSON.stringify(input)}`, run) : run())
