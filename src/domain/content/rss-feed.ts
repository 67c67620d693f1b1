/** An item of an RSS feed. Days as 2026-11-18. */
export interface FeedItem {
  readonly title: string
  readonly summary: string
  /** Path of this site. */
  readonly path: string
  readonly kind: string
  readonly published: string
}

/** Maximum of items, newest first. */
export const maxFeedItems = 50

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // Control characters are not allowed in XML at all.
    // oxlint-disable-next-line no-control-regex -- they are what is taken out
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')

/** A day begins at midnight in Shanghai. */
const momentOf = (day: string) => new Date(`${day}T00:00:00+08:00`).toUTCString()

const itemOf = (site: string, { title, summary, path, kind, published }: FeedItem) => {
  const address = escaped(new URL(path, site).href)
  return `<item><title>${escaped(title)}</title><link>${address}</link><guid isPermaLink="true">${address}</guid><category>${escaped(kind)}</category><pubDate>${momentOf(published)}</pubDate><description>${escaped(summary)}</description></item>`
}

/** An RSS 2.0 feed of what is given, from whatever sources, the newest first. */
export function createRssFeed(
  about: { readonly title: string; readonly description: string; readonly site: string; readonly path: string },
  items: readonly FeedItem[],
): string {
  const newest = items.toSorted((a, b) => b.published.localeCompare(a.published)).slice(0, maxFeedItems)
  const site = new URL('/', about.site).href
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${escaped(about.title)}</title><link>${escaped(site)}</link><language>zh-CN</language>`,
    `<description>${escaped(about.description)}</description>`,
    `<atom:link href="${escaped(new URL(about.path, about.site).href)}" rel="self" type="application/rss+xml"/>`,
    ...(newest[0] === undefined ? [] : [`<lastBuildDate>${momentOf(newest[0].published)}</lastBuildDate>`]),
    ...newest.map((item) => itemOf(about.site, item)),
    '</channel></rss>\n',
  ].join('\n')
}
