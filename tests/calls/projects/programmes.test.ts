import { and, eq, inArray, like } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Programme } from '../../../src/contract/projects/programmes.ts'
import { users } from '../../../src/db/tables/accounts.ts'
import { conversations } from '../../../src/db/tables/chat.ts'
import { demands } from '../../../src/db/tables/demands.ts'
import { files, idempotencyKeys, notices } from '../../../src/db/tables/operations.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { programmeEntries, programmeFiles, programmeMembers } from '../../../src/db/tables/programmes.ts'
import { links } from '../../../src/domain/links.ts'
import { programmeLimits, type ProgrammeRole } from '../../../src/domain/projects/programmes.ts'
import { deleteUnusedFiles } from '../../../src/server/platform/files/delete-unused-files.ts'
import { createDataExports } from '../../../src/server/processes/export-personal-data.ts'
import { contentOf, failureOf, signInAs, type Client } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { colleague, password, type Colleague } from '../../support/scenes/accounts/people.ts'
import { open } from '../../support/scenes/demands/annex.ts'
import { openDemand, submittedOffer } from '../../support/scenes/demands/demand.ts'
import { ref } from '../../support/scenes/orders/cart.ts'
import { addressOf, othersGoods } from '../../support/scenes/orders/checkout.ts'
import { offerOrder } from '../../support/scenes/orders/order.ts'
import { approve, pendingOf, rule, saveRules, step } from '../../support/scenes/orders/requisitions.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { pdf } from '../../support/uploads.ts'

const app = appForFile()
const owner = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const operator = clientForFile(app, 'ops')
const reviewer = clientForFile(app, 'reviewer')
/** A member of the tests' programmes with all buyer's rights, and a colleague with the same rights who is none. */
let member: Colleague
let outsider: Colleague
let bare: Colleague

beforeAll(async () => {
  const rights = ['my_requirement', 'publish_requirement', 'my_orders', 'database', 'message_reply'] as const
  member = await colleague(app, owner, rights)
  outsider = await colleague(app, owner, rights)
  bare = await colleague(app, owner, [])
})

let codes = 0
const form = (more: object = {}) => {
  codes += 1
  return { code: `T-${codes}`, name: `测试项目 ${codes}`, focus: '靶点：测试', ...more }
}
const created = async (by: Client, more: object = {}): Promise<Programme> => {
  const made = contentOf(await by.api.projects.programmeSave(form(more), { idempotencyKey: newKey() }))
  return contentOf(await detail(by, made))
}
const withMember = async (role: ProgrammeRole = 'member'): Promise<Programme> => {
  const { programmeId } = await created(owner)
  return contentOf(await owner.api.projects.programmeMemberSave({ programmeId, userId: member.userId, role }))
}
const detail = (by: Client, { programmeId }: Pick<Programme, 'programmeId'>) =>
  by.api.projects.programme({ programmeId })
const namesSeenBy = async (by: Client) =>
  contentOf(await by.api.projects.programmes({ pageSize: 100 })).data.map(({ name }) => name)
const demandRow = async (demandId: number) => {
  const [row] = await app.db.select().from(demands).where(eq(demands.id, demandId))
  return row
}
/** Moves an item out of the programme `from`, or from none, into another one. */
const place = (
  by: Client,
  kind: 'demand' | 'order',
  itemId: number,
  programmeId: number | null,
  from: number | null = null,
) => by.api.projects.programmeItemSave({ kind, itemId, from, programmeId })
const fileIn = async (by: Client, programmeId: number, name = '方案.pdf') => {
  const { fileId, url } = contentOf(await by.upload('programme', new File([pdf], name)))
  return { fileId, url, answer: await by.api.projects.programmeFileSave({ programmeId, fileId }) }
}
const download = async (by: Client, path: string) => (await open(app, by, path)).status

