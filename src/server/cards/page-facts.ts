/** What the head of a page says of it. */
export interface PageFacts {
  readonly title: string
  readonly description: string
  /** Whether search engines may keep it. */
  readonly indexed: boolean
}

const entities: Readonly<Record<string, string>> = {
  ...{ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#34;': '"', '&#39;': "'", '&apos;': "'" },
}
const plain = (text: string) => text.replaceAll(/&(?:amp|lt|gt|quot|apos|#34|#39);/g, (sign) => entities[sign] ?? sign)

const metaOf = (html: string, name: string): string => {
  const found = new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)
  return plain(found?.[1] ?? '')
}

/** Reads a page's head; the site's name behind the title is left out. */
export function pageFacts(html: string, siteName: string): PageFacts {
  const head = html.slice(0, Math.max(0, html.indexOf('</head>')))
  const title = metaOf(head, 'og:title')
  const suffix = ` - ${siteName}`
  return {
    title: title.endsWith(suffix) ? title.slice(0, -suffix.length) : title,
    description: metaOf(head, 'og:description'),
    indexed: !metaOf(head, 'robots').includes('noindex'),
  }
}
