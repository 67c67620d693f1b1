import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { demands } from '../../../src/db/tables/demands.ts'
import { signInAs } from '../../support/client.ts'
import { acceptancesOf, confidentialDemand } from '../../support/scenes/demands/annex.ts'
import { agreed, frameworkTerms, ndaTerms, specOfSeller } from '../../support/scenes/orders/agreements.ts'
import { at, ref } from '../../support/scenes/orders/cart.ts'
import { prove } from '../../support/scenes/orders/changes.ts'
import { addressOf, oneOfEach, othersGoods } from '../../support/scenes/orders/checkout.ts'
import { signedIn } from '../demands/signed-in.ts'
import { readyContent } from '../ready.ts'

test('what is typed for one kind of agreement leaves the form of the other as it was', async () => {
  await signedIn('buyer')
  const store = await import('../../../src/stores/orders/agreements/agreements.ts')
  store.openAgreementForm('framework', null, 3)
  store.agreementForm.set('title', '年度试剂')
  store.openAgreementForm('nda', null, 3)
  expect(store.agreementForm.values.get()).toMatchObject({ kind: 'nda', title: '' })
  store.openAgreementForm('framework', null, 3)
  expect(store.agreementForm.values.get()).toMatchObject({ kind: 'framework', title: '年度试剂' })
})

test('the refusal of a line is shown at the line, and the form shows the wording that is signed', async () => {
  const { app, client } = await signedIn('buyer')
  await prove(client)
  const [spec, other] = oneOfEach(await othersGoods(app, 'buyer'))
  const store = await import('../../../src/stores/orders/agreements/agreements.ts')
  store.openAgreementForm('framework', null, 3)
  store.agreementForm.set('partnerId', spec.companyId)
  const terms = frameworkTerms(spec)
  for (const name of ['title', 'from', 'until'] as const) store.agreementForm.set(name, terms[name])
  store.agreementForm.set('ceiling', '1000')
  const line = { name: '试剂', unit: '瓶', price: '10', minQuantity: '1' }
  // The second line is sold by another supplier.
  store.agreementForm.set('lines', [
    { ...line, ...ref(spec) },
    { ...line, ...ref(other) },
  ])
  const values = store.agreementForm.values.get()
  if (values === null) throw new Error('The form is not open')
  expect(JSON.stringify(store.articlesOfForm(values))).toContain('¥1,000.00')
  expect(await store.submitAgreement()).toBeUndefined()
  expect(store.agreementForm.submitState.get()).toMatchObject({ at: 'refused', fieldErrors: [{ field: 'lines.1' }] })
})

test('the confirmation of a call-off takes another quantity', async () => {
  const { app, client } = await signedIn('buyer')
  const seller = await signInAs(app, 'seller')
  await Promise.all([client, seller].map(prove))
  await addressOf(app, client, 'buyer')
  const [first, spec] = [await specOfSeller(app), await specOfSeller(app, 1)]
  const lines = [first, spec].map((each) => ({ ...ref(each), unitPrice: 900, minQuantity: 4 }))
  const { agreementId, version } = await agreed(app, client, seller, frameworkTerms(spec, { lines }))
  const items = [
    { line: 0, quantity: 4 },
    { line: 1, quantity: 3 },
  ]
  const checkout = await import('../../../src/stores/orders/checkout/checkout.ts')
  await checkout.startCheckout(undefined, { agreementId, version, items })
  const shown = () => readyContent(checkout.confirmation.get())?.shops.flatMap(({ products }) => products) ?? []
  const low = at(shown(), 1)
  expect(low.fault).toBe('belowMinimum')
  expect(await checkout.acceptItemChange(low, { quantity: 4 })).toBeNull()
  expect(shown().map(({ quantity, fault }) => [quantity, fault])).toEqual([
    [4, null],
    [4, null],
  ])
})

test('a supplier opens the confidential part of a demand under an agreement by a button', async () => {
  const buyer = await signedIn('buyer')
  const { app, client } = buyer
  const { client: supplier } = await signedIn('seller', '', app)
  await Promise.all([client, supplier].map(prove))
  const { demandId } = await confidentialDemand(app, client)
  await app.db.update(demands).set({ ownTerms: '' }).where(eq(demands.id, demandId))
  await agreed(app, client, supplier, ndaTerms)
  const store = await import('../../../src/stores/demands/annexes/annex.ts')
  await store.startAnnex(demandId)
  expect(readyContent(store.annexes.get()).state).toBe('agreed')
  await store.openUnderAgreement()
  expect(store.underAgreement.get()).toBeNull()
  expect(readyContent(store.annexes.get()).state).toBe('open')
  expect(await acceptancesOf(app, demandId)).toBe(1)
})