describe('who sees a programme', () => {
  test('its members by role, people who manage roles, and nobody else', async () => {
    const made = await withMember()
    expect(made).toMatchObject({ role: 'manager', status: 'active', version: 1, focus: '靶点：测试' })
    expect(contentOf(await detail(member.client, made))).toMatchObject({ role: 'member', focus: '靶点：测试' })
    expect(failureOf(await detail(operator, made))).not.toBe('none')
    for (const by of [outsider.client, bare.client, other, seller]) {
      expect(failureOf(await detail(by, made))).toBe('notFound')
      expect(await namesSeenBy(by)).not.toContain(made.name)
    }
    expect(await namesSeenBy(member.client)).toContain(made.name)
    // A manager of one programme is nobody in another one; the owner manages roles and so every programme.
    const secret = await created(member.client)
    expect(contentOf(await detail(owner, secret)).role).toBe('manager')
    expect(failureOf(await detail(outsider.client, secret))).toBe('notFound')
  })

  test('colleagues with the permission that it is open to, as readers', async () => {
    const made = await created(owner, { openTo: 'my_orders' })
    const seen = contentOf(await detail(outsider.client, made))
    expect(seen.role).toBe('reader')
    expect(failureOf(await detail(bare.client, made))).toBe('notFound')
    expect(failureOf(await detail(other, made))).toBe('notFound')
    const { programmeId, version } = seen
    const { projects } = outsider.client.api
    expect(failureOf(await projects.programmeNote({ programmeId, text: '试' }, { idempotencyKey: newKey() }))).toBe(
      'programmeRole',
    )
    expect(failureOf(await projects.programmeMove({ programmeId, event: 'close', version }))).toBe('programmeRole')
    expect(failureOf((await fileIn(outsider.client, programmeId)).answer)).toBe('programmeRole')
    expect(contentOf(await projects.programmeChoices({})).data.map((each) => each.programmeId)).not.toContain(
      programmeId,
    )
  })

  test('every call answers notFound to others', async () => {
    const made = await created(owner)
    const { programmeId, version } = made
    const demandId = await openDemand(app, owner)
    const { fileId } = contentOf(await other.upload('programme', new File([pdf], '方案.pdf')))
    for (const { api } of [other, outsider.client]) {
      const { projects } = api
      const answers = [
        await projects.programme({ programmeId }),
        await projects.programmeUpdate({ ...form(), programmeId, version, ownerUserId: made.ownerUserId }),
        await projects.programmeMove({ programmeId, event: 'close', version }),
        await projects.programmeMemberSave({ programmeId, userId: outsider.userId, role: 'reader' }),
        await projects.programmeMemberRemove({ programmeId, userId: made.ownerUserId }),
        await projects.programmeCandidates({ programmeId, kind: 'demand' }),
        await projects.programmeConversationSave({ programmeId, conversationId: 1 }),
        await projects.programmeConversationRemove({ programmeId, conversationId: 1 }),
        await projects.programmeFileSave({ programmeId, fileId }),
        await projects.programmeFileRename({ programmeId, fileId, name: '新' }),
        await projects.programmeFileRemove({ programmeId, fileId }),
        await projects.programmeNote({ programmeId, text: '试' }, { idempotencyKey: newKey() }),
        await projects.programmeItemSave({ kind: 'demand', itemId: demandId, from: null, programmeId }),
      ]
      expect(answers.map(failureOf)).toEqual(answers.map(() => 'notFound'))
    }
    expect(failureOf(await outsider.client.api.projects.programmeSheet({ programmeId }))).toBe('notFound')
    expect(failureOf(await detail(owner, { programmeId: missingId }))).toBe('notFound')
  })
})

