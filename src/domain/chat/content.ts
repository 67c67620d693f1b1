/** Kind of a link preview: a demand, service or product of this site. */
export type LinkPreviewKind = 'demand' | 'service' | 'market'

/** What was uploaded: pictures are shown, files only named. */
export type ChatFileKind = 'picture' | 'file'

/** What a chat message carries: specification section 3. Text is stored as typed and rendered as text nodes. */
export interface MessageContent {
  readonly status: 'text' | LinkPreviewKind | ChatFileKind | 'recalled' | 'notice' | 'rating'
  readonly text: string
  /** Own path of a card's page or of a file. */
  readonly url?: string
  /** Of a card, or the small form of a picture. */
  readonly imgUrl?: string
  /** Of a card, or the name of a file. */
  readonly title?: string
  /** Bytes of a file. */
  readonly size?: number
  readonly price?: string
  readonly tag?: string
  /** Support case to be rated, and its rating once given: 1 to 5. */
  readonly caseId?: number
  readonly score?: number
  readonly lastShort: string
}

/** Characters of one message. */
export const maxTextLength = 2000
/** Labels of link previews, also shown in the list of conversations. */
export const linkPreviewLabels: Readonly<Record<LinkPreviewKind, string>> = {
  demand: '需求',
  service: '服务',
  market: '商品',
}

const shortLength = 40

/** One line for the list of conversations. */
export function shortenText(text: string): string {
  const line = [...text.replace(/\s+/g, ' ').trim()]
  return line.length > shortLength ? `${line.slice(0, shortLength).join('')}…` : line.join('')
}

export const textContent = (text: string): MessageContent => ({ status: 'text', text, lastShort: shortenText(text) })

/** Specification section 5, on the wire: tags of scripts become the plain word, line breaks `<br />`. */
export const wireText = (text: string): string =>
  text.replace(/<\s*\/?\s*script[^>]*>?/gi, 'script').replace(/\r\n|\r|\n/g, '<br />')

/** A picture or file that was uploaded for the chat. */
export function fileContent(
  kind: ChatFileKind,
  { url, name, size }: { readonly url: string; readonly name: string; readonly size: number },
): MessageContent {
  const small = kind === 'picture' ? { imgUrl: `${url}?${thumbnailQuery}` } : {}
  const lastShort = kind === 'picture' ? '[图片]' : `[文件] ${shortenText(name)}`
  return { status: kind, text: '', url, title: name, size, ...small, lastShort }
}
/** Query of a picture's path that asks for its small form. */
export const thumbnailQuery = 'small'

/** What is left of a message that was taken back. */
export const recalledContent: MessageContent = { status: 'recalled', text: '', lastShort: '撤回了一条消息' }

/** A system message between the messages. */
export const noticeContent = (text: string): MessageContent => ({
  status: 'notice',
  text,
  lastShort: shortenText(text),
})

/** Request for a rating of a support case, with the rating once given. */
export const ratingContent = (text: string, caseId: number, score?: number): MessageContent => ({
  status: 'rating',
  text,
  caseId,
  lastShort: shortenText(text),
  ...(score === undefined ? {} : { score }),
})

export const isLinkPreview = (status: MessageContent['status']): status is LinkPreviewKind =>
  status === 'demand' || status === 'service' || status === 'market'

/** Text as it is drawn or stored: `<br />` is a line break again. Everything else stays as it is, tags too. */
export const plainText = (text: string): string => text.replace(/<br\s*\/?>/gi, '\n')

/** A message's content as the wire has it: a JSON string. */
export const wireContent = (content: MessageContent): string =>
  JSON.stringify({ ...content, text: wireText(content.text), lastShort: wireText(content.lastShort) })

/** Text of a content that a client sends: JSON with `text`, else the string itself. Its other fields are ignored. */
export function readSentText(content: string): string {
  const read = parsed(content)
  const own = read === undefined ? content : (stringOf(read, 'text') ?? stringOf(read, 'url') ?? '')
  return plainText(own).trim()
}

/** Parses a wire content for rendering. Invalid content is shown as text. */
export function readContent(json: string): MessageContent {
  const read = parsed(json)
  if (read === undefined) return textContent(plainText(json))
  const status = stringOf(read, 'status')
  if (status === 'recalled') return recalledContent
  const text = plainText(stringOf(read, 'text') ?? '')
  if (status === 'notice') return noticeContent(text)
  const caseId = numberOf(read, 'caseId')
  if (status === 'rating' && caseId !== undefined) return ratingContent(text, caseId, numberOf(read, 'score'))
  const [url, imgUrl, title, price, tag] = ['url', 'imgUrl', 'title', 'price', 'tag'].map((key) => stringOf(read, key))
  if (status === 'picture' || status === 'file') return readFile(status, url, title, numberOf(read, 'size'))
  const card = status === 'demand' || status === 'service' || status === 'market'
  // Cards come from the server, whose links are paths of this site; anything else is not made into a link.
  if (!card || url === undefined || !url.startsWith('/') || url.startsWith('//')) return textContent(text)
  return {
    status,
    text,
    url,
    lastShort: stringOf(read, 'lastShort') ?? shortenText(text),
    ...(imgUrl === undefined ? {} : { imgUrl }),
    ...(title === undefined ? {} : { title }),
    ...(price === undefined ? {} : { price }),
    ...(tag === undefined ? {} : { tag }),
  }
}

/** Only files of this site are shown. */
function readFile(kind: ChatFileKind, url = '', name = '', size = 0): MessageContent {
  return /^\/files\/[\w-]{22}\/[^/?#]+$/.test(url) ? fileContent(kind, { url, name, size }) : textContent(name)
}

function parsed(json: string): object | undefined {
  if (!json.startsWith('{')) return undefined
  try {
    const read: unknown = JSON.parse(json)
    return typeof read === 'object' && read !== null ? read : undefined
  } catch {
    return undefined
  }
}

function stringOf(from: object, key: string): string | undefined {
  const value: unknown = Object.entries(from).find(([name]) => name === key)?.[1]
  return typeof value === 'string' ? value : undefined
}

function numberOf(from: object, key: string): number | undefined {
  const value: unknown = Object.entries(from).find(([name]) => name === key)?.[1]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
