import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reading } from '../../../src/stores/accounts/licence-reading.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, type Client } from '../../support/client.ts'
import { hasChineseFont, licencePicture } from '../../support/licence-picture.ts'
import { licenceOf, loner, uploadLicence } from '../../calls/accounts/company-scene.ts'
import { openPage } from '../page.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** The page of somebody, with the certification's stores on it, and the form as it stands. */
async function certifying(person: { client: Client; userId: number }, reload?: () => void) {
  if (reload === undefined) openPage(app, person.client)
  else reload()
  const { certificationForm: form, ...rest } = await import('../../../src/stores/accounts/certification-form.ts')
  const store = await import('../../../src/stores/accounts/certification.ts')
  const { reading } = await import('../../../src/stores/accounts/read-licence.ts')
  await store.start(person.userId)
  const auth = () => {
    const now = store.authorisation.get()
    if (now.at !== 'ready') throw new Error(`The certification is ${now.at}`)
    return now.content
  }
  return { ...rest, form, store, reading, auth }
}
type Certifying = Awaited<ReturnType<typeof certifying>>

const fill = ({ form }: Certifying, licence: ReturnType<typeof licenceOf>) => {
  for (const name of ['companyName', 'creditCode', 'legalPerson', 'districtCode', 'address'] as const)
    form.setText(name, licence[name])
  form.set('longTerm', true)
}
const take = ({ form }: Certifying, fileId: string) =>
  form.set('licence', { fileId, url: `/files/${fileId}/a.png`, name: 'a.png' })

const found: Reading = {
  ...{ read: true, companyName: '成都甲有限公司', creditCode: '', creditCodeValid: false, legalPerson: '程砚秋' },
  ...{ address: '科园南路 88 号', foundedAt: null, validUntil: '2041-05-17', businessScope: '' },
}

test('what was typed is never overwritten by the licence: it is suggested', async () => {
  const { mergeReading } = await import('../../../src/stores/accounts/licence-reading.ts')
  const { emptyCertification } = await import('../../../src/stores/accounts/certification-values.ts')
  const typed = { ...emptyCertification(''), companyName: '成都乙有限公司', address: '科园南路88号', longTerm: true }
  const { values, filled, suggested } = mergeReading(typed, found, new Set())
  expect(values).toMatchObject({ companyName: '成都乙有限公司', legalPerson: '程砚秋', validUntil: '' })
  expect(filled).toEqual(['legalPerson'])
  expect(suggested).toEqual({ companyName: '成都甲有限公司' })
  const again = mergeReading(values, { ...found, legalPerson: '程砚冬' }, new Set(filled))
  expect(again.values.legalPerson).toBe('程砚冬')
})

describe('the certification of somebody without a company', () => {
  const needs = hasChineseFont ? '' : ' (skipped: no Chinese font on this machine)'
  test.skipIf(!hasChineseFont)(
    `a photographed licence fills the form, and certifies at once${needs}`,
    async () => {
      const person = await loner(app)
      const page = await certifying(person)
      const licence = { ...licenceOf(), validUntil: '2041-05-17' }
      const bytes = await licencePicture({ ...licence, businessScope: '技术服务、技术开发。' })
      const file = new File([new Uint8Array(bytes)], '营业执照.jpg', { type: 'image/jpeg' })
      page.typeInto('legalPerson', '程砚')
      const { fileId, url, name } = contentOf(await person.client.upload('licence', file))
      page.form.set('licence', { fileId, url, name })
      await page.readAgain()
      const { companyName, creditCode } = licence
      expect(page.form.values.get()).toMatchObject({ companyName, creditCode, legalPerson: '程砚' })
      expect(page.form.values.get()).toMatchObject({ validUntil: '2041-05-17', districtCode: '510100' })
      expect(page.suggested.get()).toEqual({ legalPerson: '程砚秋' })
      page.takeSuggestion('legalPerson')
      page.typeInto('districtCode', '510107')
      expect([...page.filled.get()].toSorted()).not.toContain('districtCode')
      expect(await Promise.all([page.store.submit(), page.store.submit()])).toEqual([true, false])
      expect(page.auth()).toMatchObject({ certification: 'approved', versions: [{ version: 1 }] })
      const { session } = await import('../../../src/stores/accounts/session.ts')
      expect(session.get()).toMatchObject({ at: 'in', user: { companyName: licence.companyName } })
    },
    90_000,
  )

  test('a picture without writing leaves the form open; sent back, it comes with its reason and is mended', async () => {
    const person = await loner(app)
    const first = await certifying(person)
    expect(first.store.writing.get()).toBe(true)
    take(first, await uploadLicence(app, person.client))
    await first.readAgain()
    expect(first.reading.get()).toEqual({ at: 'nothing' })
    fill(first, licenceOf())
    expect(await first.store.submit()).toBe(true)
    expect(first.auth()).toMatchObject({ certification: 'submitted', maySubmit: false })
    expect(first.store.writing.get()).toBe(false)

    const ops = await as(app, 'ops')
    const { certificationId = 0 } = first.auth().latest ?? {}
    contentOf(
      await ops.api.accounts.certificationReview({ certificationId, decision: 'askMore', reason: '请换清晰的照片' }),
    )
    const second = await certifying(person, openPage(app, person.client).reload)
    expect(second.auth().latest).toMatchObject({ status: 'more_info', reason: '请换清晰的照片' })
    expect(second.store.writing.get()).toBe(false)
    second.store.openForm()
    expect(second.form.values.get()).toMatchObject({ legalPerson: '程砚秋', longTerm: true })
    expect(await second.store.submit()).toBe(true)
    expect(second.auth()).toMatchObject({ latest: { version: 2, status: 'submitted' } })
  }, 60_000)

  test('what is missing is named as the form names it, and mended fields are not called wrong', async () => {
    const person = await loner(app)
    const page = await certifying(person)
    expect(await page.store.submit()).toBe(false)
    const faults = () => {
      const now = page.form.sending.get()
      return now.at === 'refused' ? now.faults.map(({ field }) => field).toSorted() : []
    }
    const all = ['address', 'companyName', 'creditCode', 'districtCode', 'legalPerson', 'licence', 'validUntil']
    expect(faults()).toEqual(all)
    fill(page, licenceOf())
    page.setLongTerm(true)
    expect(faults()).toEqual(['licence'])
  })

  test('a draft comes back after a reload; a lost line loses nothing and doubles nothing', async () => {
    const person = await loner(app)
    const browser = openPage(app, person.client)
    const before = await certifying(person, () => undefined)
    const licence = licenceOf()
    fill(before, licence)
    take(before, await uploadLicence(app, person.client))
    const page = await certifying(person, browser.reload)
    expect(page.form.restored.get()).toBe(true)
    expect(page.form.values.get()).toMatchObject({ companyName: licence.companyName })
    browser.line.cut = true
    expect(await page.store.submit()).toBe(false)
    expect(page.form.sending.get()).toMatchObject({ at: 'refused', failure: { code: 0 } })
    browser.line.cut = false
    expect(await page.store.submit()).toBe(true)
    expect(page.auth().versions).toHaveLength(1)
  })

  test('a name that others have is said before anything is sent', async () => {
    const buyer = await as(app, 'buyer')
    const { name } = contentOf(await buyer.api.accounts.companyInfo({}))
    const page = await certifying(await loner(app))
    page.typeInto('companyName', name)
    await page.checkFree('companyName')
    expect(page.taken.get().companyName).toContain('已在平台')
    page.typeInto('companyName', licenceOf().companyName)
    await page.checkFree('companyName')
    expect(page.taken.get()).toEqual({})
  })
})