describe('a programme', () => {
  test('has a code of its own in its company, and is made once for a key', async () => {
    const input = form()
    const idempotencyKey = newKey()
    const first = contentOf(await owner.api.projects.programmeSave(input, { idempotencyKey }))
    const again = contentOf(await owner.api.projects.programmeSave(input, { idempotencyKey }))
    expect(again.programmeId).toBe(first.programmeId)
    const answer = await owner.api.projects.programmeSave(input, { idempotencyKey: newKey() })
    expect(failureOf(answer)).toBe('programmeCodeTaken')
    expect(failureOf(await other.api.projects.programmeSave(input, { idempotencyKey: newKey() }))).toBe('none')
    const { programmeId, version, ownerUserId } = await created(owner)
    const renamed = await owner.api.projects.programmeUpdate({ ...input, programmeId, version, ownerUserId })
    expect(failureOf(renamed)).toBe('programmeCodeTaken')
  })

  test('refuses an outdated form, and changes after it was closed', async () => {
    const made = await withMember('manager')
    const { programmeId, version, ownerUserId } = made
    const change = { ...form(), programmeId, version, ownerUserId }
    const changed = contentOf(await owner.api.projects.programmeUpdate(change))
    expect(changed).toMatchObject({ name: change.name, version: version + 1 })
    expect(failureOf(await member.client.api.projects.programmeUpdate(change))).toBe('conflict')
    expect(failureOf(await owner.api.projects.programmeMove({ programmeId, event: 'close', version }))).toBe('conflict')
    const next = { programmeId, version: changed.version }
    expect(failureOf(await owner.api.projects.programmeMove({ ...next, event: 'reopen' }))).toBe('stepNotAllowed')
    const closed = contentOf(await owner.api.projects.programmeMove({ ...next, event: 'close' }))
    expect(closed.status).toBe('closed')
    const demandId = await openDemand(app, owner)
    expect(failureOf(await place(owner, 'demand', demandId, programmeId))).toBe('programmeClosed')
    expect(failureOf((await fileIn(owner, programmeId)).answer)).toBe('programmeClosed')
    expect(failureOf(await owner.api.projects.programmeUpdate({ ...change, version: closed.version }))).toBe(
      'programmeClosed',
    )
    const again = await owner.api.projects.programmeMove({ programmeId, event: 'reopen', version: closed.version })
    expect(contentOf(again).status).toBe('active')
    expect(
      contentOf(again)
        .timeline.map(({ event }) => event)
        .slice(0, 3),
    ).toEqual(['reopen', 'close', 'update'])
  })

  test('keeps one of several changes of the same version', async () => {
    const { programmeId, version, ownerUserId } = await created(owner)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        owner.api.projects.programmeUpdate({ ...form(), programmeId, version, ownerUserId }),
      ),
    )
    const found = answers.map(failureOf)
    expect(found.filter((failure) => failure === 'none')).toHaveLength(1)
    expect(found.filter((failure) => failure === 'conflict')).toHaveLength(5)
  })

  test('names its wrong fields', async () => {
    const days = { startsOn: '2026-12-01', endsOn: '2026-11-01' }
    const answer = await owner.api.projects.programmeSave(form(days), { idempotencyKey: newKey() })
    expect(failureOf(answer)).toBe('invalidInput')
    const { programmeId, version } = await withMember('reader')
    const change = { ...form(), programmeId, version, ownerUserId: member.userId }
    expect(failureOf(await owner.api.projects.programmeUpdate(change))).toBe('invalidInput')
  })
})

