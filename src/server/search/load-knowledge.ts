import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../../db/open.ts'
import { searchKnowledge as table } from '../../db/tables/search.ts'
import type { KnowledgeChange } from '../../domain/search/knowledge.ts'
import { clearNameTokens } from './document-tokens.ts'
import { setKnowledge } from './knowledge.ts'
import { wordList } from './word-list.ts'

/** Tag of search knowledge: a change of it is announced to all processes by the invalidation of pages. */
export const knowledgeTag = 'knowledge'
/** Everything that a search shows. */
const searchTags = ['services', 'products', 'shops', 'demands'] as const

/** Every change of the operators, oldest first. */
export const readKnowledgeChanges = (db: Db): Promise<KnowledgeChange[]> =>
  db
    .select({ relation: table.relation, term: table.term, others: table.others, isOff: table.isOff })
    .from(table)
    .orderBy(table.id)

/** State of the changes that the process has loaded. */
let loadedState = '0'

/** Loads the changes of the operators where they are not those of the process. Returns whether there were other ones. */
export async function loadKnowledge(db: Db): Promise<boolean> {
  const [row] = await db
    .select({ state: sql<string>`count(*) || coalesce(' ' || max(${table.updatedAt}), '')` })
    .from(table)
  const state = row?.state ?? '0'
  if (state === loadedState) return false
  const { names } = setKnowledge(await readKnowledgeChanges(db))
  wordList.add(names)
  clearNameTokens()
  loadedState = state
  return true
}

interface WatchContext {
  readonly db: Db
  readonly pages: {
    readonly onInvalidate: (listener: (tags: readonly string[]) => void) => void
    readonly invalidateLocally: (tags: readonly string[]) => void
  }
  readonly log: Pick<Logger, 'warn'>
}

/** A process that missed an announcement is this late at most. */
const checkMs = 60_000

/** Loads knowledge when a change is announced, and once a minute; then nothing found before is shown. Returns the end. */
export function watchKnowledge({ db, pages, log }: WatchContext): () => void {
  const end = new AbortController()
  const load = async () => {
    try {
      if (await loadKnowledge(db)) pages.invalidateLocally(searchTags)
    } catch (err) {
      log.warn({ err }, 'search knowledge not loaded')
    }
  }
  pages.onInvalidate((tags) => tags.includes(knowledgeTag) && void load())
  const check = async () => {
    for (;;) {
      await wait(checkMs, undefined, { signal: end.signal, ref: false })
      await load()
    }
  }
  check().catch(() => undefined)
  return () => end.abort()
}
