import type { AstroGlobal } from 'astro'
import { figuresTag } from '../../domain/operations/figure-line.ts'

/** The figures that every screen draws; undefined where they could not be read. Kept for half a minute. */
export async function figuresOf({ locals, cache }: Pick<AstroGlobal, 'locals' | 'cache'>) {
  const answer = await locals.api.operations.platformFigures({})
  if (answer.ok) cache.set({ maxAge: 30, tags: [figuresTag] })
  return answer.ok ? answer.content : undefined
}
