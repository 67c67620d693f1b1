import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly headers: string
  readonly subject: string
  readonly text: string
}

export interface Smtp {
  /** smtp://user:secret@127.0.0.1:port */
  readonly url: string
  readonly arrived: ReceivedMail[]
  /** Refuses this recipient with a code; undefined accepts it again. */
  readonly refuse: (recipient: string, code: number | undefined) => void
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
}

class Refusal extends Error {
  readonly responseCode: number
  constructor(responseCode: number) {
    super(`refused with ${responseCode}`)
    this.responseCode = responseCode
  }
}

/** A mail server with user and password, closed after the running test. */
export async function startSmtpServer(): Promise<Smtp> {
  const arrived: ReceivedMail[] = []
  const refused = new Map<string, number>()
  let port = 0
  let server: SMTPServer | undefined
  const start = async () => {
    const made = new SMTPServer({
      authOptional: false,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      closeTimeout: 200,
      onAuth: ({ username, password }, _session, done) =>
        username === 'user' && password === 'secret' ? done(null, { user: 'user' }) : done(new Refusal(535)),
      onRcptTo: ({ address }, _session, done) => {
        const code = refused.get(address)
        done(code === undefined ? null : new Refusal(code))
      },
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
          const to = envelope.rcptTo.map(({ address }) => address)
          arrived.push({ from, to, ...partsOf(Buffer.concat(chunks).toString('utf8')) })
          done(null)
        })
      },
    })
    made.on('error', () => {})
    await new Promise<void>((resolve) => made.listen(port, '127.0.0.1', resolve))
    const address = made.server.address()
    if (address === null || typeof address === 'string') throw new Error('The mail server has no port')
    port = address.port
    server = made
  }
  const stop = () => new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())))
  await start()
  onTestFinished(stop)
  return {
    url: `smtp://user:secret@127.0.0.1:${port}`,
    arrived,
    refuse: (recipient, code) => void (code === undefined ? refused.delete(recipient) : refused.set(recipient, code)),
    stop,
    start,
  }
}

function partsOf(raw: string): Pick<ReceivedMail, 'headers' | 'subject' | 'text'> {
  const [headers = '', ...rest] = raw.split('\r\n\r\n')
  const subject = /^Subject: (.*(?:\r\n\s.*)*)/m.exec(headers)?.[1] ?? ''
  const body = rest.join('\r\n\r\n')
  const encoded = /^Content-Transfer-Encoding: base64/im.test(headers)
  const text = encoded ? Buffer.from(body, 'base64').toString('utf8') : unquoted(body)
  return { headers, subject: decodedHeader(subject), text }
}

/** Decodes quoted-printable as UTF-8. */
const unquoted = (text: string) =>
  Buffer.from(
    text
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

/** Decodes encoded words of a header. */
const decodedHeader = (header: string) =>
  header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?(B|Q)\?([^?]*)\?=/gi, (_match, how: string, text: string) =>
      how.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString('utf8') : unquoted(text.replaceAll('_', ' ')),
    )
