import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { leads } from '../../../src/db/tables/demands.ts'
import { startAppForTest } from '../../support/app.ts'
import { plantCaptcha } from '../../support/captchas.ts'
import { visitor } from '../../support/client.ts'
import { openPage } from '../page.ts'

test('a lead is submitted once; the second one requires a captcha', async () => {
  const app = await startAppForTest()
  const page = openPage(app, visitor(app))
  const store = await import('../../../src/stores/demands/leads/lead-form.ts')
  const typed = { text: '找 13 周毒理', mobile: '137 0000 5678', contact: '', captcha: '' }
  expect(await store.submitLead({ ...typed, text: ' ', mobile: '12' })).toBe(false)
  expect(store.leadSubmitState.get()).toMatchObject({
    at: 'refused',
    fieldErrors: [{ field: 'text' }, { field: 'mobile' }],
  })
  page.network.cut = true
  expect(await store.submitLead(typed)).toBe(false)
  expect(store.leadSubmitState.get().at).toBe('refused')
  page.network.cut = false
  expect(await Promise.all([store.submitLead(typed), store.submitLead(typed)])).toEqual([true, false])
  expect(store.leadSubmitState.get().at).toBe('done')
  const stored = () => app.db.select().from(leads).where(eq(leads.mobileHash, '13700005678')).orderBy(desc(leads.id))
  expect(await stored()).toHaveLength(1)

  store.resetLeadForm()
  const second = { ...typed, text: '再找一家做杂质的' }
  expect(await store.submitLead(second)).toBe(false)
  expect(store.leadSubmitState.get()).toMatchObject({
    fieldErrors: [{ field: 'captcha', message: '请输入图形验证码后再提交' }],
  })
  expect(store.leadCaptcha.isRequired.get()).toBe(true)
  expect(await store.submitLead({ ...second, captcha: 'wrong' })).toBe(false)
  expect(await stored()).toHaveLength(1)
  const planted = await plantCaptcha(app)
  Object.assign(store.leadCaptcha.store, { answer: () => planted })
  expect(await store.submitLead({ ...second, captcha: planted.captcha })).toBe(true)
  expect(await stored()).toHaveLength(2)
})
