import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/open.ts'
import { canonicalJson } from '../../../domain/orders/deal-record.ts'
import { loadDemoKey } from '../../platform/demo-key.ts'

/** Where the roots are published. */
export const dealRootsPath = '/.well-known/deal-roots.json'

/** What is signed: a root, its day and number of records, and the root before. */
export interface RootContent {
  readonly day: string
  readonly root: string
  readonly count: number
  readonly previousRoot: string
}

/** The signed text of a root: canonical JSON. */
export const dealRootText = ({ day, root, count, previousRoot }: RootContent): string =>
  canonicalJson({ count, day, previous: previousRoot, root })

/** A leaf of the tree: the last entry of a record. */
export const dealLeafText = (leaf: { readonly orderId: number; readonly seq: number; readonly hash: string }): string =>
  canonicalJson({ hash: leaf.hash, orderId: leaf.orderId, seq: leaf.seq })

/** Signature in base64, and the public key as SPKI in base64; both empty without a key. */
export function signRoot(content: RootContent, key: KeyObject | undefined): { signature: string; publicKey: string } {
  if (key === undefined) return { signature: '', publicKey: '' }
  return {
    signature: sign(null, Buffer.from(dealRootText(content)), key).toString('base64'),
    publicKey: publicKeyOf(key),
  }
}

/** Public key as SPKI in base64; empty without a key. */
export const publicKeyOf = (key: KeyObject | undefined): string =>
  key === undefined ? '' : createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')

/** Whether a signature fits. Unsigned roots do not. */
export function isSignedBy(content: RootContent, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(dealRootText(content)), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/** Key that signs roots: the setting, else that of the demo; undefined = roots stay unsigned. */
export const findSigningKey = async (
  db: Db,
  { dealSigningKey, demo }: Pick<Config, 'dealSigningKey' | 'demo'>,
): Promise<KeyObject | undefined> => dealSigningKey ?? (demo ? loadDemoKey(db, 'dealSigningKey') : undefined)
