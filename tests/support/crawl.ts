import type { BrowserContext } from 'playwright-core'

/** Addresses of one shape (path and names of the query) that are followed; lists have hundreds alike. */
const mostAlike = 3
/** Addresses followed in all. */
const mostFollowed = 500

/** Follows links of one person, each once, and the links of what it finds, as far as the bounds go. */
export interface Crawl {
  /** Notes the links of a page. */
  readonly add: (from: string, hrefs: readonly string[]) => void
  /** Follows what was noted. Gives what is dead, and where it was found. */
  readonly follow: () => Promise<string[]>
  readonly count: () => number
}

const shapeOf = ({ pathname, searchParams }: URL): string => `${pathname} ${[...searchParams.keys()].toSorted().join()}`

/** Menus hold ways that are shown to some people only: `mayOpen` tells which paths are this person's. */
export function crawl(context: BrowserContext, site: string, mayOpen: (path: string) => boolean): Crawl {
  const waiting = new Map<string, string>()
  const known = new Set<string>()
  const shapes = new Map<string, number>()
  const add: Crawl['add'] = (from, hrefs) => {
    for (const href of hrefs) {
      if (!URL.canParse(href, site)) continue
      const url = new URL(href, site)
      url.hash = ''
      const shape = shapeOf(url)
      const alike = shapes.get(shape) ?? 0
      if (url.origin !== new URL(site).origin || !mayOpen(url.pathname)) continue
      if (known.has(url.href) || alike >= mostAlike) continue
      if (known.size >= mostFollowed) return
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