describe('members', () => {
  test('are people of the company, are told, and keep a manager', async () => {
    const made = await withMember('reader')
    const { programmeId } = made
    const [told] = await app.db
      .select({ path: notices.path })
      .from(notices)
      .where(and(eq(notices.userId, member.userId), eq(notices.path, links.buyerProgramme(programmeId))))
    expect(told).toBeDefined()
    const { projects } = owner.api
    const foreign = await app.db.select({ id: users.id }).from(users).where(eq(users.loginName, 'buyer2'))
    for (const userId of [foreign[0]?.id ?? 0, missingId])
      expect(failureOf(await projects.programmeMemberSave({ programmeId, userId, role: 'reader' }))).toBe(
        'programmeMemberUnfit',
      )
    const own = { programmeId, userId: made.ownerUserId }
    expect(failureOf(await projects.programmeMemberRemove(own))).toBe('programmeManagerLast')
    expect(failureOf(await projects.programmeMemberSave({ ...own, role: 'reader' }))).toBe('programmeManagerLast')
    contentOf(await projects.programmeMemberSave({ programmeId, userId: member.userId, role: 'manager' }))
    contentOf(await projects.programmeMemberRemove(own))
    // Another manager takes over.
    expect(contentOf(await detail(member.client, made))).toMatchObject({ ownerUserId: member.userId })
    const self = { programmeId, userId: member.userId }
    expect(failureOf(await member.client.api.projects.programmeMemberRemove(self))).toBe('programmeManagerLast')
  })

  test('are managed by people who manage roles when the last manager is gone', async () => {
    const guest = await colleague(app, owner, ['my_orders'])
    const made = await created(guest.client)
    const { programmeId, version, ownerUserId } = made
    contentOf(await owner.api.accounts.subAccountDelete({ userId: guest.userId }))
    const { projects } = owner.api
    expect(contentOf(await detail(owner, made)).members).toEqual([])
    const joins = { programmeId, userId: member.userId }
    contentOf(await projects.programmeMemberSave({ ...joins, role: 'reader' }))
    // The form does not save a person in charge who is gone.
    const change = { ...form(), programmeId, version, ownerUserId }
    expect(failureOf(await projects.programmeUpdate(change))).toBe('invalidInput')
    const managed = contentOf(await projects.programmeMemberSave({ ...joins, role: 'manager' }))
    expect(managed.ownerUserId).toBe(member.userId)
    contentOf(await projects.programmeUpdate({ ...change, ownerUserId: member.userId }))
  })

  test('of several managers who leave at once one stays', async () => {
    const { programmeId, ownerUserId } = await withMember('manager')
    const answers = await Promise.all([
      owner.api.projects.programmeMemberRemove({ programmeId, userId: ownerUserId }),
      member.client.api.projects.programmeMemberRemove({ programmeId, userId: member.userId }),
    ])
    expect(answers.map(failureOf).toSorted()).toEqual(['none', 'programmeManagerLast'])
    expect(await app.db.$count(programmeMembers, eq(programmeMembers.programmeId, programmeId))).toBe(1)
  })

  test('lose access at once when they are removed, leave the programme or the company', async () => {
    const made = await withMember()
    const { programmeId } = made
    const { url } = await fileIn(owner, programmeId)
    expect(await download(member.client, url)).toBe(200)
    contentOf(await owner.api.projects.programmeMemberRemove({ programmeId, userId: member.userId }))
    expect(failureOf(await detail(member.client, made))).toBe('notFound')
    expect(await download(member.client, url)).toBe(404)

    const guest = await colleague(app, owner, ['my_orders'])
    const joins = { programmeId, userId: guest.userId, role: 'member' as const }
    contentOf(await owner.api.projects.programmeMemberSave(joins))
    contentOf(await guest.client.api.projects.programmeMemberRemove({ programmeId, userId: guest.userId }))
    expect(failureOf(await detail(guest.client, made))).toBe('notFound')
    contentOf(await owner.api.projects.programmeMemberSave(joins))
    contentOf(await owner.api.accounts.subAccountDelete({ userId: guest.userId }))
    expect(failureOf(await detail(guest.client, made))).not.toBe('none')
    expect(await app.db.$count(programmeMembers, eq(programmeMembers.userId, guest.userId))).toBe(0)
    // Even a membership that was left behind gives nothing to a person of another company.
    const [stranger] = await app.db.select({ id: users.id }).from(users).where(eq(users.loginName, 'buyer2'))
    await app.db.insert(programmeMembers).values({ programmeId, userId: stranger?.id ?? 0, role: 'manager' })
    expect(failureOf(await detail(other, made))).toBe('notFound')
    expect(await download(other, url)).toBe(404)
    expect(contentOf(await detail(owner, made)).members.map(({ userId }) => userId)).not.toContain(stranger?.id)
  })
})

