import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** Keys of a subscription, base64url: public key of the browser (65 bytes) and the secret shared with it (16 bytes). */
export interface SubscriptionKeys {
  readonly p256dh: string
  readonly auth: string
}

const curve = 'prime256v1'
/** Bytes of a record; a message is one record. Services take 4,096 bytes. */
const recordSize = 4_096
/** Bytes of a message at most, so that the header, the delimiter and the tag fit beside it. */
export const maxMessageBytes = 3_993
/** Follows the content of the last record. */
const lastRecord = Buffer.of(2)

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

const infoOf = (name: string, ...more: readonly Uint8Array[]) => Buffer.concat([Buffer.from(`${name}\0`), ...more])

/** Whether the keys of a subscription can be used: the public key is a point of the curve. */
export function areUsableKeys({ p256dh, auth }: SubscriptionKeys): boolean {
  try {
    const own = createECDH(curve)
    own.generateKeys()
    own.computeSecret(Buffer.from(p256dh, 'base64url'))
    return Buffer.from(auth, 'base64url').byteLength === 16
  } catch {
    return false
  }
}

/**
 * Encrypts a message for one browser (RFC 8291, content encoding aes128gcm of RFC 8188). The key pair and the salt are
 * new for every message; tests give those of the RFC. Throws an Error for a message over `maxMessageBytes`.
 */
export function encryptMessage(
  message: Uint8Array,
  { p256dh, auth }: SubscriptionKeys,
  { privateKey, salt = randomBytes(16) }: { readonly privateKey?: Uint8Array; readonly salt?: Uint8Array } = {},
): Buffer {
  if (message.byteLength > maxMessageBytes) throw new Error(`A message has ${maxMessageBytes} bytes at most`)
  const own = createECDH(curve)
  if (privateKey === undefined) own.generateKeys()
  else own.setPrivateKey(privateKey)
  const browserKey = Buffer.from(p256dh, 'base64url')
  const shared = own.computeSecret(browserKey)
  const ownKey = own.getPublicKey()
  const secret = derive(shared, Buffer.from(auth, 'base64url'), infoOf('WebPush: info', browserKey, ownKey), 32)
  const key = derive(secret, salt, infoOf('Content-Encoding: aes128gcm'), 16)
  const nonce = derive(secret, salt, infoOf('Content-Encoding: nonce'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const encrypted = Buffer.concat([cipher.update(message), cipher.update(lastRecord), cipher.final()])
  const header = Buffer.alloc(21)
  header.set(salt)
  header.writeUInt32BE(recordSize, 16)
  header.writeUInt8(ownKey.byteLength, 20)
  return Buffer.concat([header, ownKey, encrypted, cipher.getAuthTag()])
}
