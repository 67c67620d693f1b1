import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { demands } from '../../../src/db/tables/demands.ts'
import { acceptancesOf, confidentialDemand, openingsOf, secret } from '../../support/scenes/demands/annex.ts'
import { contentOf } from '../../support/client.ts'
import { readyContent } from '../ready.ts'
import { signedIn } from './signed-in.ts'

/** A demand with a confidential part, and a supplier viewing it. */
async function scene() {
  const buyer = await signedIn('buyer')
  const made = await confidentialDemand(buyer.app, buyer.client)
  const seller = await signedIn('seller', '', buyer.app)
  const store = await import('../../../src/stores/demands/annexes/annex.ts')
  await store.startAnnex(made.demandId)
  return { ...made, app: buyer.app, buyer, seller, store }
}

test('a supplier reads the terms, agrees, accepts once and opens the text', async () => {
  const { app, demandId, store } = await scene()
  expect(readyContent(store.annexes.get())).toMatchObject({ state: 'closed', fileCount: 1 })
  store.openTerms()
  await store.acceptTerms()
  expect(store.termsDialog.get()).toMatchObject({ at: 'reading', failure: { code: 400 } })
  expect(await acceptancesOf(app, demandId)).toBe(0)
  store.setTermsAgreed(true)
  expect(store.termsDialog.get()).toEqual({ at: 'reading', agreed: true, failure: null })
  await Promise.all([store.acceptTerms(), store.acceptTerms()])
  expect(store.termsDialog.get()).toEqual({ at: 'shut' })
  expect(readyContent(store.annexes.get())).toMatchObject({ state: 'open', files: [{ name: secret.file }] })
  await Promise.all([store.openConfidentialText(), store.openConfidentialText()])
  expect(store.confidentialText.get()).toEqual({ at: 'open', text: secret.text })
  expect(await openingsOf(app, demandId)).toHaveLength(1)
})

test('changed terms are shown again and must be accepted again', async () => {
  const { app, demandId, store } = await scene()
  store.openTerms()
  store.setTermsAgreed(true)
  await app.db.update(demands).set({ ownTerms: '新的补充约定' }).where(eq(demands.id, demandId))
  await store.acceptTerms()
  expect(store.termsDialog.get()).toMatchObject({ at: 'reading', agreed: false, failure: { code: 409 } })
  const shown = readyContent(store.annexes.get())
  expect(shown.state === 'closed' && shown.terms.includes('新的补充约定')).toBe(true)
  store.setTermsAgreed(true)
  await store.acceptTerms()
  expect(readyContent(store.annexes.get()).state).toBe('open')
})

test('a network failure keeps the terms open with the ticked box; a retry works', async () => {
  const { seller, store } = await scene()
  store.openTerms()
  store.setTermsAgreed(true)
  seller.network.cut = true
  await store.acceptTerms()
  expect(store.termsDialog.get()).toMatchObject({ at: 'reading', agreed: true, failure: { code: 0 } })
  seller.network.cut = false
  await store.acceptTerms()
  expect(readyContent(store.annexes.get()).state).toBe('open')
})

test('a revocation takes effect with the next action and hides the content', async () => {
  const { buyer, seller, store, demandId } = await scene()
  store.openTerms()
  store.setTermsAgreed(true)
  await store.acceptTerms()
  const { companyId = 0 } = contentOf(await seller.client.api.accounts.profile({}))
  const stop = { demandId, orgId: companyId ?? 0, event: 'revoke', reason: '人员变动' } as const
  contentOf(await buyer.client.api.demands.annexAccess(stop))
  await store.openConfidentialText()
  expect(store.confidentialText.get()).toMatchObject({ at: 'failed', failure: { code: 1081 } })
  expect(readyContent(store.annexes.get())).toMatchObject({ state: 'revoked', reason: '人员变动' })
})

test('the buyer revokes access with a reason and restores it', async () => {
  const { app, demandId, store } = await scene()
  store.openTerms()
  store.setTermsAgreed(true)
  await store.acceptTerms()
  await store.openConfidentialText()
  const page = await signedIn('buyer', '', app)
  const readers = await import('../../../src/stores/demands/annexes/annex-readers.ts')
  await readers.startAnnexReaders(demandId)
  const [reader] = readyContent(readers.annexReaders.get()).data
  expect(reader).toMatchObject({ openings: 1, canRead: true })
  expect(readyContent(readers.annexOpenings.get()).data).toMatchObject([{ fileName: null }])
  if (reader === undefined) throw new Error('Nobody accepted')
  readers.openAccessDialog('revoke', reader)
  expect(await readers.submitAccessDecision('')).toBe(false)
  expect(readers.accessDialog.get()).toMatchObject({ is: 'revoke', sending: false, failure: { code: 400 } })
  page.network.cut = true
  expect(await readers.submitAccessDecision('人员变动')).toBe(false)
  page.network.cut = false
  expect(await readers.submitAccessDecision('人员变动')).toBe(true)
  const [stopped] = readyContent(readers.annexReaders.get()).data
  expect(stopped).toMatchObject({ canRead: false, revokedReason: '人员变动' })
  readers.openAccessDialog('allow', stopped ?? reader)
  expect(await readers.submitAccessDecision()).toBe(true)
  expect(readyContent(readers.annexReaders.get()).data).toMatchObject([{ canRead: true, revokedAt: null }])
  expect(readers.accessDialog.get()).toEqual({ is: 'none' })
})
