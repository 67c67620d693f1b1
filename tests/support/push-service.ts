import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'

/** A message as the browser reads it, and what came with it. */
export interface ReceivedMessage {
  readonly text: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** A push service on this machine, with the browsers that it serves. */
export interface PushService {
  readonly url: string
  /** Decrypted messages, oldest first. */
  readonly received: ReceivedMessage[]
  /** Status of the next answers; 201 at first. */
  status: number
  /** Subscribes another browser with the platform's public key, as the page sends it. */
  readonly subscribe: () => { readonly endpoint: string; readonly p256dh: string; readonly auth: string }
  readonly close: () => Promise<void>
}

interface Browser {
  readonly keys: ECDH
  readonly auth: Buffer
}

/** Checks the identification of the platform for this service; throws where it is wrong. */
function checkIdentity(authorization: string, origin: string): void {
  const { token = '', key = '' } = /^vapid t=(?<token>[^,]+), k=(?<key>.+)$/.exec(authorization)?.groups ?? {}
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud, exp, sub }: { aud?: unknown; exp?: unknown; sub?: unknown } = JSON.parse(
    Buffer.from(claims, 'base64url').toString(),
  )
  const left = Number(exp) - Date.now() / 1000
  if (!signed || aud !== origin || left <= 0 || left > 86_400 || typeof sub !== 'string')
    throw new Error('Wrong identity')
}

/** Decrypts as a browser does (RFC 8291), independently of the product. */
export function decryptMessage(body: Buffer, { keys, auth }: Browser): string {
  const [salt, senderKey, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
  const shared = keys.computeSecret(senderKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey])
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
  const part = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes))
  const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>()
  const server = createServer((request, response) => {
    void (async () => {
      const { url = '', headers } = request
      const body = await bodyOf(request)
      const browser = browsers.get(url)
      if (service.status < 300 && browser !== undefined) {
        checkIdentity(headers.authorization ?? '', service.url)
        service.received.push({ text: decryptMessage(body, browser), path: url, headers })
      }
      response.writeHead(browser === undefined ? 404 : service.status).end()
    })().catch((error: unknown) => response.writeHead(400).end(String(error)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const service: PushService = {
    url: `http://127.0.0.1:${port}`,
    received: [],
    status: 201,
    subscribe: () => {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const [auth, path] = [randomBytes(16), `/send/${randomBytes(12).toString('hex')}`]
      browsers.set(path, { keys, auth })
      return {
        endpoint: service.url + path,
        p256dh: keys.getPublicKey().toString('base64url'),
        auth: auth.toString('base64url'),
      }
    },
    close: async () => {
      server.close()
      await once(server, 'close')
    },
  }
  return service
}
