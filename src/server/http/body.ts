import { CallFailed } from '../../contract/failures.ts'

/** Maximum bytes of a JSON body; the longest forms stay far below. */
export const maxBodyBytes = 512 * 1024
/** Maximum nesting depth of a body. */
const maxDepth = 32

/** An unread request body, from a Node or a web request. */
export interface UnreadBody {
  readonly headers: Pick<Headers, 'get'>
  /** Reads the text. Throws CallFailed `tooLarge` as soon as it exceeds `maxBytes`. */
  readonly text: (maxBytes: number) => Promise<string>
}

/** Parses the JSON of a request. Failures: 415 other type, 413 too large, 400 malformed or nested too deeply. */
export async function readJson({ headers, text: read }: UnreadBody): Promise<unknown> {
  const type = headers.get('content-type') ?? ''
  if (!/^application\/json\b/i.test(type)) throw new CallFailed('wrongType')
  if (Number(headers.get('content-length') ?? 0) > maxBodyBytes) throw new CallFailed('tooLarge')
  const text = await read(maxBodyBytes)
  if (text === '') return {}
  // PostgreSQL cannot store NUL in text or jsonb.
  if (text.includes('\\u0000')) throw new CallFailed('badJson')
  if (nestingDepth(text) > maxDepth) throw new CallFailed('tooDeep')
  try {
    return JSON.parse(text, /\\ud[89a-f]/i.test(text) ? wellFormed : undefined)
  } catch {
    throw new CallFailed('badJson')
  }
}

/** Rejects lone surrogates, which jsonb cannot store; only escapes can produce one. */
function wellFormed(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && !value.isWellFormed()) throw new Error('half a surrogate pair')
  return value
}

/** Reads the text of a request body. Throws CallFailed `tooLarge` as soon as it exceeds `maxBytes`. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
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
    if (size > maxBytes) {
      await reader.cancel().catch(() => {})
      throw new CallFailed('tooLarge')
    }
    chunks.push(value)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Maximum bracket nesting outside strings; computed before parsing, so a hostile body costs one pass. */
function nestingDepth(json: string): number {
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
