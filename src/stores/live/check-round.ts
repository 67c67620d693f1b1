import { quietApi } from '../../client/browser.ts'
import { findWrongEntries, seedHashOf, type DrawnEntry } from '../../domain/live/draw.ts'

/** Result of verifying a round. */
export type RoundCheck =
  | { readonly at: 'right'; readonly entries: number }
  | { readonly at: 'wrong'; readonly numbers: readonly number[] }
  | { readonly at: 'seedOther' }
  /** Web crypto requires a secure page, or the results could not be loaded. */
  | { readonly at: 'failed'; readonly because: string }

const unreadable: RoundCheck = { at: 'failed', because: '结果加载失败，请稍后再试' }

/** Loads the published data of a round and verifies every draw in the browser. */
export async function checkPublishedRound(roundId: number): Promise<RoundCheck> {
  if (!('subtle' in crypto)) return { at: 'failed', because: '浏览器只在安全连接（https）下提供所需的计算' }
  const round = await quietApi.live.drawRound({ roundId })
  if (!round.ok || round.content.seed === null) return unreadable
  const { seed, seedHash, prizes } = round.content
  if ((await seedHashOf(seed)) !== seedHash) return { at: 'seedOther' }
  const entries: DrawnEntry[] = []
  for (;;) {
    const page = await quietApi.live.drawEntries({ roundId, after: entries.length })
    if (!page.ok) return unreadable
    entries.push(...page.content.entries)
    if (!page.content.more) break
  }
  const numbers = await findWrongEntries(seed, prizes, entries)
  return numbers.length === 0 ? { at: 'right', entries: entries.length } : { at: 'wrong', numbers }
}
