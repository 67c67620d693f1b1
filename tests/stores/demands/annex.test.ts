import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { demands } from '../../../src/db/tables/demands.ts'
import { acceptancesOf, confidentialDemand, openingsOf, secret } from '../../calls/demands/annex-scene.ts'
import { contentOf } from '../../support/client.ts'
import { ready } from '../ready.ts'
import { signedIn } from './signed-in.ts'

/** A buyer's demand with a confidential part, and a supplier in front of it. */
async function scene() {
  const buyer = await signedIn('buyer')
  const made = await confidentialDemand(buyer.app, buyer.client)
  const seller = await signedIn('seller', '', buyer.app)
  const store = await import('../../../src/stores/demands/annex.ts')
  await store.start(made.demandId)
  return { ...made, app: buyer.app, buyer, seller, store }
}

test('a supplier reads the terms, agrees, accepts once and opens the text', async () => {
  const { app, demandId, store } = await scene()
  expect(ready(store.annexes.get())).toMatchObject({ state: 'closed', fileCount: 1 })
  store.readTerms()
  await store.accept()
  expect(store.terms.get()).toMatchObject({ at: 'reading', failure: { code: 400 } })
  expect(await acceptancesOf(app, demandId)).toBe(0)
  store.agree(true)
  expect(store.terms.get()).toEqual({ at: 'reading', agreed: true, failure: null })
  await Promise.all([store.accept(), store.accept()])
  expect(store.terms.get()).toEqual({ at: 'shut' })
  expect(ready(store.annexes.get())).toMatchObject({ state: 'open', files: [{ name: secret.file }] })
  await Promise.all([store.openText(), store.openText()])
  expect(store.text.get()).toEqual({ at: 'open', text: secret.text })
  expect(await openingsOf(app, demandId)).toHaveLength(1)
})

test('terms that changed meanwhile are shown anew and agreed to again', async () => {
  const { app, demandId, store } = await scene()
  store.readTerms()
  store.agree(true)
  await app.db.update(demands).set({ ownTerms: '新的补充约定' }).where(eq(demands.id, demandId))
  await store.accept()
  expect(store.terms.get()).toMatchObject({ at: 'reading', agreed: false, failure: { code: 409 } })
  const shown = ready(store.annexes.get())
  expect(shown.state === 'closed' && shown.terms.includes('新的补充约定')).toBe(true)
  store.agree(true)
  await store.accept()
  expect(ready(store.annexes.get()).state).toBe('open')
})

test('a cut line keeps the terms open with what was ticked; a retry works', async () => {
  const { seller, store } = await scene()
  store.readTerms()
  store.agree(true)
  seller.line.cut = true
  await store.accept()
  expect(store.terms.get()).toMatchObject({ at: 'reading', agreed: true, failure: { code: 0 } })
  seller.line.cut = false
  await store.accept()
  expect(ready(store.annexes.get()).state).toBe('open')
})

test('a stop by the buyer is seen with the next press, and what was open is gone', async () => {
  const { buyer, seller, store, demandId } = await scene()
  store.readTerms()
  store.agree(true)
  await store.accept()
  const { companyId = 0 } = contentOf(await seller.client.api.accounts.profile({}))
  const stop = { demandId, orgId: companyId ?? 0, event: 'revoke', reason: '人员变动' } as const
  contentOf(await buyer.client.api.demands.annexAccess(stop))
  await store.openText()
  expect(store.text.get()).toMatchObject({ at: 'failed', failure: { code: 1081 } })
  expect(ready(store.annexes.get())).toMatchObject({ state: 'revoked', reason: '人员变动' })
})

test('the buyer stops a supplier with a reason and lets it in again', async () => {
  const { app, demandId, store } = await scene()
  store.readTerms()
  store.agree(true)
  await store.accept()
  await store.openText()
  const page = await signedIn('buyer', '', app)
  const readers = await import('../../../src/stores/demands/annex-readers.ts')
  await readers.start(demandId)
  const [reader] = ready(readers.readers.get()).data
  expect(reader).toMatchObject({ openings: 1, canRead: true })
  expect(ready(readers.openings.get()).data).toMatchObject([{ fileName: null }])
  if (reader === undefined) throw new Error('Nobody accepted')
  readers.ask('revoke', reader)
  expect(await readers.decide('')).toBe(false)
  expect(readers.question.get()).toMatchObject({ is: 'revoke', sending: false, failure: { code: 400 } })
  page.line.cut = true
  expect(await readers.decide('人员变动')).toBe(false)
  page.line.cut = false
  expect(await readers.decide('人员变动')).toBe(true)
  const [stopped] = ready(readers.readers.get()).data
  expect(stopped).toMatchObject({ canRead: false, revokedReason: '人员变动' })
  readers.ask('allow', stopped ?? reader)
  expect(await readers.decide()).toBe(true)
  expect(ready(readers.readers.get()).data).toMatchObject([{ canRead: true, revokedAt: null }])
  expect(readers.question.get()).toEqual({ is: 'none' })
})
