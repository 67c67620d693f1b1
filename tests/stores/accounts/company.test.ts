import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf } from '../../support/client.ts'
import { certifiedOwner, details, loner, newName } from '../../calls/accounts/company-scene.ts'
import { openPage } from '../page.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const session = async () => (await import('../../../src/stores/accounts/session.ts')).session.get()

/** The page of somebody with the details of their company on it. */
async function companyPage(userId: number, side: 'buyer' | 'seller' = 'buyer') {
  const store = await import('../../../src/stores/accounts/company.ts')
  await store.start(side, userId)
  return { store, form: store.formOf(side) }
}

test('somebody without a company makes one, and owns it; a draft comes back until then', async () => {
  const { client, userId } = await loner(app)
  const browser = openPage(app, client)
  const first = await companyPage(userId)
  expect(first.store.company.get()).toMatchObject({ at: 'ready', content: { companyId: null } })
  expect(await first.store.save()).toBeUndefined()
  expect(first.form.sending.get()).toMatchObject({ at: 'refused', failure: null })
  const companyName = newName()
  const { contactPhone, ...others } = { ...details(), companyName }
  for (const name of ['companyName', 'shortName', 'districtCode', 'address', 'contactName'] as const)
    first.form.setText(name, others[name])
  browser.reload()
  const { store, form } = await companyPage(userId)
  expect(form.restored.get()).toBe(true)
  form.setText('contactPhone', contactPhone)
  expect(await Promise.all([store.save(), store.save()])).toMatchObject([{ name: companyName }, undefined])
  expect(await session()).toMatchObject({ at: 'in', user: { companyName } })
  form.setText('companyName', newName())
  expect(await store.save()).toBeDefined()
})

test('a name that is certified is not sent; a supplier tells at least one class', async () => {
  const { client, userId, licence } = await certifiedOwner(app)
  openPage(app, client)
  const { store, form } = await companyPage(userId, 'seller')
  const { loadServiceClasses, serviceClasses } = await import('../../../src/stores/accounts/service-classes.ts')
  await loadServiceClasses()
  const classes = serviceClasses.get()
  const [first] = classes.at === 'ready' ? classes.content : []
  form.setText('contactName', '温时雨')
  form.setText('contactPhone', '028-85123456')
  expect(await store.save()).toBeUndefined()
  expect(form.sending.get()).toMatchObject({ faults: [{ field: 'serviceClasses' }] })
  form.set('serviceClasses', [first?.code ?? ''])
  expect(await store.save()).toMatchObject({ name: licence.companyName, contactName: '温时雨' })
})

test('the link of an invitation leads into the company; a wrong one says so at its field or above', async () => {
  const owner = await certifiedOwner(app)
  const { url } = contentOf(await owner.client.api.accounts.invitationSave({}))
  const { client } = await loner(app)
  openPage(app, client)
  const store = await import('../../../src/stores/accounts/join-company.ts')
  store.start()
  store.form.setText('inviteCode', 'nothing')
  expect(await store.join()).toBeUndefined()
  expect(store.form.sending.get()).toMatchObject({ failure: { code: 1045 } })
  store.form.setText('inviteCode', url)
  expect(await store.join()).toBe(owner.licence.companyName)
  expect(await session()).toMatchObject({ user: { companyName: owner.licence.companyName, isSaler: false } })
})

test('a choice of who may see a part is saved at once, and taken back when it could not be', async () => {
  const { client } = await certifiedOwner(app)
  const { line } = openPage(app, client)
  const store = await import('../../../src/stores/accounts/visibility.ts')
  await store.load()
  await store.choose('address', 'nobody')
  expect(store.choice.get()).toEqual({ at: 'saved', part: 'address' })
  expect(contentOf(await client.api.accounts.orgInfoPermission({})).address).toBe('nobody')
  line.cut = true
  await store.choose('scale', 'nobody')
  expect(store.visibility.get()).toMatchObject({ content: { address: 'nobody', scale: 'public' } })
  expect(store.choice.get()).toMatchObject({ at: 'failed', part: 'scale' })
})

test('papers of the company: a 专票 wants its bank, numbers stay masked, readers without the right are refused', async () => {
  const { client, licence } = await certifiedOwner(app)
  openPage(app, client)
  const invoice = await import('../../../src/stores/accounts/invoice.ts')
  await invoice.load()
  expect(invoice.form.values.get()).toMatchObject({ title: licence.companyName, taxNo: licence.creditCode })
  invoice.form.set('kind', 'special')
  expect(await invoice.save()).toBe(false)
  expect(invoice.form.sending.get()).toMatchObject({ faults: [{ field: 'bankName' }, {}, {}, {}] })
  invoice.form.set('kind', 'normal')
  expect(await invoice.save()).toBe(true)
  const person = await import('../../../src/stores/accounts/legal-person.ts')
  await person.load()
  person.form.setText('name', '程砚秋')
  person.form.setText('mobile', '13812342046')
  expect(await person.save()).toBe(true)
  expect(person.form.values.get()?.mobile).toBe('138****2046')
  person.form.setText('name', '程砚冬')
  expect(await person.save()).toBe(true)

  openPage(app, await as(app, 'sub'))
  const refused = await import('../../../src/stores/accounts/legal-person.ts')
  await refused.load()
  expect(refused.legalPerson.get()).toMatchObject({ at: 'failed', failure: { code: 403 } })
})

test('the header follows a name that was changed', async () => {
  openPage(app, (await loner(app)).client)
  const store = await import('../../../src/stores/accounts/own-profile.ts')
  await store.load()
  store.form.setText('realName', '温时晴')
  store.form.setText('jobTitle', '采购')
  expect(await store.save()).toBe(true)
  expect(store.profile.get()).toMatchObject({ content: { realName: '温时晴', jobTitle: '采购' } })
  expect(await session()).toMatchObject({ user: { realName: '温时晴' } })
})
