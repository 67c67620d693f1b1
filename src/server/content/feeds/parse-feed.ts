import { XMLParser } from 'fast-xml-parser'
import type { Fetched } from './fetch-feed.ts'

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  middot: '·',
  bull: '•',
  times: '×',
  deg: '°',
  plusmn: '±',
  copy: '©',
}

function decodeCodePoint(code: number): string {
  const isSign = Number.isInteger(code) && code >= 32 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isSign ? String.fromCodePoint(code) : ''
}

const decodeEntities = (text: string): string =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (name.startsWith('#x') || name.startsWith('#X')) return decodeCodePoint(Number.parseInt(name.slice(2), 16))
    if (name.startsWith('#')) return decodeCodePoint(Number(name.slice(1)))
    return namedEntities[name.toLowerCase()] ?? whole
  })

/** Control characters, zero-width and bidirectional control characters. */
// oxlint-disable-next-line no-control-regex -- these very characters are taken away
const invisible = /[\u0000-\u0008\u000b-\u001f\u007f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g

/**
 * HTML as plain text, paragraphs separated by an empty line. All markup is removed; the result must be rendered as
 * text.
 */
export const plainText = (html: string): string =>
  decodeEntities(
    html
      .replace(/<!--[\s\S]*?(-->|$)/g, '')
      .replace(/<(script|style|iframe|object|noscript|template|svg|head)\b[\s\S]*?(<\/\1\s*>|$)/gi, '')
      .replace(/<br\s*\/?>/gi, '\n')
      .replace(/<\/?(p|div|section|article|h[1-6]|ul|ol|li|table|tr|blockquote|figure|pre)\b[^>]*(>|$)/gi, '\n\n')
      .replace(/<\/?[a-z!?][^>]*(>|$)/gi, ''),
  )
    .replace(invisible, '')
    .toWellFormed()
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) =>
      paragraph
        .replace(/[^\S\n]+/g, ' ')
        .replace(/ ?\n ?/g, '\n')
        .trim(),
    )
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')

/** One entry of a feed, as saved in news. */
export interface FeedItem {
  /** GUID of the feed; the link without one. */
  readonly guid: string
  readonly title: string
  readonly link: string
  readonly summary: string
  readonly content: string
  /** Undefined without a readable date. */
  readonly publishedAt: Date | undefined
}
export interface Feed {
  readonly title: string
  readonly items: readonly FeedItem[]
}

/** Maximum of entries read; feeds list the newest first. */
const maxItems = 100
const maxLengths = { title: 200, summary: 300, content: 20_000, guid: 2_000, link: 2_000 }

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: false,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: true,
  htmlEntities: false,
})

/** Atom XHTML content is wrapped in CDATA and then treated like HTML. */
const xhtmlElement = /<(title|summary|content)\b[^<>]{0,300}?\btype\s*=\s*["']xhtml["'][^<>]{0,300}>/g
function wrapXhtml(text: string): string {
  const parts: string[] = []
  let done = 0
  for (let match = xhtmlElement.exec(text); match !== null; match = xhtmlElement.exec(text)) {
    const from = match.index + match[0].length
    const end = text.indexOf(`</${match[1]}`, from)
    if (match[0].endsWith('/>')) continue
    if (end === -1) break
    parts.push(text.slice(done, from), '<![CDATA[', text.slice(from, end).replaceAll(/<!\[CDATA\[|\]\]>/g, ''), ']]>')
    xhtmlElement.lastIndex = done = end
  }
  xhtmlElement.lastIndex = 0
  return parts.join('') + text.slice(done)
}

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]
const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((node, name) => (isNode(node) ? node[name] : undefined), value)

/** The text of an element, whether it has attributes or not; of several the first. */
function textOf(value: unknown): string {
  const [first] = listOf(value)
  if (typeof first === 'string') return first
  return isNode(first) ? textOf(first['#text']) : ''
}
const firstText = (node: Node, ...names: readonly string[]): string =>
  names.map((name) => textOf(node[name]).trim()).find((text) => text !== '') ?? ''

/** RSS has the link as text, Atom as the href of the link without rel or with rel="alternate". */
function linkOf(node: Node): string {
  const links = listOf(node['link'])
  const atom = links.filter(isNode).find((each) => each['@rel'] === undefined || each['@rel'] === 'alternate')
  const text = atom === undefined ? firstText(node, 'link') : textOf(atom['@href'])
  if (!URL.canParse(text)) return ''
  const url = new URL(text)
  // Tracking parameters do not identify another page.
  for (const name of Array.from(url.searchParams.keys())) if (/^utm_/i.test(name)) url.searchParams.delete(name)
  // The normalised URL has no control characters, which the database refuses.
  const { href, protocol } = url
  return /^https?:$/.test(protocol) && href.length <= maxLengths.link ? href : ''
}

/** Earlier dates are treated as errors; some are outside the range of the database. */
const earliestMoment = Date.UTC(1990, 0, 1)
/** Date and time without a time zone. */
const momentWithoutZone = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)$/

/** Publication time; undefined if it is not plausible. Without a zone it is read as Asia/Shanghai. */
function momentOf(text: string): Date | undefined {
  const moment = Date.parse(text.replace(momentWithoutZone, '$1T$2+08:00'))
  return moment >= earliestMoment ? new Date(moment) : undefined
}

function itemOf(node: Node): FeedItem | undefined {
  const title = plainText(firstText(node, 'title')).replaceAll('\n', ' ').slice(0, maxLengths.title)
  const link = linkOf(node)
  const guid = (firstText(node, 'guid', 'id') || link).slice(0, maxLengths.guid)
  if (title === '' || guid === '') return undefined
  const short = plainText(firstText(node, 'description', 'summary'))
  const content = plainText(firstText(node, 'content:encoded', 'content')) || short
  return {
    guid,
    title,
    link,
    summary: (short || content).replace(/\s+/g, ' ').slice(0, maxLengths.summary),
    content: content.slice(0, maxLengths.content),
    publishedAt: momentOf(firstText(node, 'pubDate', 'published', 'updated', 'dc:date')),
  }
}

/** Decodes by the charset of the response, else of the XML declaration, else as UTF-8. */
function decode({ bytes, type }: Fetched): string {
  const declared = /encoding\s*=\s*["']([\w-]+)["']/.exec(Buffer.from(bytes.subarray(0, 200)).toString('latin1'))?.[1]
  const label = /charset\s*=\s*["']?([\w-]+)/i.exec(type)?.[1] ?? declared ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** Parses RSS 2.0, RSS 1.0 and Atom to plain text. Throws an Error with a readable message for anything else. */
export function parseFeed(fetched: Fetched): Feed {
  const text = decode(fetched)
  // Custom entities allow exponential expansion (billion laughs).
  if (/<!ENTITY/i.test(text)) throw new Error('declares entities of its own')
  const tree: unknown = parser.parse(wrapXhtml(text))
  const channel = at(tree, 'rss', 'channel') ?? at(tree, 'rdf:RDF', 'channel') ?? at(tree, 'feed')
  if (!isNode(channel)) throw new Error('is no RSS or Atom feed')
  const nodes = [...listOf(channel['item']), ...listOf(at(tree, 'rdf:RDF', 'item')), ...listOf(channel['entry'])]
  return {
    title: plainText(firstText(channel, 'title')).slice(0, 60),
    items: nodes
      .slice(0, maxItems)
      .filter(isNode)
      .flatMap((node) => itemOf(node) ?? []),
  }
}
