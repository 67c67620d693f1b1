import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { demandChanges, demands } from '../../../src/db/tables/demands.ts'
import { platformActions } from '../../../src/db/tables/operations.ts'
import { contentOf, failureOf, fieldsWithErrors, signInAs } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { statementsOf } from '../../support/query-count.ts'

const app = appForFile()
const admin = clientForFile(app, 'ops')
const risk = clientForFile(app, 'risk')

const actions = () => app.db.select().from(platformActions).orderBy(desc(platformActions.seq))
const hours = { days: [1, 2, 3], answersFrom: '09:00', answersUntil: '18:00', awayReply: '我们在工作日回复。' }
const setRoles = (loginName: string, roles: ('editor' | 'admin')[], before: ('editor' | 'admin')[] = []) =>
  admin.api.operations.operatorSave({ loginName, roles, before, reason: '轮岗' })

test('each write of an operator leaves exactly one action, a refused one and a read none', async () => {
  const before = await actions()
  contentOf(await admin.api.chat.serviceHoursSave(hours))
  expect(failureOf(await risk.api.chat.serviceHoursSave(hours))).toBe('operatorForbidden')
  contentOf(await admin.api.operations.operatorStart({}))
  expect((await admin.api.accounts.certificationReview({ certificationId: 999_999, decision: 'approve' })).ok).toBe(
    false,
  )
  const after = await actions()
  expect(after).toHaveLength(before.length + 1)
  expect(after[0]).toMatchObject({ operatorName: 'ops', call: 'chat.serviceHoursSave', detail: '09:00–18:00' })
})

/** What the triggers answer. */
const kept = { cause: { message: 'actions of operators are only added to' } }

test('actions cannot be changed or deleted, and a change behind the triggers is found', async () => {
  await admin.api.chat.serviceHoursSave(hours)
  await admin.api.chat.serviceHoursSave(hours)
  await expect(app.db.update(platformActions).set({ detail: '' })).rejects.toMatchObject(kept)
  await expect(app.db.delete(platformActions)).rejects.toMatchObject(kept)
  await expect(app.db.execute(sql`truncate platform_actions`)).rejects.toMatchObject(kept)
  const rows = await actions()
  expect(contentOf(await risk.api.operations.platformActionsVerify({}))).toEqual({
    rows: rows.length,
    broken: null,
    lastHash: rows[0]?.hash,
  })
  const [, changed] = rows
  await app.db.execute(sql`alter table platform_actions disable trigger user`)
  await app.db
    .update(platformActions)
    .set({ detail: '另一件事' })
    .where(eq(platformActions.seq, changed?.seq ?? 0))
  expect(contentOf(await risk.api.operations.platformActionsVerify({})).broken).toBe(changed?.seq)
  await app.db
    .update(platformActions)
    .set({ detail: changed?.detail ?? '' })
    .where(eq(platformActions.seq, changed?.seq ?? 0))
  await app.db.execute(sql`alter table platform_actions enable trigger user`)
  expect(contentOf(await risk.api.operations.platformActionsVerify({})).broken).toBeNull()
})

test('actions are found by object and operator, paged by place, and exported', async () => {
  for (let n = 0; n < 3; n += 1) contentOf(await admin.api.chat.serviceHoursSave(hours))
  const first = contentOf(await risk.api.operations.platformActions({ keyword: '09:00', pageSize: 2 }))
  expect(first.data).toHaveLength(2)
  const next = contentOf(
    await risk.api.operations.platformActions({ keyword: '09:00', pageSize: 2, before: first.next ?? 0 }),
  )
  expect(next.data[0]?.seq).toBe((first.data[1]?.seq ?? 0) - 1)
  expect(contentOf(await risk.api.operations.platformActions({ keyword: 'risk' })).data).toEqual([])
  const sheet = contentOf(await risk.api.operations.platformActionsSheet({ keyword: 'ops' }))
  expect(sheet.rows).toBeGreaterThan(2)
  expect((await actions())[0]).toMatchObject({ operatorName: 'risk', call: 'operations.platformActionsSheet' })
})

test('roles take effect at the next call; without roles the session ends', async () => {
  const person = await signInAs(app, 'person')
  expect(failureOf(await person.api.operations.operatorStart({}))).toBe('forbidden')
  contentOf(await setRoles('Person', ['editor']))
  expect(failureOf(await person.api.content.entries({ kind: 'app' }))).toBe('none')
  expect(failureOf(await person.api.operations.operators({}))).toBe('operatorForbidden')
  expect(contentOf(await person.api.operations.operatorStart({})).waiting).toEqual([])
  contentOf(await setRoles('person', [], ['editor']))
  expect(failureOf(await person.api.content.entries({ kind: 'app' }))).toBe('sessionInvalid')
})

test('roles are refused for unknown accounts, agents, oneself, an outdated form; two administrators cannot remove each other', async () => {
  expect(fieldsWithErrors(await setRoles('nobody-there', ['editor']))).toEqual(['loginName'])
  expect(fieldsWithErrors(await setRoles('service', ['editor']))).toEqual(['loginName'])
  expect(failureOf(await setRoles('ops', [], ['admin']))).toBe('ownOperatorRoles')
  expect(failureOf(await setRoles('buyer', ['editor'], ['admin']))).toBe('conflict')
  contentOf(await setRoles('buyer', ['admin']))
  const other = await signInAs(app, 'buyer')
  const both = await Promise.all([
    setRoles('buyer', [], ['admin']),
    other.api.operations.operatorSave({ loginName: 'ops', roles: [], before: ['admin'], reason: '离岗' }),
  ])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  const admins = await app.db
    .select({ roles: users.operatorRoles })
    .from(users)
    .where(sql`${users.isOperator} and 'admin' = any(${users.operatorRoles})`)
  expect(admins).toHaveLength(1)
})

test('operators are listed with roles and their last use of a session', async () => {
  const rows = contentOf(await admin.api.operations.operators({}))
  expect(rows.find(({ isSelf }) => isSelf)).toMatchObject({ loginName: 'ops', roles: ['admin'], locked: false })
  expect(rows.find(({ loginName }) => loginName === 'risk')?.lastSeenAt).toEqual(expect.any(String))
})

test('what waits is counted and dated in one statement, over all kinds of a queue', async () => {
  const { waiting } = contentOf(await admin.api.operations.operatorStart({}))
  const open = await app.db.$count(demands, and(eq(demands.status, 'pending_review'), isNull(demands.deletedAt)))
  const changed = await app.db.$count(demandChanges, eq(demandChanges.status, 'pending_review'))
  const queue = waiting.find(({ kind }) => kind === 'demands')
  expect(queue?.count).toBe(open + changed)
  expect(queue?.since).toMatch(/^\d{4}-\d\d-\d\dT/)
  expect(waiting).toHaveLength(16)
  const statements = await statementsOf(() => admin.api.operations.operatorStart({}))
  expect(statements.filter((text) => text.includes('union all'))).toHaveLength(1)
  // One more finds the session.
  expect(statements.length).toBeLessThanOrEqual(2)
})
