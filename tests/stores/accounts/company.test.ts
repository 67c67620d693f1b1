import { expect, test } from 'vitest'
import { signInAs, contentOf } from '../../support/client.ts'
import { certifiedOwner, details, loner, newName } from '../../support/scenes/accounts/company.ts'
import { openPage } from '../page.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

const session = async () => (await import('../../../src/stores/accounts/session.ts')).session.get()

/** Page of a signed-in person with the company stores. */
async function companyPage(userId: number, side: 'buyer' | 'seller' = 'buyer') {
  const store = await import('../../../src/stores/accounts/companies/company.ts')
  await store.startCompany(side, userId)
  return { store, form: store.companyForm(side) }
}

test('a person without a company creates one and owns it; the draft survives until then', async () => {
  const { client, userId } = await loner(app)
  const browser = openPage(app, client)
  const first = await companyPage(userId)
  expect(first.store.company.get()).toMatchObject({ at: 'ready', content: { companyId: null } })
  expect(await first.store.saveCompany()).toBeUndefined()
  expect(first.form.submitState.get()).toMatchObject({ at: 'refused', failure: null })
  const companyName = newName()
  const { contactPhone, ...others } = { ...details(), companyName }
  for (const name of ['companyName', 'shortName', 'districtCode', 'address', 'contactName'] as const)
    first.form.setText(name, others[name])
  browser.reload()
  const { store, form } = await companyPage(userId)
  expect(form.restored.get()).toBe(true)
  form.setText('contactPhone', contactPhone)
  expect(await Promise.all([store.saveCompany(), store.saveCompany()])).toMatchObject([
    { name: companyName },
    undefined,
  ])
  expect(await session()).toMatchObject({ at: 'in', user: { companyName } })
  form.setText('companyName', newName())
  expect(await store.saveCompany()).toBeDefined()
})

test('a certified name is not sent; a supplier must choose at least one class', async () => {
  const { client, userId, licence } = await certifiedOwner(app)
  openPage(app, client)
  const { store, form } = await companyPage(userId, 'seller')
  const { loadServiceClasses, serviceClasses } =
    await import('../../../src/stores/accounts/companies/company-values.ts')
  await loadServiceClasses()
  const classes = serviceClasses.get()
  const [first] = classes.at === 'ready' ? classes.content : []
  form.setText('contactName', '温时雨')
  form.setText('contactPhone', '028-85123456')
  expect(await store.saveCompany()).toBeUndefined()
  expect(form.submitState.get()).toMatchObject({ fieldErrors: [{ field: 'serviceClasses' }] })
  form.set('serviceClasses', [first?.code ?? ''])
  expect(await store.saveCompany()).toMatchObject({ name: licence.companyName, contactName: '温时雨' })
})

test('an invitation link joins the company; an invalid one is reported at its field or above the form', async () => {
  const owner = await certifiedOwner(app)
  const { url } = contentOf(await owner.client.api.accounts.invitationSave({}))
  const { client } = await loner(app)
  openPage(app, client)
  const store = await import('../../../src/stores/accounts/companies/join-company.ts')
  store.startJoinForm()
  store.joinForm.setText('inviteCode', 'nothing')
  expect(await store.joinCompany()).toBeUndefined()
  expect(store.joinForm.submitState.get()).toMatchObject({ failure: { code: 1045 } })
  store.joinForm.setText('inviteCode', url)
  expect(await store.joinCompany()).toBe(owner.licence.companyName)
  expect(await session()).toMatchObject({ user: { companyName: owner.licence.companyName, isSaler: false } })
})

test('an audience is saved at once and reverted if saving fails', async () => {
  const { client } = await certifiedOwner(app)
  const { network } = openPage(app, client)
  const store = await import('../../../src/stores/accounts/companies/company.ts')
  await store.loadVisibility()
  await store.setAudience('address', 'nobody')
  expect(store.visibilitySave.get()).toEqual({ at: 'saved', part: 'address' })
  expect(contentOf(await client.api.accounts.orgInfoPermission({})).address).toBe('nobody')
  network.cut = true
  await store.setAudience('scale', 'nobody')
  expect(store.visibility.get()).toMatchObject({ content: { address: 'nobody', scale: 'public' } })
  expect(store.visibilitySave.get()).toMatchObject({ at: 'failed', part: 'scale' })
})

test('company documents: 专票 requires bank details, numbers stay masked, access requires the permission', async () => {
  const { client, licence } = await certifiedOwner(app)
  openPage(app, client)
  const invoice = await import('../../../src/stores/accounts/companies/company-documents.ts')
  await invoice.loadInvoice()
  expect(invoice.invoiceForm.values.get()).toMatchObject({ title: licence.companyName, taxNo: licence.creditCode })
  invoice.invoiceForm.set('kind', 'special')
  expect(await invoice.saveInvoice()).toBe(false)
  expect(invoice.invoiceForm.submitState.get()).toMatchObject({ fieldErrors: [{ field: 'bankName' }, {}, {}, {}] })
  invoice.invoiceForm.set('kind', 'normal')
  expect(await invoice.saveInvoice()).toBe(true)
  const person = await import('../../../src/stores/accounts/companies/company-documents.ts')
  await person.loadLegalPerson()
  person.legalPersonForm.setText('name', '程砚秋')
  person.legalPersonForm.setText('mobile', '13812342046')
  expect(await person.saveLegalPerson()).toBe(true)
  expect(person.legalPersonForm.values.get()?.mobile).toBe('138****2046')
  person.legalPersonForm.setText('name', '程砚冬')
  expect(await person.saveLegalPerson()).toBe(true)

  openPage(app, await signInAs(app, 'sub'))
  const refused = await import('../../../src/stores/accounts/companies/company-documents.ts')
  await refused.loadLegalPerson()
  expect(refused.legalPerson.get()).toMatchObject({ at: 'failed', failure: { code: 403 } })
})

test('the header shows a changed name', async () => {
  openPage(app, (await loner(app)).client)
  const store = await import('../../../src/stores/accounts/profile/own-profile.ts')
  await store.loadProfile()
  store.profileForm.setText('realName', '温时晴')
  store.profileForm.setText('jobTitle', '采购')
  expect(await store.saveProfile()).toBe(true)
  expect(store.profile.get()).toMatchObject({ content: { realName: '温时晴', jobTitle: '采购' } })
  expect(await session()).toMatchObject({ user: { realName: '温时晴' } })
})
