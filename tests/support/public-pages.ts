import { links } from '../../src/domain/links.ts'
import { routes } from '../../src/domain/routes.ts'
import { filesOf } from './sources.ts'

const built = new Set(
  filesOf('src/pages/**/*.astro').map(
    (file) => file.replace(/^src\/pages/, '').replace(/(\/index)?\.astro$/, '') || '/',
  ),
)

/** Matches public pages that need an id. */
const needId = /(Detail|Details|detail)$|^\/supplier\/|^\/recommendedSuppliers\/supplier$/
export const publicPages: readonly string[] = Object.entries(routes)
  .filter(([path, route]) => route.who === 'all' && built.has(path) && !needId.test(path))
  .map(([path]) => path)

/** Lists with links to detail pages, and the prefix of these links. */
export const detailLists: readonly { readonly list: string; readonly begins: string }[] = [
  { list: links.serviceList(), begins: '/serviceHall/serviceDetails?' },
  { list: links.goodsList(), begins: '/marketHall/marketDetails?' },
  { list: links.demandHall(), begins: '/demandHall/detail?' },
  { list: links.shopList(), begins: '/supplier/home?' },
  { list: links.recommendedSuppliers(), begins: '/recommendedSuppliers/articleDetails?' },
  { list: links.helpList(1), begins: '/platform/commonProblem/helpDetail?' },
  { list: links.announcements(), begins: '/about/annouceDetail?' },
  { list: links.news(), begins: '/drug/information?id=' },
  { list: links.policies(), begins: '/drug/policies?id=' },
  { list: links.parks(), begins: '/drug/park/detail?' },
  { list: links.live(), begins: '/livemanger/detail?' },
  { list: links.digitalApps(), begins: '/digitalApplication/appDetail?' },
  { list: links.digitalSolutions(), begins: '/digitalApplication/solutionDetail?' },
  { list: links.digitalSolution(1), begins: '/digitalApplication/applicationDetail?' },
  { list: links.registrationList(), begins: '/registration/detail?' },
].filter(({ begins }) => built.has(begins.split('?')[0] ?? ''))

/** Distinct link targets in an HTML text with a prefix. */
export function findLinks(html: string, begins: string): string[] {
  const found = [...html.matchAll(/href="([^"]+)"/g)].map((match) => (match[1] ?? '').replaceAll('&amp;', '&'))
  return [...new Set(found)].filter((href) => href.startsWith(begins))
}

/** All public pages of the build: those without an id, and one detail page per list. */
export async function publicAddresses(site: string): Promise<string[]> {
  const details: string[] = []
  for (const { list, begins } of detailLists) {
    const html = await (await fetch(site + list)).text()
    const [first] = findLinks(html, begins)
    if (first === undefined) throw new Error(`No link to ${begins} on ${list}`)
    details.push(first)
  }
  return [...publicPages, ...details]
}
