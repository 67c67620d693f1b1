import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { helpFeedback } from '../../../src/db/tables/help.ts'
import { startAppForTest } from '../../support/app.ts'
import { as, visitor } from '../../support/client.ts'
import { openPage } from '../page.ts'

test('a reader says 没用 and then why; a line that is down loses nothing and says so', async () => {
  const app = await startAppForTest()
  const page = openPage(app, visitor(app))
  const store = await import('../../../src/stores/content/help-feedback.ts')
  const stored = () => app.db.select().from(helpFeedback).where(eq(helpFeedback.questionId, 3605))
  page.line.cut = true
  await store.sayUseful(3605, false)
  expect(store.feedbackSending.get()).toMatchObject({ at: 'refused', faults: [{ field: 'form' }] })
  expect(store.said.get()).toEqual({ at: 'nothing' })
  page.line.cut = false
  await Promise.all([store.sayUseful(3605, false), store.sayUseful(3605, true)])
  expect(store.said.get()).toEqual({ at: 'said', useful: false, words: false })
  expect(await stored()).toMatchObject([{ useful: false, text: '' }])

  await store.sayWhy(3605, '  ')
  expect(store.feedbackSending.get()).toMatchObject({ faults: [{ field: 'text', message: '请写下您想了解的内容' }] })
  await store.sayWhy(3605, '没有说发票多久能开')
  expect(store.said.get()).toEqual({ at: 'said', useful: false, words: true })
  expect(await stored()).toMatchObject([{ useful: false, text: '没有说发票多久能开' }])
})

test('operators read what was said, by verdict and words; the address holds it all', async () => {
  const app = await startAppForTest()
  const reader = visitor(app)
  await reader.api.content.feedbackSubmit({ questionId: 3602, useful: false, text: '偏远地区怎么算' })
  await reader.api.content.feedbackSubmit({ questionId: 3603, useful: true })
  openPage(app, await as(app, 'ops'), '/ops/feedbacks', '?status=useless')
  const store = await import('../../../src/stores/content/feedbacks.ts')
  const stop = store.feedbacks.start()
  await expect.poll(() => store.feedbacks.state.get().at).toBe('ready')
  expect(store.feedbacks.state.get()).toMatchObject({
    content: { data: [{ questionId: 3602, useful: false }], counts: { useful: 1, useless: 1 } },
  })
  store.feedbacks.choose({ status: undefined, keyword: '偏远' })
  await expect.poll(() => store.feedbacks.state.get()).toMatchObject({ at: 'ready', content: { total: 1 } })
  expect(decodeURIComponent(location.search)).toBe('?keyword=偏远')
  stop()
})
