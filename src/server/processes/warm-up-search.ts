import { setImmediate as turn } from 'node:timers/promises'
import { tokenizePages } from '../content/questions/search-help-pages.ts'
import { helpPages } from '../content/questions/help-pages.ts'
import type { Runtime } from '../runtime.ts'
import { pinyinOf } from '../search/pinyin.ts'
import { wordList } from '../search/word-list.ts'

/**
 * Preloads what would block the first searches: word list, pinyin, search documents of help pages. Runs in slices once
 * the process is ready.
 */
export async function warmUpSearch(runtime: Pick<Runtime, 'config' | 'db' | 'pages'>): Promise<void> {
  await wordList.load()
  pinyinOf('药')
  await turn()
  await tokenizePages(await helpPages(runtime))
}
