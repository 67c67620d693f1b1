import type { StateLabel } from '../transition.ts'
import type { Permission } from './permissions.ts'

/** Start of every API key, so that leaked ones are found by scanners of source code. */
export const apiKeyMark = 'yxk_'
/** Characters of a key that are stored and shown, so that people recognise it. */
export const apiKeyPrefixLength = 12
/** Keys of a company that are neither revoked nor expired. */
export const maxApiKeys = 20
/** Longest life of a key in days. */
export const maxApiKeyDays = 366
export const maxApiKeyName = 40
/** Networks that a key may be limited to; none = any address. */
export const maxApiKeyNetworks = 20
/** Calls of one key a minute, over all calls together. */
export const apiKeyPerMinute = 600

/** The permission to manage keys and webhooks of a company: a key acts with rights, as a role does. */
export const openApiPermission: Permission = 'role_manage'

export const apiKeyStates = ['active', 'expired', 'revoked'] as const
export type ApiKeyState = (typeof apiKeyStates)[number]

export const apiKeyLabels: Readonly<Record<ApiKeyState, StateLabel>> = {
  active: { label: '有效', tone: 'good' },
  expired: { label: '已过期', tone: 'mute' },
  revoked: { label: '已撤销', tone: 'bad' },
}

/** State of a key at a moment. */
export function apiKeyState(
  { revokedAt, expiresAt }: { readonly revokedAt: Date | null; readonly expiresAt: Date },
  now: Date,
): ApiKeyState {
  if (revokedAt !== null) return 'revoked'
  return expiresAt <= now ? 'expired' : 'active'
}

/** Permissions of a call with a key: those of the key that the person who gave it still holds. */
export const presentPermissions = (
  ofKey: readonly Permission[],
  ofGiver: ReadonlySet<Permission>,
): ReadonlySet<Permission> => new Set(ofKey.filter((permission) => ofGiver.has(permission)))

/** Permissions that calls with a key may need, and so may be given to one. A rule test compares them with the contract. */
export const apiKeyPermissions = [
  'my_requirement',
  'publish_requirement',
  'my_orders',
  'my_supply',
  'order_manage',
  'org_service_manage',
  'goods_manage',
] as const satisfies readonly Permission[]
