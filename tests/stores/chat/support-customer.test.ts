import { expect, test } from 'vitest'
import { contentOf } from '../../support/client.ts'
import { deskOf } from '../../support/scenes/chat/support.ts'
import { signedIn } from '../demands/signed-in.ts'

test('shows the visitor while the case waits or is the own one; withholds them once a colleague has it or it is closed', async () => {
  const { app, network } = await signedIn('service')
  const desk = await deskOf(app)
  const { caseId, entry } = await desk.begin('buyer')
  const conversationId = entry.conversationId ?? 0
  const store = await import('../../../src/stores/chat/support-console/customer.ts')
  const shown = () => store.supportCustomer.get()
  expect(shown().at).toBe('loading')
  await store.loadCustomer(conversationId, true)
  expect(shown()).toMatchObject({
    at: 'ready',
    content: { at: 'shown', customer: { company: { name: expect.any(String) } } },
  })
  // Without a connection what was shown stays, marked as old.
  network.cut = true
  await store.loadCustomer(conversationId)
  expect(shown()).toMatchObject({ at: 'ready', content: { at: 'shown' }, stale: { code: expect.any(Number) } })
  network.cut = false
  const other = (await desk.client('service2')).api.chat
  contentOf(await other.supportCaseTake({ caseId, from: null }))
  await store.loadCustomer(conversationId)
  expect(shown()).toMatchObject({ at: 'ready', content: { at: 'withheld', why: 'taken' }, stale: null })
  contentOf(await other.supportCaseClose({ caseId }))
  await store.loadCustomer(conversationId)
  expect(shown()).toMatchObject({ at: 'ready', content: { at: 'withheld', why: 'closed' } })
  store.resetCustomer()
  expect(shown().at).toBe('loading')
})