describe('demands and orders', () => {
  test('are put into a programme when they are made, moved and taken out', async () => {
    const made = await withMember()
    const { programmeId } = made
    const demandId = await openDemand(app, member.client, { programmeId })
    const next = await created(owner)
    expect(contentOf(await detail(member.client, made)).demandRows).toMatchObject([{ demandId, status: 'open' }])
    const item = { kind: 'demand' as const, itemId: demandId }
    expect(contentOf(await member.client.api.projects.programmeOfItem(item))).toMatchObject({
      programme: { programmeId, name: made.name },
      mayChange: true,
    })
    // A colleague sees the demand of the company, but neither the name of the programme nor a way out of it.
    expect(contentOf(await outsider.client.api.projects.programmeOfItem(item))).toEqual({
      programme: null,
      mayChange: false,
      choices: [],
    })
    const theirs = await created(outsider.client)
    expect(failureOf(await place(outsider.client, 'demand', demandId, theirs.programmeId))).toBe('programmeTaken')
    expect(failureOf(await place(outsider.client, 'demand', demandId, null))).toBe('programmeTaken')
    expect(failureOf(await place(other, 'demand', demandId, null))).toBe('notFound')
    expect(failureOf(await place(bare.client, 'demand', demandId, null))).toBe('forbidden')
    expect(failureOf(await place(member.client, 'demand', demandId, next.programmeId, programmeId))).toBe('notFound')

    contentOf(await place(owner, 'demand', demandId, next.programmeId, programmeId))
    expect((await demandRow(demandId))?.projectId).toBe(next.programmeId)
    expect(contentOf(await detail(owner, made)).demandRows).toEqual([])
    // Taking it out of where it was on a page that is out of date leaves it where it is.
    expect(failureOf(await place(owner, 'demand', demandId, null, programmeId))).toBe('conflict')
    expect((await demandRow(demandId))?.projectId).toBe(next.programmeId)
    contentOf(await place(owner, 'demand', demandId, null, next.programmeId))
    expect((await demandRow(demandId))?.projectId).toBeNull()
  })

  test('that were deleted are neither counted nor shown', async () => {
    const made = await created(owner)
    const { programmeId } = made
    const demandId = await openDemand(app, owner, { programmeId })
    const states = async () => contentOf(await detail(owner, made)).timeline.filter(({ event }) => event === 'demand')
    expect((await states()).map(({ text }) => text.split('：').at(-1))).toContain('报价中')
    const row = await demandRow(demandId)
    if (row === undefined) throw new Error('There is no demand')
    const deletedAt = new Date()
    await app.db.update(demands).set({ deletedAt }).where(eq(demands.id, demandId))
    expect(await states()).toEqual([])
    const copies = Array.from({ length: programmeLimits.demand }, (_, at) => ({
      ...row,
      id: missingId - 1000 + at,
      demandNo: `XQ-deleted-${at}`,
      deletedAt,
    }))
    await app.db.insert(demands).values(copies)
    contentOf(await place(owner, 'demand', await openDemand(app, owner), programmeId))
  })

  test('of the form of a demand keep a programme that the person does not see', async () => {
    const { programmeId } = await created(owner)
    const demandId = await openDemand(app, owner, { programmeId, submit: false })
    const shown = contentOf(await outsider.client.api.demands.demandForm({ demandId }))
    expect(shown.programmeId).toBeNull()
    const { demandTitle, categoryId, summary, demandBudget, deadline } = shown
    const input = { demandId, demandTitle, categoryId, summary, demandBudget, deadline, submit: false }
    contentOf(await outsider.client.api.demands.demandUpdate({ ...input, programmeId: null }))
    expect((await demandRow(demandId))?.projectId).toBe(programmeId)
    const theirs = await created(outsider.client)
    const taken = await outsider.client.api.demands.demandUpdate({ ...input, programmeId: theirs.programmeId })
    expect(failureOf(taken)).toBe('programmeTaken')
    contentOf(await owner.api.demands.demandUpdate(input))
    expect((await demandRow(demandId))?.projectId).toBe(programmeId)
    contentOf(await owner.api.demands.demandUpdate({ ...input, programmeId: null }))
    expect((await demandRow(demandId))?.projectId).toBeNull()
    const foreign = await owner.api.demands.demandUpdate({ ...input, programmeId: missingId })
    expect(failureOf(foreign)).toBe('programmeGone')
  })

  test('an award takes the programme of its demand; amounts are added up', async () => {
    const made = await created(owner)
    const { programmeId } = made
    const { orderId } = await offerOrder(app, owner, seller)
    const [order] = await app.db.select().from(orders).where(eq(orders.id, orderId))
    contentOf(await place(owner, 'order', orderId, programmeId))
    const seen = contentOf(await detail(owner, made))
    expect(seen).toMatchObject({ orders: 1, ordered: order?.total, paid: 0 })
    expect(seen.orderRows).toMatchObject([{ orderId, total: order?.total }])
    expect(seen.dates.some(({ kind, itemId }) => kind === 'payment' && itemId === orderId)).toBe(true)
    const sheet = contentOf(await owner.api.projects.programmeSheet({ programmeId }))
    expect(sheet.rows).toBe(1)
    // Who may read the programme makes a sheet of their own, and has none of it afterwards.
    contentOf(await owner.api.projects.programmeMemberSave({ programmeId, userId: member.userId, role: 'member' }))
    const readers = [owner, member.client, outsider.client, reviewer]
    expect(await Promise.all(readers.map((by) => download(by, sheet.url)))).toEqual([200, 404, 404, 404])

    const demandId = await openDemand(app, owner, { programmeId })
    const offerId = await submittedOffer(seller, demandId)
    contentOf(await owner.api.projects.programmeMove({ programmeId, event: 'close', version: made.version }))
    const { orderId: awarded } = contentOf(await owner.api.demands.deal({ offerId }, { idempotencyKey: newKey() }))
    const [row] = await app.db.select({ projectId: orders.projectId }).from(orders).where(eq(orders.id, awarded))
    expect(row?.projectId).toBe(programmeId)
    // It joins a closed programme as well, whose history has it.
    const entry = contentOf(await detail(owner, made)).timeline.find(({ event }) => event === 'add-item')
    expect(entry?.text).toMatch(/^订单 /)
    // Its supplier has the order, but nothing of the programme.
    const sold = contentOf(await seller.api.orders.sellerOrder({ orderId: awarded }))
    expect(JSON.stringify(sold)).not.toContain(made.name)
    expect(failureOf(await seller.api.projects.programmeOfItem({ kind: 'order', itemId: awarded }))).toBe('notFound')
  })

  test('an order is placed into a chosen programme, or refused where that cannot be', async () => {
    const made = await withMember()
    const { programmeId } = made
    const [spec] = await othersGoods(app, 'buyer')
    if (spec === undefined) throw new Error('Nothing is sold')
    const direct = { ...ref(spec), quantity: spec.minOrder }
    const addressId = await addressOf(app, member.client, member.loginName)
    const { orderAmount } = contentOf(await member.client.api.orders.orderConfirm({ direct, addressId }))
    const submit = (by: Client, into: number) =>
      by.api.orders.orderSubmit({ direct, addressId, orderAmount, programmeId: into }, { idempotencyKey: newKey() })
    const theirs = await created(outsider.client)
    expect(failureOf(await submit(member.client, theirs.programmeId))).toBe('programmeGone')
    expect(failureOf(await submit(member.client, missingId))).toBe('programmeGone')
    const placed = contentOf(await submit(member.client, programmeId))
    const ids = placed.orders.map(({ orderId }) => orderId)
    const rows = await app.db.select({ projectId: orders.projectId }).from(orders).where(inArray(orders.id, ids))
    expect(rows).toEqual([{ projectId: programmeId }])
    contentOf(await owner.api.projects.programmeMemberSave({ programmeId, userId: member.userId, role: 'reader' }))
    expect(failureOf(await submit(member.client, programmeId))).toBe('programmeGone')
  })

  test('a demand that is moved by several at once is in one programme', async () => {
    const [one, two] = [await created(owner), await created(owner)]
    const demandId = await openDemand(app, owner)
    const targets = Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? one : two).programmeId)
    const answers = await Promise.all(targets.map((into) => place(owner, 'demand', demandId, into)))
    expect(answers.map(failureOf)).toContain('none')
    expect(answers.map(failureOf).filter((failure) => failure !== 'none' && failure !== 'conflict')).toEqual([])
    const seen = [contentOf(await detail(owner, one)), contentOf(await detail(owner, two))]
    expect(seen.flatMap(({ demandRows }) => demandRows)).toHaveLength(1)
  })
})

