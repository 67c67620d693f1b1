import { describe, expect, test } from 'vitest'
import type { Reading } from '../../../src/stores/accounts/certification/licence-ocr.ts'
import { signInAs, contentOf, type Client } from '../../support/client.ts'
import { hasChineseFont, licencePicture } from '../../support/licence-picture.ts'
import { licenceOf, loner, uploadLicence } from '../../support/scenes/accounts/company.ts'
import { openPage } from '../page.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

/** Page of a signed-in person with the certification stores and the current form. */
async function certifying(person: { client: Client; userId: number }, reload?: () => void) {
  if (reload === undefined) openPage(app, person.client)
  else reload()
  const { certificationForm: form, ...rest } =
    await import('../../../src/stores/accounts/certification/certification-form.ts')
  const store = await import('../../../src/stores/accounts/certification/certification.ts')
  const { licenceOcr } = await import('../../../src/stores/accounts/certification/licence-ocr.ts')
  await store.startCertification(person.userId)
  const auth = () => {
    const now = store.authorisation.get()
    if (now.at !== 'ready') throw new Error(`The certification is ${now.at}`)
    return now.content
  }
  return { ...rest, form, store, reading: licenceOcr, auth }
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
  read: true,
  companyName: '成都甲有限公司',
  creditCode: '',
  creditCodeValid: false,
  legalPerson: '程砚秋',
  address: '科园南路 88 号',
  foundedAt: null,
  validUntil: '2041-05-17',
  businessScope: '',
}

test('typed values are never overwritten by OCR, which only suggests', async () => {
  const { mergeReading } = await import('../../../src/stores/accounts/certification/licence-ocr.ts')
  const { emptyCertification } = await import('../../../src/stores/accounts/certification/certification-values.ts')
  const typed = { ...emptyCertification(''), companyName: '成都乙有限公司', address: '科园南路88号', longTerm: true }
  const { values, filled, suggested } = mergeReading(typed, found, new Set())
  expect(values).toMatchObject({ companyName: '成都乙有限公司', legalPerson: '程砚秋', validUntil: '' })
  expect(filled).toEqual(['legalPerson'])
  expect(suggested).toEqual({ companyName: '成都甲有限公司' })
  const again = mergeReading(values, { ...found, legalPerson: '程砚冬' }, new Set(filled))
  expect(again.values.legalPerson).toBe('程砚冬')
})

describe('certification of a person without a company', () => {
  const needs = hasChineseFont ? '' : ' (skipped: no Chinese font on this machine)'
  test.skipIf(!hasChineseFont)(
    `a photographed licence fills the form, and certifies at once${needs}`,
    async () => {
      const person = await loner(app)
      const page = await certifying(person)
      const licence = { ...licenceOf(), validUntil: '2041-05-17' }
      const bytes = await licencePicture({ ...licence, businessScope: '技术服务、技术开发。' })
      const file = new File([new Uint8Array(bytes)], '营业执照.jpg', { type: 'image/jpeg' })
      page.setCertificationText('legalPerson', '程砚')
      const { fileId, url, name } = contentOf(await person.client.upload('licence', file))
      page.form.set('licence', { fileId, url, name })
      await page.readLicenceIntoForm()
      const { companyName, creditCode } = licence
      expect(page.form.values.get()).toMatchObject({ companyName, creditCode, legalPerson: '程砚' })
      expect(page.form.values.get()).toMatchObject({ validUntil: '2041-05-17', districtCode: '510100' })
      expect(page.licenceSuggestions.get()).toEqual({ legalPerson: '程砚秋' })
      page.acceptSuggestion('legalPerson')
      page.setCertificationText('districtCode', '510107')
      expect([...page.autofilledFields.get()].toSorted()).not.toContain('districtCode')
      expect(await Promise.all([page.store.submitCertification(), page.store.submitCertification()])).toEqual([
        true,
        false,
      ])
      expect(page.auth()).toMatchObject({ authStatus: 'approved', versions: [{ version: 1 }] })
      const { session } = await import('../../../src/stores/accounts/session.ts')
      expect(session.get()).toMatchObject({ at: 'in', user: { companyName: licence.companyName } })
    },
    90_000,
  )

  test('an unreadable picture leaves the form usable; a returned version shows its reason for correction', async () => {
    const person = await loner(app)
    const first = await certifying(person)
    expect(first.store.isCertificationFormOpen.get()).toBe(true)
    take(first, await uploadLicence(app, person.client))
    await first.readLicenceIntoForm()
    expect(first.reading.get()).toEqual({ at: 'nothing' })
    fill(first, licenceOf())
    expect(await first.store.submitCertification()).toBe(true)
    expect(first.auth()).toMatchObject({ authStatus: 'submitted', maySubmit: false })
    expect(first.store.isCertificationFormOpen.get()).toBe(false)

    const ops = await signInAs(app, 'ops')
    const { certificationId = 0 } = first.auth().latest ?? {}
    contentOf(
      await ops.api.accounts.certificationReview({ certificationId, decision: 'askMore', reason: '请换清晰的照片' }),
    )
    const second = await certifying(person, openPage(app, person.client).reload)
    expect(second.auth().latest).toMatchObject({ status: 'more_info', reason: '请换清晰的照片' })
    expect(second.store.isCertificationFormOpen.get()).toBe(false)
    second.store.openCertificationForm()
    expect(second.form.values.get()).toMatchObject({ legalPerson: '程砚秋', longTerm: true })
    expect(await second.store.submitCertification()).toBe(true)
    expect(second.auth()).toMatchObject({ latest: { version: 2, status: 'submitted' } })
  }, 60_000)

  test('missing fields have specific errors, and corrected fields lose theirs', async () => {
    const person = await loner(app)
    const page = await certifying(person)
    expect(await page.store.submitCertification()).toBe(false)
    const fieldErrors = () => {
      const now = page.form.submitState.get()
      return now.at === 'refused' ? now.fieldErrors.map(({ field }) => field).toSorted() : []
    }
    const all = ['address', 'companyName', 'creditCode', 'districtCode', 'legalPerson', 'licence', 'validUntil']
    expect(fieldErrors()).toEqual(all)
    fill(page, licenceOf())
    page.setLongTerm(true)
    expect(fieldErrors()).toEqual(['licence'])
  })

  test('a draft survives a reload; a network failure neither loses nor duplicates a version', async () => {
    const person = await loner(app)
    const browser = openPage(app, person.client)
    const before = await certifying(person, () => undefined)
    const licence = licenceOf()
    fill(before, licence)
    take(before, await uploadLicence(app, person.client))
    const page = await certifying(person, browser.reload)
    expect(page.form.restored.get()).toBe(true)
    expect(page.form.values.get()).toMatchObject({ companyName: licence.companyName })
    browser.network.cut = true
    expect(await page.store.submitCertification()).toBe(false)
    expect(page.form.submitState.get()).toMatchObject({ at: 'refused', failure: { code: 0 } })
    browser.network.cut = false
    expect(await page.store.submitCertification()).toBe(true)
    expect(page.auth().versions).toHaveLength(1)
  })

  test('a name used by another company is reported before submitting', async () => {
    const buyer = await signInAs(app, 'buyer')
    const { name } = contentOf(await buyer.api.accounts.companyInfo({}))
    const page = await certifying(await loner(app))
    page.setCertificationText('companyName', name)
    await page.checkUniqueness('companyName')
    expect(page.uniquenessErrors.get().companyName).toContain('已在平台')
    page.setCertificationText('companyName', licenceOf().companyName)
    await page.checkUniqueness('companyName')
    expect(page.uniquenessErrors.get()).toEqual({})
  })
})
