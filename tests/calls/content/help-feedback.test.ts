import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { helpFeedback } from '../../../src/db/tables/help.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { appForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const guest = visitorForFile(app)

const savedOf = (questionId: number) =>
  app.db.select().from(helpFeedback).where(eq(helpFeedback.questionId, questionId)).orderBy(helpFeedback.id)

describe('feedbackSubmit', () => {
  test('saves feedback of a visitor once a day: the later one counts', async () => {
    const client = visitor(app)
    contentOf(await client.api.content.feedbackSubmit({ questionId: 2802, useful: true }))
    contentOf(await client.api.content.feedbackSubmit({ questionId: 2802, useful: false, text: ' 没有说语音验证码 ' }))
    expect(await savedOf(2802)).toMatchObject([{ useful: false, text: '没有说语音验证码', userId: null }])
    contentOf(await visitor(app).api.content.feedbackSubmit({ questionId: 2802, useful: true }))
    expect((await savedOf(2802)).map(({ useful }) => useful)).toEqual([false, true])
  })

  test('identifies signed-in users across addresses, and stores no address', async () => {
    const client = await signInAs(app, 'buyer')
    contentOf(await client.api.content.feedbackSubmit({ questionId: 2803, useful: true }))
    const elsewhere = await signInAs(app, 'buyer')
    contentOf(await elsewhere.api.content.feedbackSubmit({ questionId: 2803, useful: false }))
    const saved = await savedOf(2803)
    expect(saved).toHaveLength(1)
    expect(saved[0]?.userId).not.toBeNull()
    expect(JSON.stringify(saved)).not.toMatch(/(\d{1,3}\.){3}\d{1,3}|::/)
  })

  test('requires an existing question, and at most 500 characters', async () => {
    const client = visitor(app)
    expect(failureOf(await client.api.content.feedbackSubmit({ questionId: missingId, useful: true }))).toBe('notFound')
    const long = await client.api.content.feedbackSubmit({ questionId: 2801, useful: false, text: '长'.repeat(501) })
    expect(fieldsWithErrors(long)).toEqual(['text'])
  })

  test('is limited to ten calls a minute', async () => {
    const client = visitor(app)
    for (let at = 0; at < 10; at += 1) {
      contentOf(await client.api.content.feedbackSubmit({ questionId: 2804, useful: true }))
    }
    expect(failureOf(await client.api.content.feedbackSubmit({ questionId: 2804, useful: true }))).toBe('tooMany')
  })
})

describe('feedbacks', () => {
  test('lists feedback for operators, newest first', async () => {
    const client = visitor(app)
    contentOf(await client.api.content.feedbackSubmit({ questionId: 3605, useful: false, text: '电子发票在哪里下载' }))
    const ops = await signInAs(app, 'ops')
    const { data, counts, total } = contentOf(await ops.api.content.feedbacks({ keyword: '在哪里下载' }))
    expect(data).toMatchObject([{ questionId: 3605, title: '如何申请发票？', useful: false, loginName: '' }])
    expect([counts.useful, counts.useless, total]).toEqual([0, 1, 1])
    const withText = contentOf(await ops.api.content.feedbacks({ withText: true }))
    expect(withText.data.every(({ text }) => text !== '')).toBe(true)
    const useful = contentOf(await ops.api.content.feedbacks({ useful: true }))
    expect(useful.data.every((row) => row.useful)).toBe(true)
    expect(useful.total).toBe(useful.counts.useful)
  })

  test('is forbidden to others', async () => {
    expect(failureOf(await guest.api.content.feedbacks({}))).toBe('sessionInvalid')
    expect(failureOf(await (await signInAs(app, 'buyer')).api.content.feedbacks({}))).toBe('forbidden')
  })
})
