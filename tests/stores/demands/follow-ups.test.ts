import { expect, test } from 'vitest'
import { dateInput } from '../../../src/domain/time-input.ts'
import { startAppForTest } from '../../support/app.ts'
import { signInAs } from '../../support/client.ts'
import { inHours, openDemand } from '../../support/scenes/demands/demand.ts'
import { readyContent } from '../ready.ts'
import { signedIn } from './signed-in.ts'

test('a record is saved once; the input survives network failures and rejections', async () => {
  const app = await startAppForTest()
  const demandId = await openDemand(app, await signInAs(app, 'buyer'))
  const page = await signedIn('buyer', '', app)
  const store = await import('../../../src/stores/demands/follow-ups.ts')
  await store.startFollowUps({ entity: 'demand', entityId: demandId })
  expect(readyContent(store.followUps.get())).toMatchObject({ total: 0, data: [] })

  expect(await store.submitFollowUp()).toBe(false)
  expect(store.followUpForm.submitState.get()).toMatchObject({ at: 'refused', fieldErrors: [{ field: 'text' }] })
  store.followUpForm.setText('text', '等对方回复剂量')
  store.followUpForm.setText('nextDate', '2020-01-01')
  expect(await store.submitFollowUp()).toBe(false)
  expect(store.followUpForm.submitState.get()).toMatchObject({ fieldErrors: [{ field: 'nextDate' }] })
  store.followUpForm.setText('nextDate', dateInput(inHours(48)))
  page.network.cut = true
  expect(await store.submitFollowUp()).toBe(false)
  expect(store.followUpForm.values.get()?.text).toBe('等对方回复剂量')
  page.network.cut = false
  const before = page.calls.filter((path) => path === '/system/record/save').length
  expect(await Promise.all([store.submitFollowUp(), store.submitFollowUp()])).toEqual([true, false])
  expect(page.calls.filter((path) => path === '/system/record/save').length - before).toBe(1)
  const [record] = readyContent(store.followUps.get()).data
  expect(record).toMatchObject({ text: '等对方回复剂量', reminded: false })
  expect(new Date(record?.nextAt ?? '').getUTCHours()).toBe(1)
  expect(store.followUpForm.values.get()).toMatchObject({ text: '', nextDate: '' })

  store.followUpForm.setText('text', '只是一条备注')
  expect(await store.submitFollowUp()).toBe(true)
  expect(readyContent(store.followUps.get()).data.map(({ text, nextAt }) => [text, nextAt === null])).toEqual([
    ['只是一条备注', true],
    ['等对方回复剂量', false],
  ])
})

test('shows an error for subjects of other companies', async () => {
  const app = await startAppForTest()
  const demandId = await openDemand(app, await signInAs(app, 'buyer'), { submit: false })
  await signedIn('seller', '', app)
  const store = await import('../../../src/stores/demands/follow-ups.ts')
  await store.startFollowUps({ entity: 'demand', entityId: demandId })
  expect(store.followUps.get()).toMatchObject({ at: 'failed', failure: { code: 404 } })
})
