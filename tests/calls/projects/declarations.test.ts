import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { companies, users } from '../../../src/db/tables/accounts.ts'
import { declarations, govProjects } from '../../../src/db/tables/declarations.ts'
import { notices, stateChanges } from '../../../src/db/tables/operations.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { dayIn, uploaded } from '../../support/scenes/shops/shop.ts'
import { openProjectIn } from '../../support/scenes/projects/project.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let buyer: Client
let other: Client
let ops: Client
beforeAll(async () => {
  ;[buyer, other, ops] = [await signInAs(app, 'buyer'), await signInAs(app, 'buyer2'), await signInAs(app, 'ops')]
})

const openProject = (more: Partial<typeof govProjects.$inferInsert> = {}) => openProjectIn(app, more)
const whole = async (client: Client, more: object = {}) => ({
  title: '小分子新药临床前研究',
  summary: '本项目围绕口服小分子新药开展药学、药效与安全性评价研究，'.repeat(3),
  contactName: '章明',
  contactMobile: '19900000011',
  amount: 5_000_000,
  ownFunds: 0,
  startOn: dayIn(1),
  endOn: dayIn(200),
  fileIds: [await uploaded(client, 'attachment')],
  submit: true,
  ...more,
})
type Input = Parameters<Client['api']['projects']['projectDeclare']>[0]
const declare = (client: Client, input: Input) =>
  client.api.projects.projectDeclare(input, { idempotencyKey: newKey() })
const submitted = async () =>
  contentOf(await declare(buyer, { ...(await whole(buyer)), projectId: await openProject() })).declarationId
const review = (
  by: Client,
  declarationId: number,
  event: 'take' | 'return' | 'accept' | 'reject',
  version: number,
  reason = '',
) => by.api.projects.declarationReview({ declarationId, event, version, reason })

describe('projectDeclare', () => {
  test('saves an incomplete draft once, and rejects a second one for the same project', async () => {
    const projectId = await openProject()
    const key = { idempotencyKey: newKey() }
    const typed = { projectId, title: '半截', amount: 1 }
    const first = contentOf(await buyer.api.projects.projectDeclare(typed, key))
    expect(contentOf(await buyer.api.projects.projectDeclare(typed, key))).toEqual(first)
    expect(first).toMatchObject({ status: 'draft', version: 1 })
    expect(failureOf(await declare(buyer, { projectId }))).toBe('declaredAlready')
    const { declarationId } = first
    const seen = contentOf(await buyer.api.projects.projectDetail({ declarationId }))
    expect(seen).toMatchObject({ title: '半截', amount: 1, files: [], history: [], submittedAt: null })
    expect(contentOf(await buyer.api.projects.govProject({ projectId })).declarationId).toBe(declarationId)
    expect(contentOf(await other.api.projects.govProject({ projectId })).declarationId).toBeNull()
    expect(failureOf(await ops.api.projects.declarationReviewDetail({ declarationId }))).toBe('notFound')
  })

  test('creates one of two parallel declarations', async () => {
    const projectId = await openProject()
    const answers = await Promise.all([declare(buyer, { projectId }), declare(buyer, { projectId })])
    expect(answers.map(failureOf).toSorted()).toEqual(['declaredAlready', 'none'])
  })

  test('submitting needs a complete form, certified company, own files, open project; notifies operators', async () => {
    const projectId = await openProject()
    const bare = await declare(buyer, { projectId, submit: true })
    expect(fieldsWithErrors(bare)).toEqual([
      'title',
      'summary',
      'contactName',
      'contactMobile',
      'amount',
      'ownFunds',
      'startOn',
      'endOn',
      'fileIds',
    ])
    const good = await whole(buyer)
    const tries = [{ amount: 100_000_01 }, { endOn: good.startOn }, { fileIds: [await uploaded(other, 'attachment')] }]
    const faults = await Promise.all(tries.map((more) => declare(buyer, { ...good, projectId, ...more })))
    expect(faults.map(fieldsWithErrors)).toEqual([['amount'], ['endOn'], ['fileIds.0']])
    const late = await openProject({ deadline: new Date(Date.now() - 1_000) })
    const early = await openProject({ startsAt: new Date(Date.now() + 60_000) })
    expect(failureOf(await declare(buyer, { ...good, projectId: late }))).toBe('declarationClosed')
    expect(failureOf(await declare(buyer, { ...good, projectId: early }))).toBe('declarationClosed')
    expect(failureOf(await declare(buyer, { ...good, projectId: missingId }))).toBe('notFound')
    expect(failureOf(await declare(visitor(app), { projectId }))).toBe('sessionInvalid')
    expect(failureOf(await declare(await signInAs(app, 'person'), { projectId }))).toBe('notCertified')
    const { declarationId, status } = contentOf(await declare(buyer, { ...good, projectId }))
    expect(status).toBe('submitted')
    const { declarationNo } = contentOf(await buyer.api.projects.projectDetail({ declarationId }))
    const told = await app.db.select().from(notices).where(eq(notices.event, 'declaration.submitted'))
    expect(told.map(({ title }) => title)).toContain(`项目申报 ${declarationNo} 待受理`)
  })

  test('without valid certification drafts are saved, submissions rejected', async () => {
    const [row] = await app.db.select({ id: users.companyId }).from(users).where(eq(users.loginName, 'buyer2'))
    const [before] = await app.db
      .select()
      .from(companies)
      .where(eq(companies.id, row?.id ?? 0))
    await app.db
      .update(companies)
      .set({ certification: 'expired' })
      .where(eq(companies.id, row?.id ?? 0))
    const projectId = await openProject()
    expect(failureOf(await declare(other, { ...(await whole(other)), projectId }))).toBe('certificationExpired')
    expect(contentOf(await declare(other, { projectId })).status).toBe('draft')
    await app.db
      .update(companies)
      .set({ certification: before?.certification ?? 'approved' })
      .where(eq(companies.id, row?.id ?? 0))
  })
})

