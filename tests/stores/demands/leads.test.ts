import { expect, test } from 'vitest'
import { startAppForTest } from '../../support/app.ts'
import { signInAs, contentOf, visitor } from '../../support/client.ts'
import { readyContent } from '../ready.ts'
import { signedIn } from './signed-in.ts'

test('an operator takes and finishes a lead, and sees when another operator took it', async () => {
  const app = await startAppForTest()
  contentOf(await visitor(app).api.demands.leadCreate({ mobile: '13700001234', text: '找杂质研究' }))
  const page = await signedIn('ops', '?status=waiting', app)
  const store = await import('../../../src/stores/demands/leads/leads.ts')
  store.leads.start()
  await store.leads.load()
  const need = readyContent(store.leads.state.get()).data.find(({ text }) => text === '找杂质研究')
  if (need === undefined) throw new Error('It is not there')
  const { needId } = need
  expect(await Promise.all([store.submitLeadStep(needId, 'take'), store.submitLeadStep(needId, 'take')])).toEqual([
    true,
    false,
  ])
  expect(readyContent(store.leads.state.get()).data.some((each) => each.needId === needId)).toBe(false)
  store.leads.setQuery({ status: 'taken' })
  await store.leads.load()
  const taken = readyContent(store.leads.state.get()).data.find((each) => each.needId === needId)
  expect(taken).toMatchObject({ status: 'taken', mine: true })

  store.leadClosing.open({ lead: taken ?? need, event: 'finish' })
  expect(await store.leadClosing.submit('')).toBe(false)
  expect(store.leadClosing.state.get()?.failure).toMatchObject({ code: 400, content: [{ field: 'note' }] })
  page.network.cut = true
  expect(await store.leadClosing.submit('已推荐两家')).toBe(false)
  expect(store.leadClosing.state.get()).toMatchObject({ sending: false, failure: { code: 0 } })
  page.network.cut = false
  const both = [store.leadClosing.submit('已推荐两家'), store.leadClosing.submit('已推荐两家')]
  expect(await Promise.all(both)).toEqual([true, false])
  expect(store.leadClosing.state.get()).toBeNull()

  const ops = await signInAs(app, 'ops')
  expect(contentOf(await ops.api.demands.leads({ status: 'done' })).data[0]?.note).toBe('已推荐两家')
  expect(await store.submitLeadStep(needId, 'take')).toBe(false)
  expect(store.leadStepFailure.get()?.code).toBe(1020)
})
