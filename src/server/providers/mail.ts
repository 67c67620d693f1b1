import type { Transporter } from 'nodemailer'
import type { Config } from '../../config.ts'
import { SendRefused } from './send-refused.ts'

/** One mail in plain text. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same for every try. */
  readonly reference: string
}

/** Sends mail. What is refused for good throws SendRefused, any other Error is a reason to try again. */
export interface MailSender {
  readonly send: (mail: Mail) => Promise<void>
  readonly close: () => void
}

/** Milliseconds: for the connection, for the server's greeting, for silence in between. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Undefined without MAIL_URL: mail stays in the outbox, where DEMO shows it. */
export function createMail({ mail }: Pick<Config, 'mail'>): MailSender | undefined {
  if (mail === undefined) return undefined
  const { url, from } = mail
  let opened: Promise<Transporter> | undefined
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    // Files and addresses named in a mail's fields are never fetched.
    return createTransport(
      { url, ...timeouts, pool: true, maxConnections: 2, disableFileAccess: true, disableUrlAccess: true },
      { from },
    )
  }
  return {
    send: async ({ to, subject, text, reference }) => {
      const transport = await (opened ??= open())
      // A repeated mail has the same id, by which mailboxes know it again.
      const messageId = `<${reference}@${hostOf(from)}>`
      // `address` as an object: whatever stands in it is one recipient, not a list.
      await transport.sendMail({ to: { name: '', address: to }, subject, text, messageId }).catch((cause: unknown) => {
        throw isFinal(cause) ? new SendRefused(cause.message) : cause
      })
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

/** The recipient is refused for good: 5xx after RCPT TO. What is wrong with login or server may be mended. */
const isFinal = (cause: unknown): cause is Error =>
  cause instanceof Error &&
  'code' in cause &&
  cause.code === 'EENVELOPE' &&
  'responseCode' in cause &&
  Number(cause.responseCode) >= 550

/** What stands behind the @ of a sender. */
const hostOf = (from: string) => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
