import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { facts } from '../../db/tables/operations.ts'

const generateKey = {
  ed25519: () => generateKeyPairSync('ed25519').privateKey,
  p256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
} as const

/** Private key of the demo under a name, the same for all processes: made once by the first. */
export async function loadDemoKey(
  db: Db,
  name: string,
  kind: keyof typeof generateKey = 'ed25519',
): Promise<KeyObject> {
  const generated = generateKey[kind]().export({ type: 'pkcs8', format: 'pem' }).toString()
  await db.insert(facts).values({ key: name, value: generated }).onConflictDoNothing()
  const [row] = await db.select({ value: facts.value }).from(facts).where(eq(facts.key, name))
  return createPrivateKey(z.string().parse(row?.value))
}