describe('files', () => {
  test('are opened, renamed and removed by the rights of their programme', async () => {
    const made = await withMember()
    const { programmeId } = made
    const { fileId, url, answer } = await fileIn(member.client, programmeId)
    expect(contentOf(answer).files).toMatchObject([{ fileId, name: '方案.pdf', mayChange: true }])
    expect(await Promise.all([owner, member.client].map((by) => download(by, url)))).toEqual([200, 200])
    const strangers = [outsider.client, other, seller, operator]
    expect(await Promise.all(strangers.map((by) => download(by, url)))).toEqual(strangers.map(() => 404))

    const byOwner = await fileIn(owner, programmeId, '报告.pdf')
    const rename = (by: Client, id: string, name: string) =>
      by.api.projects.programmeFileRename({ programmeId, fileId: id, name })
    expect(failureOf(await rename(member.client, byOwner.fileId, '新'))).toBe('programmeRole')
    const renamed = contentOf(await rename(owner, fileId, '../安评 方案.exe'))
    expect(renamed.files.find((file) => file.fileId === fileId)?.name).toBe('安评 方案.pdf')
    const gone = { programmeId, fileId: byOwner.fileId }
    expect(failureOf(await member.client.api.projects.programmeFileRemove(gone))).toBe('programmeRole')
    expect(contentOf(await owner.api.projects.programmeFileRemove(gone)).files).toHaveLength(1)
    expect(await Promise.all([member.client, owner].map((by) => download(by, byOwner.url)))).toEqual([404, 404])
    expect(await app.db.$count(files, eq(files.id, byOwner.fileId))).toBe(0)

    // Only an own upload of this purpose, in one programme.
    const attachment = contentOf(await owner.upload('attachment', new File([pdf], '附件.pdf')))
    const put = (by: Client, id: string) => by.api.projects.programmeFileSave({ programmeId, fileId: id })
    expect(failureOf(await put(owner, attachment.fileId))).toBe('notFound')
    const ofOwner = contentOf(await owner.upload('programme', new File([pdf], '附件.pdf')))
    expect(failureOf(await put(member.client, ofOwner.fileId))).toBe('notFound')

    const old = new Date(Date.now() - 40 * 86_400_000)
    await app.db.update(files).set({ createdAt: old }).where(eq(files.id, fileId))
    await deleteUnusedFiles(app.db, app.runtime.providers)
    expect(await app.db.$count(files, eq(files.id, fileId))).toBe(1)
    expect(await app.db.$count(programmeFiles, eq(programmeFiles.fileId, fileId))).toBe(1)
  })
})

