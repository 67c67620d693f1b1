/** What a message shows besides its text: a link to one of our own demands, services or goods. */
export type CardKind = 'demand' | 'service' | 'market'

/** What was uploaded: pictures are shown, files only named. */
export type ChatFileKind = 'picture' | 'file'

/** What a chat message carries: specification section 3. Text is stored as typed and drawn as text nodes. */
export interface MessageContent {
  readonly status: 'text' | CardKind | ChatFileKind | 'recalled' | 'notice' | 'rating'
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
  /** Of a visit to the service that is to be rated, and its rating once given: 1 to 5. */
  readonly caseId?: number
  readonly score?: number
  readonly lastShort: string
}

/** Characters of one message. */
export const longestText = 2000
/** Words on cards and in front of a card's title in the list of conversations. */
export const cardWords: Readonly<Record<CardKind, string>> = { demand: '需求', service: '服务', market: '商品' }

const shortLength = 40

/** One line for the list of conversations. */
export function shortOf(text: string): string {
  const line = [...text.replace(/\s+/g, ' ').trim()]
  return line.length > shortLength ? `${line.slice(0, shortLength).join('')}…` : line.join('')
}

export const textContent = (text: string): MessageContent => ({ status: 'text', text, lastShort: shortOf(text) })

/** Specification section 5, on the wire: tags of scripts become the plain word, line breaks `<br />`. */
export const wireText = (text: string): string =>
  text.replace(/<\s*\/?\s*script[^>]*>?/gi, 'script').replace(/\r\n|\r|\n/g, '<br />')

/** A picture or file that was uploaded for the chat. */
export function fileContent(
  kind: ChatFileKind,
  { url, name, size }: { readonly url: string; readonly name: string; readonly size: number },
): MessageContent {
  const small = kind === 'picture' ? { imgUrl: `${url}?${smallForm}` } : {}
  const lastShort = kind === 'picture' ? '[图片]' : `[文件] ${shortOf(name)}`
  return { status: kind, text: '', url, title: name, size, ...small, lastShort }
}
/** Query of a picture's path that asks for its small form. */
export const smallForm = 'small'

/** What is left of a message that was taken back. */
export const recalledContent: MessageContent = { status: 'recalled', text: '', lastShort: '撤回了一条消息' }

/** A line between the messages that nobody said. */
export const noticeContent = (text: string): MessageContent => ({ status: 'notice', text, lastShort: shortOf(text) })

/** Asks for a rating of a visit to the service, and keeps it once given. */
export const ratingContent = (text: string, caseId: number, score?: number): MessageContent => ({
  ...{ status: 'rating', text, caseId, lastShort: shortOf(text) },
  ...(score === undefined ? {} : { score }),
})

export const isCard = (status: MessageContent['status']): status is CardKind =>
  status === 'demand' || status === 'service' || status === 'market'

/** Text as it is drawn or stored: `<br />` is a line break again. Everything else stays as it is, tags too. */
export const plainText = (text: string): string => text.replace(/<br\s*\/?>/gi, '\n')

/** A message's content as the wire has it: a JSON string. */
export const wireContent = (content: MessageContent): string =>
  JSON.stringify({ ...content, text: wireText(content.text), lastShort: wireText(content.lastShort) })

/** Text of a content that a client sends: JSON with `text`, else the string itself. Its other fields are not believed. */
export function sentText(content: string): string {
  const read = parsed(content)
  const own = read === undefined ? content : (stringOf(read, 'text') ?? stringOf(read, 'url') ?? '')
  return plainText(own).trim()
}

/** A content from the wire for drawing. What is no content is shown as text. */
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
    ...{ status, text, url, lastShort: stringOf(read, 'lastShort') ?? shortOf(text) },
    ...(imgUrl === undefined ? {} : { imgUrl }),
    ...(title === undefined ? {} : { title }),
    ...(price === undefined ? {} : { price }),
    ...(tag === undefined ? {} : { tag }),
  }
}

/** Only a file that lies here is opened or shown. */
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
