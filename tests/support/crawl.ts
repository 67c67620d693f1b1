import type { BrowserContext } from 'playwright'

/** Maximum of followed URLs of one shape (path and query names), since lists contain hundreds. */
const maxPerShape = 3
/** Maximum of followed URLs in total. */
const maxFollowed = 500

/** Crawls links as one user, each once, including links on the found pages, within the limits. */
export interface Crawl {
  /** Collects the links of a page. */
  readonly add: (from: string, hrefs: readonly string[]) => void
  /** Follows the collected links. Returns broken ones with their sources. */
  readonly follow: () => Promise<string[]>
  readonly count: () => number
}

const urlShape = ({ pathname, searchParams }: URL): string =>
  `${pathname} ${[...searchParams.keys()].toSorted().join()}`

/** Some menus contain links for certain users only: `mayOpen` tells which paths this user may open. */
export function crawlLinks(context: BrowserContext, site: string, mayOpen: (path: string) => boolean): Crawl {
  const waiting = new Map<string, string>()
  const known = new Set<string>()
  const shapes = new Map<string, number>()
  const add: Crawl['add'] = (from, hrefs) => {
    for (const href of hrefs) {
      if (!URL.canParse(href, site)) continue
      const url = new URL(href, site)
      url.hash = ''
      const shape = urlShape(url)
      const alike = shapes.get(shape) ?? 0
      if (url.origin !== new URL(site).origin || !mayOpen(url.pathname)) continue
      if (known.has(url.href) || alike >= maxPerShape) continue
      if (known.size >= maxFollowed) return
      known.add(url.href)
      shapes.set(shape, alike + 1)
      waiting.set(url.href, from)
    }
  }
  const follow = async () => {
    const dead: string[] = []
    for (const [href, from] of waiting) {
      waiting.delete(href)
      const answer = await context.request.get(href)
      if (!answer.ok()) dead.push(`${from}: ${href.slice(site.length)} answers ${answer.status()}`)
      const isPage = answer.headers()['content-type']?.startsWith('text/html') === true
      if (!isPage || !answer.ok()) continue
      const html = await answer.text()
      const found = [...html.matchAll(/<a\b[^>]*\bhref="([^"]+)"/g)].map((match) =>
        (match[1] ?? '').replaceAll('&amp;', '&'),
      )
      add(href.slice(site.length), found)
    }
    return dead
  }
  return { add, follow, count: () => known.size }
}