describe('the review', () => {
  test('is taken by one operator, returns with a reason, and allows revision past the deadline', async () => {
    const declarationId = await submitted()
    const detail = async () => contentOf(await buyer.api.projects.projectDetail({ declarationId }))
    expect(failureOf(await review(ops, declarationId, 'accept', 1))).toBe('stepNotAllowed')
    expect(failureOf(await review(ops, declarationId, 'take', 7))).toBe('conflict')
    const taken = await Promise.all([review(ops, declarationId, 'take', 1), review(ops, declarationId, 'take', 1)])
    expect(taken.filter(({ ok }) => ok)).toHaveLength(1)
    expect(fieldsWithErrors(await review(ops, declarationId, 'return', 2))).toEqual(['reason'])
    contentOf(await review(ops, declarationId, 'return', 2, '缺审计报告'))
    expect(await detail()).toMatchObject({ status: 'returned', reason: '缺审计报告', version: 3 })
    const { projectId } = await detail()
    await app.db
      .update(govProjects)
      .set({ deadline: new Date(Date.now() - 60_000) })
      .where(eq(govProjects.id, projectId))
    const good = await whole(buyer)
    const update = (more: object) => buyer.api.projects.projectUpdate({ ...good, declarationId, version: 3, ...more })
    expect(failureOf(await update({ version: 2 }))).toBe('conflict')
    await app.db
      .update(declarations)
      .set({ reviewedAt: new Date(Date.now() - 8 * 86_400_000) })
      .where(eq(declarations.id, declarationId))
    expect(failureOf(await update({}))).toBe('declarationClosed')
    await app.db.update(declarations).set({ reviewedAt: new Date() }).where(eq(declarations.id, declarationId))
    expect(contentOf(await update({}))).toMatchObject({ status: 'submitted', version: 4 })
    contentOf(await review(ops, declarationId, 'take', 4))
    contentOf(await review(ops, declarationId, 'accept', 5))
    const { history, status } = await detail()
    expect(status).toBe('accepted')
    expect(history.map(({ event }) => event)).toEqual(['submit', 'take', 'return', 'submit', 'take', 'accept'])
    expect(failureOf(await update({ version: 6 }))).toBe('stepNotAllowed')
    expect(failureOf(await buyer.api.projects.projectCancel({ declarationId }))).toBe('stepNotAllowed')
    const told = await app.db.select().from(notices).where(eq(notices.event, 'declaration.moved'))
    expect(told.map(({ title }) => title).join()).toMatch(/退回修改.*已受理/)
  })

  test('is limited to operators of other companies, and lists waiting declarations first', async () => {
    const declarationId = await submitted()
    expect(failureOf(await review(buyer, declarationId, 'take', 1))).toBe('forbidden')
    expect(failureOf(await buyer.api.projects.declarationReviews({}))).toBe('forbidden')
    expect(failureOf(await buyer.api.projects.declarationReviewDetail({ declarationId }))).toBe('forbidden')
    const { data, counts, total } = contentOf(await ops.api.projects.declarationReviews({ pageSize: 100 }))
    expect(data[0]?.status).toBe('submitted')
    expect(data.map(({ status }) => status)).not.toContain('draft')
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(total)
    const [company] = await app.db.select({ id: users.companyId }).from(users).where(eq(users.loginName, 'buyer'))
    await app.db
      .update(users)
      .set({ companyId: company?.id ?? null })
      .where(eq(users.loginName, 'ops'))
    expect(failureOf(await review(ops, declarationId, 'take', 1))).toBe('ownCompany')
    await app.db.update(users).set({ companyId: null }).where(eq(users.loginName, 'ops'))
  })
})

test('a company can withdraw undecided declarations and declare again, own ones only', async () => {
  const projectId = await openProject()
  const { declarationId } = contentOf(await declare(buyer, { projectId, title: '撤回的' }))
  expect(failureOf(await other.api.projects.projectDetail({ declarationId }))).toBe('notFound')
  expect(failureOf(await other.api.projects.projectCancel({ declarationId }))).toBe('notFound')
  expect(failureOf(await other.api.projects.projectUpdate({ declarationId, version: 1 }))).toBe('notFound')
  expect(contentOf(await buyer.api.projects.projectCancel({ declarationId, reason: '不报了' })).status).toBe(
    'cancelled',
  )
  const steps = await app.db
    .select()
    .from(stateChanges)
    .where(and(eq(stateChanges.entity, 'declaration'), eq(stateChanges.entityId, declarationId)))
  expect(steps).toMatchObject([{ event: 'cancel', toStatus: 'cancelled', reason: '不报了' }])
  const listed = contentOf(await ops.api.projects.declarationReviews({ keyword: '撤回的' }))
  expect(listed.data).toEqual([])
  expect(contentOf(await declare(buyer, { projectId })).status).toBe('draft')
})

test('deleted drafts leave the list, submitted declarations stay as withdrawn', async () => {
  const listed = async () =>
    contentOf(await buyer.api.projects.projectDeclarations({ status: 'cancelled', pageSize: 100 }))
  const { declarationId } = contentOf(await declare(buyer, { projectId: await openProject(), title: '删除的草稿' }))
  const sent = await submitted()
  for (const id of [declarationId, sent]) contentOf(await buyer.api.projects.projectCancel({ declarationId: id }))
  const ids = (await listed()).data.map((row) => row.declarationId)
  expect(ids).toContain(sent)
  expect(ids).not.toContain(declarationId)
})
