import { setImmediate as turn } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { tokenizePages } from '../content/questions/search-help-pages.ts'
import { helpPages } from '../content/questions/help-pages.ts'
import { pinyinOf } from '../search/pinyin.ts'
import { wordList } from '../search/word-list.ts'

/**
 * Preloads what would block the first searches: word list, pinyin, search documents of help pages. Runs in slices once
 * the process is ready.
 */
export async function warmUpSearch(config: Pick<Config, 'area' | 'drafts'>): Promise<void> {
  await wordList.load()
  pinyinOf('药')
  await turn()
  await tokenizePages(helpPages(config))
}
