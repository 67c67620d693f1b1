import { XMLParser } from 'fast-xml-parser'
import type { Fetched } from './fetch-feed.ts'
import { plainText } from './plain-text.ts'

/** One entry of a feed as news keeps it. */
export interface FeedItem {
  /** What the feed calls it by; its link where it names nothing. */
  readonly guid: string
  readonly title: string
  readonly link: string
  readonly summary: string
  readonly content: string
  /** Undefined where it names no moment that can be read. */
  readonly publishedAt: Date | undefined
}
export interface Feed {
  readonly title: string
  readonly items: readonly FeedItem[]
}

/** Entries of a feed that are looked at; they come newest first. */
const mostItems = 100
const longest = { title: 200, summary: 300, content: 20_000, guid: 2_000, link: 2_000 }

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: false,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: true,
  htmlEntities: false,
})

/** Atom may write a title as elements. They are read as the text that they are written with, like HTML elsewhere. */
const asElements = /<(title|summary|content)\b[^<>]{0,300}?\btype\s*=\s*["']xhtml["'][^<>]{0,300}>/g
function elementsAsText(text: string): string {
  const parts: string[] = []
  let done = 0
  for (let match = asElements.exec(text); match !== null; match = asElements.exec(text)) {
    const from = match.index + match[0].length
    const end = text.indexOf(`</${match[1]}`, from)
    if (match[0].endsWith('/>')) continue
    if (end === -1) break
    parts.push(text.slice(done, from), '<![CDATA[', text.slice(from, end).replaceAll(/<!\[CDATA\[|\]\]>/g, ''), ']]>')
    asElements.lastIndex = done = end
  }
  asElements.lastIndex = 0
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

/** RSS writes the link as text, Atom as an attribute of the one that is no other relation. */
function linkOf(node: Node): string {
  const links = listOf(node['link'])
  const atom = links.filter(isNode).find((each) => each['@rel'] === undefined || each['@rel'] === 'alternate')
  const text = atom === undefined ? firstText(node, 'link') : textOf(atom['@href'])
  if (!URL.canParse(text)) return ''
  const url = new URL(text)
  // What only counts readers does not make another page.
  for (const name of [...url.searchParams.keys()]) if (/^utm_/i.test(name)) url.searchParams.delete(name)
  // As it is written in an address: a control character of the feed would be refused by the database.
  const { href, protocol } = url
  return /^https?:$/.test(protocol) && href.length <= longest.link ? href : ''
}

/** Moments before this are a mistake of the feed, and some of them no database keeps. */
const firstMoment = Date.UTC(1990, 0, 1)
/** A moment without its zone, as many sites of the country write it. */
const zoneless = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)$/

/** When a piece came out; undefined where nothing that can be true is said. Without a zone it is Shanghai's time. */
function momentOf(text: string): Date | undefined {
  const moment = Date.parse(text.replace(zoneless, '$1T$2+08:00'))
  return moment >= firstMoment ? new Date(moment) : undefined
}

function itemOf(node: Node): FeedItem | undefined {
  const title = plainText(firstText(node, 'title')).replaceAll('\n', ' ').slice(0, longest.title)
  const link = linkOf(node)
  const guid = (firstText(node, 'guid', 'id') || link).slice(0, longest.guid)
  if (title === '' || guid === '') return undefined
  const short = plainText(firstText(node, 'description', 'summary'))
  const content = plainText(firstText(node, 'content:encoded', 'content')) || short
  return {
    ...{ guid, title, link },
    summary: (short || content).replace(/\s+/g, ' ').slice(0, longest.summary),
    content: content.slice(0, longest.content),
    publishedAt: momentOf(firstText(node, 'pubDate', 'published', 'updated', 'dc:date')),
  }
}

/** Its own word for how it is written, else the answer's, else UTF-8. */
function decodedOf({ bytes, type }: Fetched): string {
  const declared = /encoding\s*=\s*["']([\w-]+)["']/.exec(Buffer.from(bytes.subarray(0, 200)).toString('latin1'))?.[1]
  const label = /charset\s*=\s*["']?([\w-]+)/i.exec(type)?.[1] ?? declared ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** RSS 2.0, RSS 1.0 and Atom as plain texts. Throws a sentence for anything else. */
export function feedItems(fetched: Fetched): Feed {
  const text = decodedOf(fetched)
  // Entities of its own are how a small text is made a huge one.
  if (/<!ENTITY/i.test(text)) throw new Error('declares entities of its own')
  const tree: unknown = parser.parse(elementsAsText(text))
  const channel = at(tree, 'rss', 'channel') ?? at(tree, 'rdf:RDF', 'channel') ?? at(tree, 'feed')
  if (!isNode(channel)) throw new Error('is no RSS or Atom feed')
  const nodes = [...listOf(channel['item']), ...listOf(at(tree, 'rdf:RDF', 'item')), ...listOf(channel['entry'])]
  return {
    title: plainText(firstText(channel, 'title')).slice(0, 60),
    items: nodes
      .slice(0, mostItems)
      .filter(isNode)
      .flatMap((node) => itemOf(node) ?? []),
  }
}
