import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { contentOf, failureOf } from '../../support/client.ts'
import { csv, pdf } from '../../support/uploads.ts'
import { inHours, submittedOffer } from '../../support/scenes/demands/demand.ts'
import {
  app,
  buyer,
  seller,
  read,
  judge,
  form,
  listed,
  seen,
  waiting,
  steps,
  told,
  opened,
  startScene,
} from '../../support/scenes/demands/changes.ts'

beforeAll(startScene)
afterAll(() => app.close())

describe('an edit of an open demand', () => {
  test('is pending: the public sees the old content, owner and operator the new one', async () => {
    const { demandId, title, posted, edit } = await opened()
    await submittedOffer(seller, demandId)
    const file = new File([pdf], '补充方案.pdf')
    const { fileId } = contentOf(await buyer.upload('document', file))
    const facts = [{ label: '物种', value: '食蟹猴' }]
    expect(contentOf(await edit({ summary: '新的说明', facts, fileIds: [fileId] })).status).toBe('open')
    expect(await seen(demandId)).toMatchObject({
      summary: posted.summary,
      facts: posted.facts,
      files: [],
      change: null,
    })
    const now = { summary: '新的说明', facts, files: [{ fileId }] }
    expect(await form(demandId)).toMatchObject({ ...now, change: { status: 'pending_review', reason: '' } })
    expect(await waiting()).toContain(demandId)
    expect(await read(demandId)).toMatchObject({
      ...now,
      isChange: true,
      before: {
        summary: posted.summary,
        facts: posted.facts,
        changes: '修改了公开说明；修改了要求（物种）；增加公开附件 1 个',
      },
    })
    expect(await listed(demandId)).toEqual({ status: 'pending_review', reason: '' })
    expect(await told('demand.changed', title)).toEqual([])
    expect(await steps(demandId)).toEqual(['change_submit'])
  })

  test('takes effect on approval: pages, search, history, notifications to offering companies', async () => {
    const { demandId, title, edit } = await opened()
    const before = await submittedOffer(seller, demandId)
    contentOf(await edit({ summary: '附带毒代分析的说明' }))
    const invalidate = vi.spyOn(app.runtime.pages, 'invalidate')
    expect(contentOf(await judge(demandId, 'pass')).status).toBe('open')
    expect(invalidate.mock.calls.flat(2)).toContain(`demand:${demandId}`)
    invalidate.mockRestore()
    expect((await seen(demandId)).summary).toBe('附带毒代分析的说明')
    expect((await form(demandId)).change).toBeNull()
    expect(await waiting()).not.toContain(demandId)
    expect(await steps(demandId)).toEqual(['change_submit', 'change_pass', 'edit'])
    expect((await told('demand.changed', title))[0]?.text).toBe('修改了公开说明')
    expect((await told('demand.reviewed', title)).at(-1)?.title).toContain('的修改已通过审核')
    const { demandHistory } = contentOf(await seller.api.demands.sellerOffer({ offerId: before }))
    expect(demandHistory.map(({ event }) => event)).toEqual(['pass', 'edit'])
    expect(failureOf(await judge(demandId, 'pass', '', (await form(demandId)).version))).toBe('stepNotAllowed')
  })

  test('leaves the public content on rejection; the owner sees the reason and can submit again', async () => {
    const { demandId, posted, title, edit } = await opened()
    contentOf(await edit({ summary: '请拨打电话' }))
    expect(contentOf(await judge(demandId, 'reject', '含联系方式')).status).toBe('open')
    expect((await seen(demandId)).summary).toBe(posted.summary)
    const change = { status: 'rejected', reason: '含联系方式' }
    expect(await form(demandId)).toMatchObject({ summary: '请拨打电话', change })
    expect(contentOf(await buyer.api.demands.demand({ demandId }))).toMatchObject({ summary: posted.summary, change })
    expect((await told('demand.reviewed', title)).at(-1)?.text).toContain('含联系方式')
    expect(await waiting()).not.toContain(demandId)
    expect(await listed(demandId)).toEqual(change)
    contentOf(await edit({ summary: '已删除' }))
    expect((await form(demandId)).change).toEqual({ status: 'pending_review', reason: '' })
    contentOf(await judge(demandId, 'pass'))
    expect((await seen(demandId)).summary).toBe('已删除')
    expect(await listed(demandId)).toBeNull()
  })

  test('is replaced by the next edit; verdicts and forms with an older version return conflict', async () => {
    const { demandId, edit } = await opened()
    const first = contentOf(await edit({ summary: '第一次' }))
    const second = contentOf(await edit({ summary: '第二次' }, first.version))
    expect(second.version).toBe(first.version + 1)
    expect(failureOf(await edit({ summary: '第三次' }, first.version))).toBe('conflict')
    expect(failureOf(await judge(demandId, 'pass', '', first.version))).toBe('conflict')
    // The same content again is no new change.
    expect(contentOf(await edit({ summary: '第二次' })).version).toBe(second.version)
    const both = await Promise.all([
      judge(demandId, 'pass', '', second.version),
      judge(demandId, 'pass', '', second.version),
    ])
    expect(both.map(failureOf).toSorted()).toEqual(['none', 'stepNotAllowed'])
    expect((await seen(demandId)).summary).toBe('第二次')
    expect(await steps(demandId)).toEqual(['change_submit', 'change_submit', 'change_pass', 'edit'])
  })

  test('is deleted by its owner, or by an edit equal to the public content', async () => {
    const { demandId, posted, edit } = await opened()
    const { version } = contentOf(await edit({ summary: '不要了' }))
    contentOf(await buyer.api.demands.demandChangeDelete({ demandId }))
    expect(await form(demandId)).toMatchObject({ summary: posted.summary, change: null })
    expect(failureOf(await edit({ summary: '旧表单' }, version))).toBe('conflict')
    expect(failureOf(await buyer.api.demands.demandChangeDelete({ demandId }))).toBe('notFound')
    contentOf(await edit({ summary: '也不要了' }))
    contentOf(await edit({}))
    expect((await form(demandId)).change).toBeNull()
    expect(await steps(demandId)).toEqual(['change_submit', 'change_drop', 'change_submit', 'change_drop'])
  })

  test('extends the deadline and adds confidential content at once; the rest is pending', async () => {
    const { demandId, posted, title, edit } = await opened({ confidentialText: '结构', ownTerms: '条款' })
    await submittedOffer(seller, demandId)
    const { fileId } = contentOf(await buyer.upload('attachment', new File([csv], '历史数据.csv')))
    const deadline = inHours(72)
    contentOf(await edit({ summary: '新的说明', deadline, annexIds: [fileId], confidentialText: '结构 XK-17' }))
    expect(await seen(demandId)).toMatchObject({ deadline, annexCount: 1, summary: posted.summary })
    expect((await told('demand.changed', title))[0]?.text).toMatch(/推迟到.+；更新了保密说明；增加保密附件 1 个$/)
    expect(JSON.stringify(await read(demandId))).not.toMatch(/XK-17|历史数据/)
    contentOf(await judge(demandId, 'pass'))
    expect(await form(demandId)).toMatchObject({
      summary: '新的说明',
      deadline,
      confidentialText: '结构 XK-17',
      annexes: [{ fileId }],
    })
    contentOf(await edit({ summary: '新的说明', deadline: inHours(96), annexIds: [fileId] }))
    expect(await waiting()).not.toContain(demandId)
  })

  test('with new terms keeps the confidential part pending too', async () => {
    const { demandId, edit } = await opened()
    contentOf(await edit({ confidentialText: '结构 XK-18', ownTerms: '仅限本项目' }))
    expect(await seen(demandId)).toMatchObject({ confidential: false, ownTerms: '' })
    expect(await read(demandId)).toMatchObject({ confidential: true, ownTerms: '仅限本项目' })
    contentOf(await judge(demandId, 'pass'))
    expect(await seen(demandId)).toMatchObject({ confidential: true, ownTerms: '仅限本项目' })
  })

  test('does not affect offers made meanwhile', async () => {
    const { demandId, title, edit } = await opened()
    contentOf(await edit({ summary: '新的说明' }))
    const offerId = await submittedOffer(seller, demandId)
    const versions = async () => contentOf(await seller.api.demands.offerVersions({ offerId }))
    const [before, kept] = [contentOf(await seller.api.demands.sellerOffer({ offerId })), await versions()]
    contentOf(await judge(demandId, 'pass'))
    const after = contentOf(await seller.api.demands.sellerOffer({ offerId }))
    expect(await versions()).toEqual(kept)
    expect([after.status, after.versions]).toEqual(['submitted', before.versions])
    expect(before.demandHistory.map(({ event }) => event)).toEqual(['pass'])
    expect(after.demandHistory.map(({ event }) => event)).toEqual(['pass', 'edit'])
    expect(await told('demand.changed', title)).not.toEqual([])
  })
})
