import type { StateLabel } from '../transition.ts'

/** Security-related facts of an account. */
export interface AccountSafety {
  readonly hasPassword: boolean
  /** Masked; empty = none. */
  readonly mobile: string
  readonly email: string
}
export type SafetyPart = 'password' | 'mobile' | 'email'

/** Parts in the recommended order: a mobile number alone allows sign-in and verification. */
const order: readonly SafetyPart[] = ['mobile', 'password', 'email']
const isSet: Readonly<Record<SafetyPart, (account: AccountSafety) => boolean>> = {
  mobile: ({ mobile }) => mobile !== '',
  password: ({ hasPassword }) => hasPassword,
  email: ({ email }) => email !== '',
}
const levels: readonly StateLabel[] = [
  { label: '低', tone: 'bad' },
  { label: '低', tone: 'bad' },
  { label: '中', tone: 'act' },
  { label: '高', tone: 'good' },
]

/** Security level of an account and the next part to set; null when all are set. */
export function getAccountSafety(account: AccountSafety): {
  readonly level: StateLabel
  readonly set: number
  readonly of: number
  readonly next: SafetyPart | null
} {
  const missing = order.filter((part) => !isSet[part](account))
  const set = order.length - missing.length
  return { level: levels[set] ?? { label: '低', tone: 'bad' }, set, of: order.length, next: missing[0] ?? null }
}
