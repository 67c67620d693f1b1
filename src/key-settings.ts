import { z } from 'zod'

/** A key that encrypts columns (AES-256-GCM): 32 bytes, and the id in its ciphertexts. */
export interface DataKey {
  readonly id: string
  readonly key: Buffer
}

const keyBytes = 32
const shape = /^([\w-]{1,32}):([A-Za-z0-9+/_-]{43}=?)$/

/**
 * Parses keys written as `id:base64-of-32-bytes`, separated by spaces. Undefined if one is malformed or an id repeats;
 * the input never appears in a message.
 */
export function parseDataKeys(text: string): DataKey[] | undefined {
  const keys = new Map<string, DataKey>()
  for (const given of text.split(/\s+/).filter((part) => part !== '')) {
    const [, id, written] = shape.exec(given) ?? []
    if (id === undefined || written === undefined || keys.has(id)) return undefined
    const key = Buffer.from(written, 'base64')
    if (key.byteLength !== keyBytes) return undefined
    keys.set(id, { id, key })
  }
  return [...keys.values()]
}

export const dataKeysSetting = z
  .string()
  .optional()
  .transform((text = '', context) => {
    const keys = parseDataKeys(text)
    if (keys !== undefined) return keys
    context.addIssue({
      code: 'custom',
      message: 'must be id:base64 of 32 bytes, several divided by spaces, each id once',
    })
    return z.NEVER
  })
  .describe(
    'keys that encrypt ID, bank account and telephone numbers, as `id:` and base64 of 32 bytes, divided by spaces: the first encrypts, all decrypt. Needed with DATABASE_URL; else, and with DEMO=1, one is made in DATA_DIR/data-keys',
  )
