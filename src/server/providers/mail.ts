import type { Transporter } from 'nodemailer'
import type { Config } from '../../config.ts'
import { SendRejectedError } from './send-rejected-error.ts'

/** One mail in plain text. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same for every attempt. */
  readonly reference: string
}

/** Sends mail. A permanent rejection throws SendRejectedError; any other Error is retried. */
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
    // Never fetches files or URLs from fields of a mail.
    return createTransport(
      { url, ...timeouts, pool: true, maxConnections: 2, disableFileAccess: true, disableUrlAccess: true },
      { from },
    )
  }
  return {
    send: async ({ to, subject, text, reference }) => {
      const transport = await (opened ??= open())
      // A repeated mail has the same message id.
      const messageId = `<${reference}@${hostOf(from)}>`
      // `address` as an object is always one recipient, not a list.
      await transport.sendMail({ to: { name: '', address: to }, subject, text, messageId }).catch((cause: unknown) => {
        throw isFinal(cause) ? new SendRejectedError(cause.message) : cause
      })
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

/** Permanent rejection of the recipient: 5xx after RCPT TO. Login or server errors are retried. */
const isFinal = (cause: unknown): cause is Error =>
  cause instanceof Error &&
  'code' in cause &&
  cause.code === 'EENVELOPE' &&
  'responseCode' in cause &&
  Number(cause.responseCode) >= 550

/** Host of a sender address. */
const hostOf = (from: string) => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
