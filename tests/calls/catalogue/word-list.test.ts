import { expect, test } from 'vitest'
import { createWordList } from '../../../src/server/search/word-list.ts'

const text = '稳定性研究与重复给药毒性，色谱柱纯化以及单克隆抗体的质量标准'

test('the word list is loaded in slices that yield to other tasks', async () => {
  const list = createWordList()
  let isLoading = true
  let turns = 0
  const count = () => {
    turns += 1
    if (isLoading) setImmediate(count)
  }
  setImmediate(count)
  await list.load().finally(() => (isLoading = false))
  // 5 MB in slices of an eighth of a megabyte.
  expect(turns).toBeGreaterThan(30)
  expect(list.whole().cutForSearch(text, true)).toContain('重复给药毒性')
})

test('a search before it is completely loaded finds the same words', async () => {
  const [started, fresh] = [createWordList(), createWordList()]
  const loading = started.load()
  const words = started.whole().cutForSearch(text, true)
  expect(words).toEqual(fresh.whole().cutForSearch(text, true))
  await loading
  expect(started.whole().cutForSearch(text, true)).toEqual(words)
})
