import type { Url } from './urls.ts'

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&apos;')

const entry = (tag: string, site: string, { path, at }: Url) => {
  const changed = at === undefined ? '' : `<lastmod>${at.toISOString()}</lastmod>`
  return `<${tag}><loc>${escaped(new URL(path, site).href)}</loc>${changed}</${tag}>\n`
}

/** A file of addresses, in pieces. */
export async function* urlSet(site: string, urls: AsyncIterable<Url> | Iterable<Url>): AsyncGenerator<string> {
  yield `${head}<urlset ${space}>\n`
  for await (const url of urls) yield entry('url', site, url)
  yield '</urlset>\n'
}

/** The file that names the other ones. */
export const siteIndex = (site: string, files: readonly Url[]): string =>
  `${head}<sitemapindex ${space}>\n${files.map((file) => entry('sitemap', site, file)).join('')}</sitemapindex>\n`