describe('conversations, notes and pickers', () => {
  test('a conversation is linked by who takes part in it, and opened by nobody else', async () => {
    const made = await withMember()
    const { programmeId } = made
    const offered = contentOf(await owner.api.projects.programmeCandidates({ programmeId, kind: 'conversation' })).data
    const conversationId = offered[0]?.itemId ?? 0
    const link = { programmeId, conversationId }
    expect(failureOf(await member.client.api.projects.programmeConversationSave(link))).toBe('notFound')
    contentOf(await owner.api.projects.programmeConversationSave(link))
    const again = contentOf(await owner.api.projects.programmeConversationSave(link))
    expect(again.conversations).toMatchObject([
      { conversationId, name: offered[0]?.name, mayOpen: true, mayChange: true },
    ])
    const seenBy = async (by: Client) => contentOf(await detail(by, made)).conversations
    expect(await seenBy(member.client)).toMatchObject([{ mayOpen: false, mayChange: false }])
    const manager = { programmeId, userId: member.userId }
    contentOf(await owner.api.projects.programmeMemberSave({ ...manager, role: 'manager' }))
    expect(await seenBy(member.client)).toMatchObject([{ mayOpen: false, mayChange: true }])
    contentOf(await owner.api.projects.programmeMemberSave({ ...manager, role: 'member' }))
    expect(failureOf(await member.client.api.projects.programmeConversationRemove(link))).toBe('programmeRole')
    expect(contentOf(await owner.api.projects.programmeConversationRemove(link)).conversations).toEqual([])
    expect(await app.db.$count(conversations, eq(conversations.id, conversationId))).toBe(1)
  })

  test('a note is written once for a key', async () => {
    const made = await withMember()
    const { programmeId } = made
    const idempotencyKey = newKey()
    const send = () => member.client.api.projects.programmeNote({ programmeId, text: '周会结论' }, { idempotencyKey })
    contentOf(await send())
    contentOf(await send())
    const values = { programmeId, userId: member.userId, event: 'update' } as const
    await app.db.insert(programmeEntries).values(Array.from({ length: 60 }, () => values))
    const { notes, timeline } = contentOf(await detail(owner, made))
    expect(notes.map(({ text }) => text)).toEqual(['周会结论'])
    expect(timeline.map(({ event }) => event)).not.toContain('note')
  })

  test('neither stored answers nor a copy of personal data hand out a programme', async () => {
    const made = await withMember('manager')
    const { programmeId, name } = made
    contentOf(await fileIn(member.client, programmeId, '靶点机密.pdf').then(({ answer }) => answer))
    const note = { programmeId, text: '机密备注' }
    contentOf(await member.client.api.projects.programmeNote(note, { idempotencyKey: newKey() }))
    const own = await created(member.client)
    const stored = await app.db
      .select({ answer: idempotencyKeys.answer })
      .from(idempotencyKeys)
      .where(like(idempotencyKeys.path, '/fmall/programme/%'))
    const answers = JSON.stringify(stored)
    expect(answers).toContain(`{"programmeId":${own.programmeId}}`)
    for (const secret of [name, own.name, made.focus]) expect(answers).not.toContain(secret)

    contentOf(await member.client.api.accounts.reauthenticate({ password }))
    contentOf(await member.client.api.accounts.dataExportRequest({}))
    await createDataExports(app.db, { ...app.runtime, log: { error: () => undefined } })
    const { copy } = contentOf(await member.client.api.accounts.dataExport({}))
    const zip = Buffer.from(await (await open(app, member.client, copy?.url ?? '')).arrayBuffer())
    const copied = Object.values(unzipSync(zip)).map((bytes) => Buffer.from(bytes).toString())
    expect(copied.join('')).toContain(member.loginName)
    for (const secret of [name, own.name, made.focus, note.text, '靶点机密'])
      expect(copied.join('')).not.toContain(secret)
    expect(Object.keys(unzipSync(zip))).toContain('数据/idempotency_keys.json')
    expect(copied.join('')).not.toContain('"answer"')
  })

  test('pickers offer what is in no programme, by the rights of the person', async () => {
    const { programmeId } = await withMember()
    const free = await openDemand(app, owner)
    const taken = await openDemand(app, owner, { programmeId })
    const ask = (by: Client, kind: 'demand' | 'order' | 'person', keyword = '') =>
      by.api.projects.programmeCandidates({ programmeId, kind, keyword })
    const ids = contentOf(await ask(member.client, 'demand')).data.map(({ itemId }) => itemId)
    expect(ids).toContain(free)
    expect(ids).not.toContain(taken)
    expect(failureOf(await ask(member.client, 'person'))).toBe('programmeRole')
    const people = contentOf(await ask(owner, 'person')).data.map(({ itemId }) => itemId)
    expect(people).not.toContain(member.userId)
    contentOf(await owner.api.projects.programmeMemberSave({ programmeId, userId: bare.userId, role: 'member' }))
    expect(failureOf(await ask(bare.client, 'demand'))).toBe('forbidden')
    expect(failureOf(await ask(bare.client, 'order'))).toBe('forbidden')
  })
})

