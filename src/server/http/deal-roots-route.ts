import { desc } from 'drizzle-orm'
import { dealRoots } from '../../db/tables/deal-record.ts'
import { cacheFor } from '../../domain/shell/cache-control.ts'
import type { Runtime } from '../runtime.ts'

/** Roots of a bit more than a year; older ones follow from `previousRoot`. */
const maxRoots = 400
const maxAgeSeconds = 3600

/**
 * GET /.well-known/deal-roots.json: the daily roots of all deal records with their signatures, newest first, and the
 * public keys. Anybody may keep a copy: what a copy has cannot be changed here afterwards.
 */
export async function serveDealRoots({ db }: Pick<Runtime, 'db'>): Promise<Response> {
  const { day, root, count, previousRoot, signature, publicKey } = dealRoots
  const roots = await db
    .select({ day, root, count, previousRoot, signature, publicKey })
    .from(dealRoots)
    .orderBy(desc(dealRoots.id))
    .limit(maxRoots)
  const publicKeys = [...new Set(roots.flatMap((each) => (each.publicKey === '' ? [] : [each.publicKey])))]
  return Response.json(
    { algorithm: 'Ed25519', publicKeys, roots },
    { headers: { 'cache-control': cacheFor(maxAgeSeconds) } },
  )
}
