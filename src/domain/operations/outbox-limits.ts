import { codesPerDay, resendSeconds } from '../accounts/identity-rules.ts'

/** Ways in which a message leaves the platform. */
export const outboxChannels = ['sms', 'mail', 'device'] as const
export type OutboxChannel = (typeof outboxChannels)[number]

/** At most so many messages in any so many seconds. */
export interface RecipientLimit {
  readonly max: number
  readonly seconds: number
}

const hour = 3_600
const day = 86_400
/** Of one device, whatever it is told. */
const devices = [
  { max: 60, seconds: hour },
  { max: 300, seconds: day },
]
const codes = [
  { max: 1, seconds: resendSeconds },
  { max: codesPerDay, seconds: day },
]

/**
 * Every template of the outbox with the messages that one number or mail address gets of it, whoever wants them sent:
 * all companies, people and jobs count together. Each template counts by itself, so that what strangers cause (news)
 * uses up nothing of what protects an account (codes, security).
 */
export const outboxTemplates = {
  /** Verification codes. */
  code: { sms: codes, mail: codes, device: devices },
  /** Links with which a company makes a person one of its sub-accounts. */
  invitation: { sms: [{ max: 3, seconds: day }], mail: [{ max: 3, seconds: day }], device: devices },
  /** What happened to the safety of the recipient's own account. */
  security: {
    sms: [{ max: 20, seconds: day }],
    mail: [{ max: 60, seconds: day }],
    device: devices,
  },
  /** Notifications that users chose to receive by mail or SMS. */
  notice: {
    sms: [
      { max: 5, seconds: hour },
      { max: 20, seconds: day },
    ],
    mail: [{ max: 200, seconds: day }],
    device: devices,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<OutboxChannel, readonly RecipientLimit[]>>>>

/** Name of a template; one without a limit does not exist. */
export type OutboxTemplate = keyof typeof outboxTemplates
