import { expect, test } from 'vitest'
import { lastMonths, usualRange } from '../../../src/domain/orders/statistics/periods.ts'
import { startAppForTest } from '../../support/app.ts'
import { signedIn } from '../demands/signed-in.ts'

test('period and filter are in the address; a lost network leaves the figures, and a retry loads them', async () => {
  const app = await startAppForTest()
  const { from, until } = lastMonths(24)
  const { network } = await signedIn('buyer', `?from=${from}&until=${until}&company=x`, app)
  const { statisticsOfSide } = await import('../../../src/stores/orders/statistics.ts')
  const store = statisticsOfSide('buyer')
  const stop = store.start()
  expect(store.query.get()).toEqual({ from, until, only: undefined })
  await expect.poll(() => store.trade.get().at).toBe('ready')
  const all = store.trade.get()
  const groups = all.at === 'ready' ? all.content.groups : []
  const first = groups.find(({ dimension }) => dimension === 'company')?.rows[0]
  if (first === undefined) throw new Error('No supplier')

  store.setQuery({ only: { dimension: 'company', id: Number(first.key) } })
  expect(new URLSearchParams(location.search).get('company')).toBe(first.key)
  await expect.poll(() => store.trade.get()).toMatchObject({ content: { onlyName: first.name } })
  network.cut = true
  store.setQuery({ only: undefined })
  await expect
    .poll(() => store.trade.get())
    .toMatchObject({ at: 'ready', stale: { code: 0 }, content: { onlyName: first.name } })
  network.cut = false
  await store.loadTrade()
  expect(store.trade.get()).toMatchObject({ at: 'ready', stale: null, content: { onlyName: null } })
  stop()
})

test('an invalid period of the address is the usual one', async () => {
  const { parseStatisticsQuery } = await import('../../../src/stores/orders/statistics.ts')
  for (const search of [
    '',
    '?from=2026-13&until=2026-14',
    '?from=2026-05&until=2026-04',
    '?from=2001-01&until=2026-01',
  ])
    expect(parseStatisticsQuery(search)).toEqual({ ...usualRange(), only: undefined })
  expect(parseStatisticsQuery('?category=7')).toMatchObject({ only: { dimension: 'category', id: 7 } })
})

test('a group of payments starts on its first page, and a failed load says so', async () => {
  const { network } = await signedIn('seller')
  const { statisticsOfSide } = await import('../../../src/stores/orders/statistics.ts')
  const store = statisticsOfSide('seller')
  network.cut = true
  await store.loadDue()
  expect(store.due.get()).toMatchObject({ at: 'failed', failure: { code: 0 } })
  network.cut = false
  await store.loadDue()
  const now = store.due.get()
  const row = now.at === 'ready' ? now.content.data[0] : undefined
  if (row === undefined) throw new Error('Nothing is due')
  store.setDue({ current: 2 })
  store.setDue({ group: row.group })
  expect(store.dueQuery.get()).toEqual({ group: row.group, current: 1 })
  await expect
    .poll(() => {
      const state = store.due.get()
      return state.at === 'ready' && !state.refreshing && state.content.data.every(({ group }) => group === row.group)
    })
    .toBe(true)
})
