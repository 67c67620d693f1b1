import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { needs } from '../../../src/db/tables/demands.ts'
import { startAppForTest } from '../../support/app.ts'
import { plantCaptcha } from '../../support/captchas.ts'
import { visitor } from '../../support/client.ts'
import { openPage } from '../page.ts'

test('a visitor leaves a wish, once; the second one wants the captcha, and nothing is told as done that is not', async () => {
  const app = await startAppForTest()
  const page = openPage(app, visitor(app))
  const store = await import('../../../src/stores/demands/need-form.ts')
  const typed = { text: '找 13 周毒理', mobile: '137 0000 5678', contact: '', captcha: '' }
  expect(await store.leaveNeed({ ...typed, text: ' ', mobile: '12' })).toBe(false)
  expect(store.needSending.get()).toMatchObject({ at: 'refused', faults: [{ field: 'text' }, { field: 'mobile' }] })
  page.line.cut = true
  expect(await store.leaveNeed(typed)).toBe(false)
  expect(store.needSending.get().at).toBe('refused')
  page.line.cut = false
  expect(await Promise.all([store.leaveNeed(typed), store.leaveNeed(typed)])).toEqual([true, false])
  expect(store.needSending.get().at).toBe('done')
  const stored = () => app.db.select().from(needs).where(eq(needs.mobile, '13700005678')).orderBy(desc(needs.id))
  expect(await stored()).toHaveLength(1)

  store.startAgain()
  const second = { ...typed, text: '再找一家做杂质的' }
  expect(await store.leaveNeed(second)).toBe(false)
  expect(store.needSending.get()).toMatchObject({ faults: [{ field: 'captcha', message: '请输入图形验证码后再提交' }] })
  expect(store.captcha.wanted.get()).toBe(true)
  expect(await store.leaveNeed({ ...second, captcha: 'wrong' })).toBe(false)
  expect(await stored()).toHaveLength(1)
  const planted = await plantCaptcha(app)
  Object.assign(store.captcha.store, { answer: () => planted })
  expect(await store.leaveNeed({ ...second, captcha: planted.captcha })).toBe(true)
  expect(await stored()).toHaveLength(2)
})
