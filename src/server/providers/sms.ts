import type { Config } from '../../config.ts'
import type { OutboxTemplate } from '../../domain/operations/outbox-limits.ts'

/** One SMS as a provider's template takes it. */
export interface Sms {
  readonly mobile: string
  readonly template: OutboxTemplate
  readonly params: Readonly<Record<string, string>>
  /** The same for every attempt, so that a provider can detect a repetition. */
  readonly reference: string
}

/** Sends SMS. A permanent rejection throws SendRejectedError; any other Error is retried. */
export interface SmsSender {
  readonly send: (sms: Sms) => Promise<void>
}

/** Milliseconds after which a provider that does not answer has failed. */
export const smsTimeout = 15_000

/** Protocol and host of SMS_ENDPOINT, which names a host, or an http:// address inside a closed net. */
export function endpointOf(endpoint: string | undefined, usual: string): { protocol: 'http' | 'https'; host: string } {
  const given = endpoint ?? usual
  return {
    protocol: given.startsWith('http://') ? 'http' : 'https',
    host: given.replace(/^https?:\/\/|(?<!\/)\/+$/g, ''),
  }
}

/** The provider's template for one of ours; undefined where the settings name none. */
export function templateOf(
  { templateCode, templateNotice, templateInvitation }: Config['sms'],
  { template }: Pick<Sms, 'template'>,
): string | undefined {
  const names: Readonly<Record<OutboxTemplate, string | undefined>> = {
    code: templateCode,
    invitation: templateInvitation,
    security: templateNotice,
    notice: templateNotice,
  }
  return names[template]
}
