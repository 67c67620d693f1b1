/** Events of the reader, in document order. Names are without prefix. */
export interface XmlEvents {
  /** `attribute` returns an attribute by its name without prefix. An empty element is closed immediately. */
  readonly open?: (name: string, attribute: (name: string) => string | undefined) => void
  readonly close?: (name: string) => void
  /** Decoded text; a text may be reported in several chunks. */
  readonly text?: (piece: string) => void
}

/** Limits for the length of a tag, comment or CDATA section, and for element depth: far above real spreadsheets. */
const maxTagLength = 32_768
const maxSectionLength = 131_072
const maxDepth = 100

export interface XmlReader {
  readonly write: (chunk: string) => void
  /** Throws when the document is not finished. */
  readonly end: () => void
}

/**
 * Parses XML in chunks, in linear time. Document types are refused, and with them custom entities. Throws on malformed
 * documents as far as relevant here.
 */
export function xmlReader(events: XmlEvents): XmlReader {
  let rest = ''
  let ended = false
  const depth: string[] = []
  const open = (tag: string) => {
    const isEmpty = tag.endsWith('/')
    const body = isEmpty ? tag.slice(0, -1) : tag
    const name = nameOf(body)
    if (name === '' || depth.length >= maxDepth) throw new Error('No tag, or too deep')
    let attributes: ReadonlyMap<string, string> | undefined
    events.open?.(name, (wanted) => (attributes ??= attributesOf(body)).get(wanted))
    if (isEmpty) events.close?.(name)
    else depth.push(name)
  }
  const close = (tag: string) => {
    const name = nameOf(tag.trimEnd())
    if (depth.pop() !== name) throw new Error('An element is not closed')
    events.close?.(name)
  }
  const read = (last: boolean) => {
    let at = 0
    for (;;) {
      const tag = rest.indexOf('<', at)
      if (tag !== at) {
        const upTo = tag >= 0 ? tag : last ? rest.length : wholeTextEnd(rest, at)
        if (upTo > at) events.text?.(decodeEntities(rest.slice(at, upTo)))
        at = upTo
        if (tag < 0) break
      }
      const [begin, end, most] = sectionOf(rest, at)
      const stop = end === '>' && begin === '<' ? tagEnd(rest, at) : rest.indexOf(end, at + begin.length)
      if (stop < 0) {
        if (rest.length - at > most) throw new Error('A tag without end')
        break
      }
      if (stop - at > most) throw new Error('A tag is too long')
      if (begin === '<![CDATA[') events.text?.(rest.slice(at + begin.length, stop))
      else if (begin === '</') close(rest.slice(at + 2, stop))
      else if (begin === '<') {
        if (rest[at + 1] === '!') throw new Error('Document types are not read')
        open(rest.slice(at + 1, stop))
      }
      at = stop + end.length
    }
    rest = rest.slice(at)
  }
  return {
    write: (chunk) => {
      if (ended) throw new Error('The document has ended')
      rest += chunk
      read(false)
    },
    end: () => {
      ended = true
      read(true)
      if (rest.trim() !== '' || depth.length > 0) throw new Error('The document is not finished')
    },
  }
}

/** The kind of markup at a position: its start, its end and its maximum length. */
function sectionOf(text: string, at: number): readonly [begin: string, end: string, most: number] {
  if (text.startsWith('<!--', at)) return ['<!--', '-->', maxSectionLength]
  if (text.startsWith('<![CDATA[', at)) return ['<![CDATA[', ']]>', maxSectionLength]
  if (text.startsWith('<?', at)) return ['<?', '?>', maxTagLength]
  if (text.startsWith('</', at)) return ['</', '>', maxTagLength]
  return ['<', '>', maxTagLength]
}

/** End of a tag: the first > outside quotes; -1 if incomplete. */
function tagEnd(text: string, from: number): number {
  let quote = ''
  const most = Math.min(text.length, from + maxTagLength + 2)
  for (let at = from + 1; at < most; at += 1) {
    const sign = text[at]
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return at
  }
  return -1
}

/** End of the text that can be reported now: an entity may be cut in two. */
function wholeTextEnd(text: string, from: number): number {
  const entity = text.lastIndexOf('&')
  return entity >= from && text.length - entity < 12 && !text.includes(';', entity) ? entity : text.length
}

function nameOf(tag: string): string {
  let end = 0
  while (end < tag.length && !/\s/.test(tag.charAt(end))) end += 1
  const name = tag.slice(0, end)
  return name.slice(name.indexOf(':') + 1)
}

const attribute = /\s([^\s=/>"']{1,100})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)')/g

function attributesOf(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single] of tag.matchAll(attribute)) {
    // Of r:id and id the first counts; namespace declarations are no attributes.
    if (name.startsWith('xmlns')) continue
    const plain = name.slice(name.indexOf(':') + 1)
    if (!found.has(plain)) found.set(plain, decodeEntities(double ?? single ?? ''))
  }
  return found
}

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos);/g, (whole, name: string) => {
        if (!name.startsWith('#')) return namedEntities[name] ?? whole
        const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
        return code <= 0x10_ffff ? String.fromCodePoint(code) : ''
      })
    : text
