import type { StateLabel } from '../transition.ts'

/** What of an account its safety rests on. */
export interface AccountSafety {
  readonly hasPassword: boolean
  /** Masked; empty = none. */
  readonly mobile: string
  readonly email: string
}
export type SafetyPart = 'password' | 'mobile' | 'email'

/** Parts in the order in which they are best set: a number alone lets a person in and proves who they are. */
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

/** How safe an account is, and what to set next; null when everything is set. */
export function safetyOf(account: AccountSafety): {
  readonly level: StateLabel
  readonly set: number
  readonly of: number
  readonly next: SafetyPart | null
} {
  const missing = order.filter((part) => !isSet[part](account))
  const set = order.length - missing.length
  return { level: levels[set] ?? { label: '低', tone: 'bad' }, set, of: order.length, next: missing[0] ?? null }
}
