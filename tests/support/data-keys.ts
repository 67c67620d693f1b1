import { lookupHash, ringOf } from '../../src/db/encryption/cipher.ts'
import type { HashedName } from '../../src/db/encryption/columns.ts'
import { openLookupKey } from '../../src/db/encryption/lookup-key.ts'

const key = { id: 'test', key: Buffer.alloc(32, 'key of the tests ') }

/** Data keys of the test databases: shared by all processes of a test, so that each can read all rows. */
export const testDataKeys = `${key.id}:${key.key.toString('base64')}`

export const testKeyRing = ringOf([key])
/** Key ring with the lookup key of these databases. */
export const testLookupKeyRing = { ...testKeyRing, lookup: openLookupKey(undefined, testKeyRing) }

/** Lookup hash of a value in these databases, for raw SQL. */
export const storedHash = (name: HashedName, plain: string): string => lookupHash(plain, name, testLookupKeyRing)
