import { expect, test } from 'vitest'
import { dateInput } from '../../../src/domain/time-input.ts'
import { startAppForTest } from '../../support/app.ts'
import { as } from '../../support/client.ts'
import { inHours, openDemand } from '../../calls/demands/scene.ts'
import { ready } from '../ready.ts'
import { signedIn } from './signed-in.ts'

test('a record is written once; what was typed outlives a lost line and a refusal', async () => {
  const app = await startAppForTest()
  const demandId = await openDemand(app, await as(app, 'buyer'))
  const page = await signedIn('buyer', '', app)
  const store = await import('../../../src/stores/demands/follow-ups.ts')
  await store.start({ entity: 'demand', entityId: demandId })
  expect(ready(store.records.get())).toMatchObject({ total: 0, data: [] })

  expect(await store.write()).toBe(false)
  expect(store.form.sending.get()).toMatchObject({ at: 'refused', faults: [{ field: 'text' }] })
  store.form.setText('text', '等对方回复剂量')
  store.form.setText('nextDate', '2020-01-01')
  expect(await store.write()).toBe(false)
  expect(store.form.sending.get()).toMatchObject({ faults: [{ field: 'nextDate' }] })
  store.form.setText('nextDate', dateInput(inHours(48)))
  page.line.cut = true
  expect(await store.write()).toBe(false)
  expect(store.form.values.get()?.text).toBe('等对方回复剂量')
  page.line.cut = false
  const before = page.made.filter((path) => path === '/system/record/save').length
  expect(await Promise.all([store.write(), store.write()])).toEqual([true, false])
  expect(page.made.filter((path) => path === '/system/record/save').length - before).toBe(1)
  const [record] = ready(store.records.get()).data
  expect(record).toMatchObject({ text: '等对方回复剂量', reminded: false })
  expect(new Date(record?.nextAt ?? '').getUTCHours()).toBe(1)
  expect(store.form.values.get()).toMatchObject({ text: '', nextDate: '' })

  store.form.setText('text', '只是一条备注')
  expect(await store.write()).toBe(true)
  expect(ready(store.records.get()).data.map(({ text, nextAt }) => [text, nextAt === null])).toEqual([
    ['只是一条备注', true],
    ['等对方回复剂量', false],
  ])
})

test('of what is not the company’s the list says so', async () => {
  const app = await startAppForTest()
  const demandId = await openDemand(app, await as(app, 'buyer'), { submit: false })
  await signedIn('seller', '', app)
  const store = await import('../../../src/stores/demands/follow-ups.ts')
  await store.start({ entity: 'demand', entityId: demandId })
  expect(store.records.get()).toMatchObject({ at: 'failed', failure: { code: 404 } })
})
