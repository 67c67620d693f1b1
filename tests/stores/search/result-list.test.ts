import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createResultList } from '../../../src/stores/search/result-list.ts'

/** Position in the tab's history and its entries. */
const tab: { at: number; entries: { url: string; state: unknown }[] } = { at: 0, entries: [] }
const listeners = new Map<string, () => void>()
const now = () => tab.entries[tab.at] ?? { url: '', state: null }

beforeEach(() => {
  Object.assign(tab, { at: 0, entries: [{ url: '/list', state: null }] })
  listeners.clear()
  vi.stubGlobal('scrollY', 0)
  vi.stubGlobal('location', {
    get pathname() {
      return now().url.split('?')[0]
    },
    get search() {
      return now().url.slice(5)
    },
  })
  vi.stubGlobal('history', {
    get state() {
      return now().state
    },
    pushState: (state: unknown, _: string, url: string) => {
      tab.entries.splice((tab.at += 1), Infinity, { url, state })
    },
    replaceState: (state: unknown, _: string, url = now().url) => (tab.entries[tab.at] = { url, state }),
  })
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener))
  onTestFinished(() => void vi.unstubAllGlobals())
})

const go = (step: number) => {
  tab.at += step
  listeners.get('popstate')?.()
}

/** A result list whose answers the test controls. */
function scene() {
  const asked = new Map<string, { answer: (page: string) => void; lose: () => void; signal: AbortSignal }>()
  const store = createResultList<string>(
    (address, signal) =>
      new Promise((answer, reject) =>
        asked.set(address, { answer, lose: () => reject(new Error('The line is down')), signal }),
      ),
  )
  store.adopt('/list', 'all')
  const answer = async (address: string) => {
    asked.get(address)?.answer(address)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { ...store, asked, answer }
}
const urls = () => tab.entries.map(({ url }) => url)

test('of two requests the second one counts, and the first adds no history entry', async () => {
  const { list, openAddress, asked, answer } = scene()
  void openAddress('/list?a')
  void openAddress('/list?b')
  expect(list.get()).toMatchObject({ at: 'loading', address: '/list?b', page: 'all' })
  expect(asked.get('/list?a')?.signal.aborted).toBe(true)
  await answer('/list?b')
  await answer('/list?a')
  expect(list.get()).toMatchObject({ at: 'ready', page: '/list?b' })
  expect(urls()).toEqual(['/list', '/list?b'])
})

test('back restores the previous list and scroll position at once and aborts the running request', async () => {
  const { list, openAddress, asked, answer } = scene()
  vi.stubGlobal('scrollY', 840)
  const opened = openAddress('/list?a')
  await answer('/list?a')
  await opened
  vi.stubGlobal('scrollY', 0)
  void openAddress('/list?b')
  go(-1)
  expect(list.get()).toMatchObject({ at: 'ready', page: 'all', scroll: 840 })
  expect(asked.get('/list?b')?.signal.aborted).toBe(true)
  go(1)
  expect(list.get()).toMatchObject({ at: 'ready', page: '/list?a' })
})

test('a failure keeps its URL and the previous list, and a retry adds no history entry', async () => {
  const { list, openAddress, retry, asked, answer } = scene()
  const opened = openAddress('/list?a')
  asked.get('/list?a')?.lose()
  await opened
  expect(list.get()).toMatchObject({ at: 'failed', address: '/list?a', page: 'all' })
  void retry()
  await answer('/list?a')
  expect(list.get()).toMatchObject({ at: 'ready', page: '/list?a' })
  expect(urls()).toEqual(['/list', '/list?a'])
})

test('after a failure the next request replaces the history entry that was never shown', async () => {
  const { openAddress, asked, answer } = scene()
  const opened = openAddress('/list?a')
  asked.get('/list?a')?.lose()
  await opened
  void openAddress('/list?b')
  await answer('/list?b')
  expect(urls()).toEqual(['/list', '/list?b'])
})
