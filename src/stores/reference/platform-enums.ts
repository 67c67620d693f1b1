import { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { Answer } from '../../contract/envelope.ts'
import { referenceCalls } from '../../contract/reference/reference.ts'
import { persistedValue, withSchema } from '../persisted-storage.ts'

const values = referenceCalls.dictionaryKey.output
/** Values of one dictionary, in its order. */
type PlatformEnum = z.output<typeof values>

/** Maximum age in milliseconds of a stored dictionary; they change a few times a year. */
const maxAgeMs = 600_000
const storedEnums = persistedValue(
  'browser',
  'platformEnums',
  withSchema(z.record(z.string(), z.object({ at: z.number(), values }))),
)

/**
 * Loads a dictionary by key, cached in this browser under `platformEnums` (specification section 3), so that the pages
 * of a centre do not each request it.
 */
export async function loadPlatformEnum(dictKey: string): Promise<Answer<PlatformEnum>> {
  const known = storedEnums.read()?.[dictKey]
  const age = known === undefined ? Number.POSITIVE_INFINITY : Date.now() - known.at
  if (known !== undefined && age >= 0 && age < maxAgeMs) return { ok: true, content: known.values }
  const answer = await api.reference.dictionaryKey({ dictKey })
  if (answer.ok) storedEnums.save({ ...storedEnums.read(), [dictKey]: { at: Date.now(), values: answer.content } })
  return answer
}
