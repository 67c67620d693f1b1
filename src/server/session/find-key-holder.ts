import { BlockList, isIP, isIPv6 } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { preparedOn } from '../../db/prepared.ts'
import { companies, users } from '../../db/tables/accounts.ts'
import { apiKeys } from '../../db/tables/open-api.ts'
import { shops } from '../../db/tables/shops.ts'
import { apiKeyState, presentPermissions } from '../../domain/accounts/api-keys.ts'
import { isPermission } from '../../domain/accounts/permissions.ts'
import { operatorPermissionsOf } from '../../domain/operations/operator-roles.ts'
import type { Member, RequestFacts } from '../handler.ts'
import { hashToken } from '../platform/tokens.ts'
import { personColumns } from './find-caller.ts'
import { permissionsOf } from './permissions.ts'

/** Milliseconds between updates of the last use of a key. */
const usedEveryMs = 60_000

/** A key with the person who gave it, by its hash. */
const preparedKey = preparedOn((db) =>
  db
    .select({
      keyId: apiKeys.id,
      keyCompanyId: apiKeys.companyId,
      keyName: apiKeys.name,
      prefix: apiKeys.prefix,
      keyPermissions: apiKeys.permissions,
      networks: apiKeys.networks,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
      lastUsedAt: apiKeys.lastUsedAt,
      locked: users.locked,
      ...personColumns,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .leftJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(shops, eq(shops.companyId, users.companyId))
    .where(eq(apiKeys.keyHash, sql.placeholder('keyHash')))
    .prepare('find_key_holder'),
)

/**
 * The caller of a request with an API key: the person who gave it, as a member of the key's company, with the permissions
 * that both hold now; never an operator. Updates the last use once a minute. Throws apiKeyInvalid, apiKeyRevoked,
 * apiKeyExpired or apiKeyNetwork.
 */
export async function findKeyHolder(db: Db, { apiKey = '', ip }: Pick<RequestFacts, 'apiKey' | 'ip'>): Promise<Member> {
  if (apiKey.length > 100) throw new CallFailed('apiKeyInvalid')
  const [row] = await preparedKey(db).execute({ keyHash: hashToken(apiKey) })
  if (row === undefined) throw new CallFailed('apiKeyInvalid')
  const { keyId, keyCompanyId, keyName, prefix, keyPermissions, networks, expiresAt, revokedAt, ...rest } = row
  const { lastUsedAt, locked, granted, ...person } = rest
  const now = new Date()
  const state = apiKeyState({ revokedAt, expiresAt }, now)
  if (state === 'revoked') throw new CallFailed('apiKeyRevoked')
  if (locked || person.companyId !== keyCompanyId) throw new CallFailed('apiKeyInvalid')
  if (state === 'expired') throw new CallFailed('apiKeyExpired')
  if (!isWithinNetworks(ip ?? '', networks)) throw new CallFailed('apiKeyNetwork', { address: ip ?? '' })
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > usedEveryMs)
    await db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, keyId))
  return {
    ...person,
    companyId: keyCompanyId,
    sessionId: 0,
    sessionEndsAt: expiresAt,
    isService: false,
    serviceId: null,
    isOperator: false,
    lacksSecondStep: false,
    operatorRoles: [],
    operatorPermissions: operatorPermissionsOf([]),
    isOwner: false,
    permissions: presentPermissions(keyPermissions.filter(isPermission), permissionsOf({ ...person, granted })),
    key: { id: keyId, name: keyName, prefix },
  }
}

/** Whether an address belongs to one of the networks (CIDR or single addresses); none = any address. */
export function isWithinNetworks(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true
  if (isIP(address) === 0) return false
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    const family = isIPv6(base) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(base, family)
    else list.addSubnet(base, Number(bits), family)
  }
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
