import { expect, test } from 'vitest'
import { contentOf, visitor } from '../../support/client.ts'
import { openPage } from '../page.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const ops = clientForFile(app, 'ops')

const shown = async () =>
  contentOf(await visitor(app).api.reference.adSetting({ place: 'servicefind', area: 'standard' })).map(
    ({ title }) => title,
  )

test('an operator creates, changes and deletes a promotion for some days; pages show it at once', async () => {
  openPage(app, ops, '/ops/promotions')
  const store = await import('../../../src/stores/reference/promotions.ts')
  await store.loadPromotions()
  store.choosePromotionPlace('servicefind')
  store.openPromotionForm()
  store.promotionForm.setText('sort', '先')
  store.promotionForm.setText('href', 'https://elsewhere.example/')
  expect(await store.submitPromotion()).toBe(false)
  const refused = store.promotionForm.submitState.get()
  const fields = refused.at === 'refused' ? refused.fieldErrors.map(({ field }) => field) : []
  expect(new Set(fields)).toEqual(new Set(['sort', 'title', 'href']))
  store.promotionForm.setText('sort', '1')
  store.promotionForm.setText('title', '稳定性考察机构')
  store.promotionForm.setText('href', '/servicefind/list?tags=CNAS')
  store.promotionForm.setText('from', '2026-01-02')
  store.promotionForm.setText('until', '2026-01-01')
  expect(await store.submitPromotion()).toBe(false)
  store.promotionForm.setText('until', '2099-01-01')
  expect(await Promise.all([store.submitPromotion(), store.submitPromotion()])).toEqual([true, false])
  expect(await shown()).toContain('稳定性考察机构')

  const now = store.promotions.get()
  const row = now.at === 'ready' ? now.content.find(({ title }) => title === '稳定性考察机构') : undefined
  if (row === undefined) throw new Error('Not listed')
  store.openPromotionForm(row)
  expect(store.promotionForm.values.get()).toMatchObject({ from: '2026-01-02', until: '2099-01-01', sort: '1' })
  store.promotionForm.set('isOn', false)
  expect(await store.submitPromotion()).toBe(true)
  expect(await shown()).not.toContain('稳定性考察机构')
  store.openPromotionDeletion(row)
  expect(await Promise.all([store.deletePromotion(), store.deletePromotion()])).toEqual([true, false])
  const after = store.promotions.get()
  expect(after.at === 'ready' && after.content.some(({ adId }) => adId === row.adId)).toBe(false)
})
