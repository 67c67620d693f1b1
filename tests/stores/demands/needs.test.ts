import { expect, test } from 'vitest'
import { startAppForTest } from '../../support/app.ts'
import { as, contentOf, visitor } from '../../support/client.ts'
import { ready } from '../ready.ts'
import { signedIn } from './signed-in.ts'

test('an operator takes a wish, says what came of it, and hears when somebody was quicker', async () => {
  const app = await startAppForTest()
  contentOf(await visitor(app).api.demands.needInsert({ mobile: '13700001234', text: '找杂质研究' }))
  const page = await signedIn('ops', '?status=waiting', app)
  const store = await import('../../../src/stores/demands/needs.ts')
  store.needs.start()
  await store.needs.load()
  const need = ready(store.needs.state.get()).data.find(({ text }) => text === '找杂质研究')
  if (need === undefined) throw new Error('It is not there')
  const { needId } = need
  expect(await Promise.all([store.step(needId, 'take'), store.step(needId, 'take')])).toEqual([true, false])
  expect(ready(store.needs.state.get()).data.some((each) => each.needId === needId)).toBe(false)
  store.needs.choose({ status: 'taken' })
  await store.needs.load()
  const taken = ready(store.needs.state.get()).data.find((each) => each.needId === needId)
  expect(taken).toMatchObject({ status: 'taken', mine: true })

  store.ending.open({ need: taken ?? need, event: 'finish' })
  expect(await store.ending.decide('')).toBe(false)
  expect(store.ending.state.get()?.failure).toMatchObject({ code: 400, content: [{ field: 'note' }] })
  page.line.cut = true
  expect(await store.ending.decide('已推荐两家')).toBe(false)
  expect(store.ending.state.get()).toMatchObject({ sending: false, failure: { code: 0 } })
  page.line.cut = false
  const both = [store.ending.decide('已推荐两家'), store.ending.decide('已推荐两家')]
  expect(await Promise.all(both)).toEqual([true, false])
  expect(store.ending.state.get()).toBeNull()

  const ops = await as(app, 'ops')
  expect(contentOf(await ops.api.demands.needs({ status: 'done' })).data[0]?.note).toBe('已推荐两家')
  expect(await store.step(needId, 'take')).toBe(false)
  expect(store.refusal.get()?.code).toBe(1020)
})