test('an order that waits for approval is placed into its programme, or goes back', async () => {
  const { programmeId } = await withMember()
  const approver = await colleague(app, owner, ['my_orders', 'apply_manage'])
  contentOf(await saveRules(owner, [rule({ steps: [step('部门', [approver.userId])] })]))
  const [spec] = await othersGoods(app, 'buyer')
  if (spec === undefined) throw new Error('Nothing is sold')
  const direct = { ...ref(spec), quantity: spec.minOrder }
  const addressId = await addressOf(app, member.client, member.loginName)
  const { orderAmount } = contentOf(await member.client.api.orders.orderConfirm({ direct, addressId }))
  const ask = async () =>
    pendingOf(
      await member.client.api.orders.orderSubmit(
        { direct, addressId, orderAmount, programmeId },
        { idempotencyKey: newKey() },
      ),
    )
  const approved = contentOf(await approve(approver.client, await ask()))
  expect(approved.status).toBe('approved')
  expect(await app.db.$count(orders, eq(orders.projectId, programmeId))).toBe(1)
  const second = await ask()
  contentOf(await owner.api.projects.programmeMemberRemove({ programmeId, userId: member.userId }))
  expect(contentOf(await approve(approver.client, second))).toMatchObject({
    status: 'returned',
    // Approvers read it: it says nothing of a programme.
    reason: '所选内容已不可用，请重新下单',
  })
  expect(await app.db.$count(orders, eq(orders.projectId, programmeId))).toBe(1)
  contentOf(await saveRules(owner, []))
})

test('the demo has programmes with demands, orders, files and a conversation', async () => {
  const { data } = contentOf(await (await signInAs(app, 'buyer')).api.projects.programmes({ keyword: 'RD-2026' }))
  expect(data).toHaveLength(2)
  for (const row of data) expect([row.demands > 0, row.orders > 0, row.ordered > 0]).toEqual([true, true, true])
  const all = await Promise.all(data.map(async (row) => contentOf(await detail(owner, row))))
  expect(all.flatMap((one) => one.conversations).length).toBeGreaterThan(0)
})
