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
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text.slice(0, longest.link) : ''
}

function itemOf(node: Node): FeedItem | undefined {
  const title = plainText(firstText(node, 'title')).replaceAll('\n', ' ').slice(0, longest.title)
  const link = linkOf(node)
  const guid = (firstText(node, 'guid', 'id') || link).slice(0, longest.guid)
  if (title === '' || guid === '') return undefined
  const short = plainText(firstText(node, 'description', 'summary'))
  const content = plainText(firstText(node, 'content:encoded', 'content')) || short
  const moment = Date.parse(firstText(node, 'pubDate', 'published', 'updated', 'dc:date'))
  return {
    ...{ guid, title, link },
    summary: (short || content).replace(/\s+/g, ' ').slice(0, longest.summary),
    content: content.slice(0, longest.content),
    publishedAt: Number.isNaN(moment) ? undefined : new Date(moment),
  }
}

/** Its own word for how it is written, else the answer's, else UTF-8. */
function decodedOf({ bytes, type }: Fetched): string {
  const declared = /encoding\s*=\s*["']([\w-]+)["']/.exec(bytes.toString('latin1', 0, 200))?.[1]
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
  const tree: unknown = parser.parse(text)
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
