import { quietApi } from '../../client/browser.ts'
import { checkRound, seedHashOf, type DrawnEntry } from '../../domain/live/draw.ts'

/** What reckoning a round anew has shown. */
export type Checked =
  | { readonly at: 'right'; readonly entries: number }
  | { readonly at: 'wrong'; readonly numbers: readonly number[] }
  | { readonly at: 'seedOther' }
  /** The browser computes on secure pages only, or the results could not be read. */
  | { readonly at: 'failed'; readonly because: string }

const unread: Checked = { at: 'failed', because: '结果没有读到，请稍后再试' }

/** Reads what was published of a round and reckons every draw of it, here. */
export async function checkPublished(roundId: number): Promise<Checked> {
  if (!('subtle' in crypto)) return { at: 'failed', because: '浏览器只在安全连接（https）下提供所需的计算' }
  const round = await quietApi.live.drawRound({ roundId })
  if (!round.ok || round.content.seed === null) return unread
  const { seed, seedHash, prizes } = round.content
  if ((await seedHashOf(seed)) !== seedHash) return { at: 'seedOther' }
  const entries: DrawnEntry[] = []
  for (;;) {
    const page = await quietApi.live.drawEntries({ roundId, after: entries.length })
    if (!page.ok) return unread
    entries.push(...page.content.entries)
    if (!page.content.more) break
  }
  const numbers = await checkRound(seed, prizes, entries)
  return numbers.length === 0 ? { at: 'right', entries: entries.length } : { at: 'wrong', numbers }
}
