import { apiKeyPermissions } from '../../../../src/domain/accounts/api-keys.ts'
import { dateInput, daysAfter } from '../../../../src/domain/time-input.ts'
import type { TestApp } from '../../app.ts'
import { contentOf, visitor, type Client } from '../../client.ts'

type KeyPermission = (typeof apiKeyPermissions)[number]

/** A day some days from now, as a form sends it. */
export const dayIn = (days: number): string => dateInput(daysAfter(new Date().toISOString(), days))

/** A program that calls with a new key of `by`. */
export interface Program {
  readonly client: Client
  readonly keyId: number
  readonly key: string
}

/** A client whose requests have a key and no session. */
export function programWith(app: Pick<TestApp, 'fetch'>, key: string): Client {
  const client = visitor(app)
  client.headers.set('authorization', `Bearer ${key}`)
  return client
}

/** A program with a new key of `by`. */
export async function keyOf(
  app: Pick<TestApp, 'fetch'>,
  by: Client,
  permissions: readonly KeyPermission[] = apiKeyPermissions,
  networks: readonly string[] = [],
): Promise<Program> {
  const input = { name: 'ERP 对接', permissions: [...permissions], expiresOn: dayIn(30), networks: [...networks] }
  const { keyId, key } = contentOf(await by.api.accounts.apiKeySave(input))
  return { client: programWith(app, key), keyId, key }
}
