import { CallFailed } from '../../contract/failures.ts'

/** Largest JSON body: the longest forms with all their texts stay far below. */
export const maxBodyBytes = 512 * 1024
/** Deepest nesting of a body. */
const maxDepth = 32

/** A request's body that is still to be read: Node's own or the web's. */
export interface Unread {
  readonly headers: Pick<Headers, 'get'>
  /** Its text. Throws CallFailed `tooLarge` as soon as it is longer than `most` bytes. */
  readonly text: (most: number) => Promise<string>
}

/** The JSON of a request, or a named failure: 415 other type, 413 too large, 400 broken or too deep. */
export async function readJson({ headers, text: read }: Unread): Promise<unknown> {
  const type = headers.get('content-type') ?? ''
  if (!/^application\/json\b/i.test(type)) throw new CallFailed('wrongType')
  if (Number(headers.get('content-length') ?? 0) > maxBodyBytes) throw new CallFailed('tooLarge')
  const text = await read(maxBodyBytes)
  if (text === '') return {}
  // PostgreSQL cannot hold NUL in text or jsonb, and nobody types one.
  if (text.includes('\\u0000')) throw new CallFailed('badJson')
  if (depthOf(text) > maxDepth) throw new CallFailed('tooDeep')
  try {
    return JSON.parse(text, /\\ud[89a-f]/i.test(text) ? wellFormed : undefined)
  } catch {
    throw new CallFailed('badJson')
  }
}

/** Refuses halves of surrogate pairs, which jsonb cannot hold; only escapes can bring one in. */
function wellFormed(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && !value.isWellFormed()) throw new Error('half a surrogate pair')
  return value
}

/** The text of a request's body. Throws CallFailed `tooLarge` as soon as it is longer than `most` bytes. */
export async function readText(request: Request, most: number): Promise<string> {
  if (request.body === null) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new CallFailed('badJson')
    })
    if (done) break
    size += value.byteLength
    if (size > most) {
      await reader.cancel().catch(() => {})
      throw new CallFailed('tooLarge')
    }
    chunks.push(value)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Deepest nesting of brackets outside strings; counted before parsing, so a hostile body costs one pass. */
function depthOf(json: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let i = 0; i < json.length; i += 1) {
    const sign = json[i]
    if (inString) {
      if (sign === '\\') i += 1
      else if (sign === '"') inString = false
    } else if (sign === '"') inString = true
    else if (sign === '{' || sign === '[') deepest = Math.max(deepest, ++depth)
    else if (sign === '}' || sign === ']') depth -= 1
  }
  return deepest
}
