import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { helpFeedback } from '../../../src/db/tables/help.ts'
import { startAppForTest } from '../../support/app.ts'
import { signInAs, visitor } from '../../support/client.ts'
import { openPage } from '../page.ts'

test('a reader answers 没用 and gives a reason; a network failure is reported and keeps the input', async () => {
  const app = await startAppForTest()
  const page = openPage(app, visitor(app))
  const store = await import('../../../src/stores/content/help-feedback.ts')
  const stored = () => app.db.select().from(helpFeedback).where(eq(helpFeedback.questionId, 3605))
  page.network.cut = true
  await store.submitFeedback(3605, false)
  expect(store.feedbackSubmit.get()).toMatchObject({ at: 'refused', fieldErrors: [{ field: 'form' }] })
  expect(store.feedbackState.get()).toEqual({ at: 'nothing' })
  page.network.cut = false
  await Promise.all([store.submitFeedback(3605, false), store.submitFeedback(3605, true)])
  expect(store.feedbackState.get()).toEqual({ at: 'said', useful: false, hasText: false })
  expect(await stored()).toMatchObject([{ useful: false, text: '' }])

  await store.submitFeedbackText(3605, '  ')
  expect(store.feedbackSubmit.get()).toMatchObject({
    fieldErrors: [{ field: 'text', message: '请填写您想了解的内容' }],
  })
  await store.submitFeedbackText(3605, '没有说发票多久能开')
  expect(store.feedbackState.get()).toEqual({ at: 'said', useful: false, hasText: true })
  expect(await stored()).toMatchObject([{ useful: false, text: '没有说发票多久能开' }])
})

test('operators list feedback by verdict and keyword; the URL holds the filters', async () => {
  const app = await startAppForTest()
  const reader = visitor(app)
  await reader.api.content.feedbackSubmit({ questionId: 3602, useful: false, text: '偏远地区怎么算' })
  await reader.api.content.feedbackSubmit({ questionId: 3603, useful: true })
  openPage(app, await signInAs(app, 'ops'), '/ops/feedbacks', '?status=useless')
  const store = await import('../../../src/stores/content/feedbacks.ts')
  const stop = store.feedbacks.start()
  await expect.poll(() => store.feedbacks.state.get().at).toBe('ready')
  expect(store.feedbacks.state.get()).toMatchObject({
    content: { data: [{ questionId: 3602, useful: false }], counts: { useful: 1, useless: 1 } },
  })
  store.feedbacks.setQuery({ status: undefined, keyword: '偏远' })
  await expect.poll(() => store.feedbacks.state.get()).toMatchObject({ at: 'ready', content: { total: 1 } })
  expect(decodeURIComponent(location.search)).toBe('?keyword=偏远')
  stop()
})
