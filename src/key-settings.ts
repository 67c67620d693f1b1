import { createPrivateKey, type KeyObject } from 'node:crypto'
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

/** A private key, PKCS8 in base64. Undefined where the text is none, or its key is of another kind. */
function parsePrivateKey(text: string, isWanted: (key: KeyObject) => boolean): KeyObject | undefined {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
    return isWanted(key) ? key : undefined
  } catch {
    return undefined
  }
}

const privateKeySetting = (name: string, isWanted: (key: KeyObject) => boolean) =>
  z
    .string()
    .max(500)
    .transform((text, context) => {
      const key = parsePrivateKey(text, isWanted)
      if (key !== undefined) return key
      context.addIssue({ code: 'custom', message: `must be a private ${name} key, PKCS8 in base64` })
      return z.NEVER
    })
    .optional()

export const signingKeySetting = privateKeySetting(
  'Ed25519',
  ({ asymmetricKeyType }) => asymmetricKeyType === 'ed25519',
).describe(
  'private Ed25519 key (PKCS8, base64) that signs the daily roots of the deal records; without it they are published unsigned, and with DEMO=1 one is made in the database',
)

export const pushKeySetting = privateKeySetting(
  'P-256',
  ({ asymmetricKeyDetails }) => asymmetricKeyDetails?.namedCurve === 'prime256v1',
).describe(
  'private P-256 key (PKCS8, base64) with which the platform identifies itself to push services (VAPID); without it no device is notified, and with DEMO=1 one is made in the database. Devices subscribed with another key are no longer reached',
)
