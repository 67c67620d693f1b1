import { expect, test } from 'vitest'
import { signInAs, contentOf, failureOf, fieldsWithErrors, type Client } from '../../support/client.ts'
import { appForFile, clientForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const anyone = visitorForFile(app)
const operator = clientForFile(app, 'ops')

const hall = {
  place: 'serviceHall',
  title: '新的推荐',
  text: '一句说明',
  picture: 'hplc',
  href: '/supermarket',
} as const
const titles = async (input: Parameters<Client['api']['reference']['adSetting']>[0]) =>
  contentOf(await anyone.api.reference.adSetting(input)).map(({ title }) => title)

test('a place returns active promotions, those of its own area first', async () => {
  expect((await titles({ place: 'menu' })).length).toBe(2)
  const [first, ...others] = await titles({ place: 'servicefind', area: 'taizhou' })
  expect(first).toBe('泰州本地机构')
  expect(others).not.toContain('成都本地机构')
  expect(await titles({ place: 'servicefind' })).not.toContain('泰州本地机构')
})

test('changes by an operator take effect at once, also in cached pages', async () => {
  const before = await titles({ place: 'serviceHall' })
  const changedAt = app.runtime.pages.changedAt(['reference'])
  const { adId } = contentOf(await operator.api.reference.adSave(hall))
  expect(await titles({ place: 'serviceHall' })).toEqual(
    [...before, hall.title].toSorted((a, b) => (a === hall.title ? -1 : b === hall.title ? 1 : 0)),
  )
  expect(app.runtime.pages.changedAt(['reference'])).toBeGreaterThan(changedAt)
  contentOf(await operator.api.reference.adSave({ ...hall, adId, isOn: false }))
  expect(await titles({ place: 'serviceHall' })).toEqual(before)
  expect(contentOf(await operator.api.reference.ads({})).find((ad) => ad.adId === adId)?.isOn).toBe(false)
  contentOf(await operator.api.reference.adDelete({ adId }))
  expect(failureOf(await operator.api.reference.adDelete({ adId }))).toBe('notFound')
  expect(failureOf(await operator.api.reference.adSave({ ...hall, adId }))).toBe('notFound')
})

test('a promotion starts and ends at its times', async () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const save = async (startsAt: string | null, endsAt: string | null) =>
    contentOf(await operator.api.reference.adSave({ ...hall, place: 'marketHall', startsAt, endsAt })).adId
  const ids = [await save(inHours(-2), inHours(-1)), await save(inHours(1), null), await save(inHours(-1), inHours(1))]
  const shown = contentOf(await anyone.api.reference.adSetting({ place: 'marketHall' })).map(({ adId }) => adId)
  expect(ids.map((id) => shown.includes(id))).toEqual([false, false, true])
})

test('rejects external URLs, unknown places, ends before the start, and non-operators', async () => {
  const { reference } = operator.api
  for (const href of ['https://elsewhere.example', '//elsewhere.example', 'javascript:alert(1)', '/\\elsewhere']) {
    expect(fieldsWithErrors(await reference.adSave({ ...hall, href })), href).toEqual(['href'])
  }
  expect(fieldsWithErrors(await reference.adSave({ ...hall, title: '' }))).toEqual(['title'])
  expect(fieldsWithErrors(await reference.adSave({ ...hall, picture: '../../x' }))).toEqual(['picture'])
  const [startsAt, endsAt] = ['2026-11-21T00:00:00Z', '2026-11-20T00:00:00Z']
  expect(fieldsWithErrors(await reference.adSave({ ...hall, startsAt, endsAt }))).toEqual(['endsAt'])
  const seller = await signInAs(app, 'seller')
  expect(failureOf(await seller.api.reference.adSave(hall))).toBe('forbidden')
  expect(failureOf(await seller.api.reference.ads({}))).toBe('forbidden')
  expect(failureOf(await anyone.api.reference.adDelete({ adId: 1 }))).toBe('sessionInvalid')
})
