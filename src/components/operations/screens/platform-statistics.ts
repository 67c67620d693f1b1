import type { AstroGlobal } from 'astro'
import { statisticsTag } from '../../../domain/operations/statistics-stream.ts'

/** Statistics of the data displays, cached for 30 seconds; undefined if the call failed. */
export async function loadPlatformStatistics({ locals, cache }: Pick<AstroGlobal, 'locals' | 'cache'>) {
  const answer = await locals.api.operations.platformStatistics({})
  if (answer.ok) cache.set({ maxAge: 30, tags: [statisticsTag] })
  return answer.ok ? answer.content : undefined
}
