import { createHash } from 'node:crypto'
import { and, desc, eq, gt } from 'drizzle-orm'
import readWorkbook, { readSheet } from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { demandDecisions, demandScores } from '../../../src/db/tables/evaluations.ts'
import { notices, stateChanges } from '../../../src/db/tables/operations.ts'
import { contentOf, failureOf, fieldsWithErrors, signInAs, visitor, type Client } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { colleague, type Colleague } from '../../support/scenes/accounts/people.ts'
import { download } from '../../support/scenes/catalogue/sheets.ts'
import { idsOf } from '../../support/scenes/demands/annex.ts'
import {
  demandStatus,
  inHours,
  openDemand,
  setDeadline,
  setLapsed,
  submittedOffer,
} from '../../support/scenes/demands/demand.ts'
import {
  criteria,
  evaluatedDemand,
  readEvaluation,
  saveSetup,
  scoresOf,
} from '../../support/scenes/demands/evaluation.ts'
import { passDeadline } from '../../support/scenes/demands/sealed.ts'
import { closeDueDemands } from '../../../src/server/demands/close-due-demands.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

let buyerId = 0
let lin: Colleague
let wei: Colleague
let clerk: Colleague
beforeAll(async () => {
  buyerId = (await idsOf(app, 'buyer')).userId
  lin = await colleague(app, buyer, ['my_requirement', 'my_orders'])
  wei = await colleague(app, buyer, ['my_requirement'])
  clerk = await colleague(app, buyer, ['my_orders'])
})

/** Name of a colleague as the company reads it. */
async function nameOf({ userId }: Colleague): Promise<string> {
  const { candidates } = await readEvaluation(buyer, await openDemand(app, buyer))
  return candidates.find((one) => one.userId === userId)?.name ?? 'nobody'
}

/** A word that only comments of scores have. */
const secret = '仅评分人知道的评语'
const scene = (more: Parameters<typeof saveSetup>[3] = {}) =>
  evaluatedDemand(app, { buyer, sellers: [seller, seller3], evaluatorIds: [lin.userId, wei.userId] }, more)
const score = (client: Client, demandId: number, points: Readonly<Record<number, readonly [number, number]>>) =>
  client.api.demands.scoresSave({ demandId, scores: scoresOf(points, secret) })

/** Answers of all calls about a demand by one caller, and the names of those that succeeded. */
async function readBy({ api }: Client, demandId: number): Promise<{ text: string; answered: string[] }> {
  const answers = Object.entries({
    evaluation: await api.demands.evaluation({ demandId }),
    demand: await api.demands.demand({ demandId }),
    buyerOffers: await api.demands.buyerOffers({ demandId, pageSize: 100 }),
    demandHistory: await api.demands.demandHistory({ demandId, pageSize: 100 }),
    demandForm: await api.demands.demandForm({ demandId }),
    buyerDemands: await api.demands.buyerDemands({ pageSize: 100 }),
    demands: await api.demands.demands({ pageSize: 100 }),
    sellerOffers: await api.demands.sellerOffers({ pageSize: 100 }),
    ownOffer: await api.demands.ownOffer({ demandId }),
    buyerDashboard: await api.orders.buyerDashboard({}),
  })
  const answered = answers.flatMap(([name, { ok }]) => (ok ? [name] : []))
  return { text: JSON.stringify(answers), answered }
}
const byOwner = 'evaluation demand buyerOffers demandHistory demandForm buyerDemands demands buyerDashboard'.split(' ')
/** Publishing is another permission. */
const byEvaluators = byOwner.filter((name) => name !== 'demandForm')
const bySuppliers = 'demand demandHistory buyerDemands demands sellerOffers ownOffer buyerDashboard'.split(' ')
const byOthers = ['demand', 'buyerDemands', 'demands', 'buyerDashboard']

/** Everything about a demand that some caller can read, and what is stored for people to read. */
async function allReadBy(client: Client, demandId: number, since: Date, expected: readonly string[]): Promise<string> {
  const { text, answered } = await readBy(client, demandId)
  expect(answered).toEqual(expected)
  const told = await app.db.select().from(notices).where(gt(notices.createdAt, since))
  const steps = await app.db.select().from(stateChanges).where(gt(stateChanges.createdAt, since))
  return text + JSON.stringify([told, steps])
}

describe('criteria and evaluators', () => {
  test('are set with named errors, and evaluators are notified', async () => {
    const demandId = await openDemand(app, buyer)
    expect(await readEvaluation(buyer, demandId)).toMatchObject({ setup: null, phase: 'before', reasonNeeded: false })
    const bad = (more: Parameters<typeof saveSetup>[3]) => saveSetup(buyer, demandId, [lin.userId], more)
    expect(fieldsWithErrors(await bad({ criteria: criteria.slice(0, 1) }))).toEqual(['criteria'])
    expect(fieldsWithErrors(await bad({ evaluatorIds: [] }))).toEqual(['evaluatorIds'])
    expect(fieldsWithErrors(await bad({ evaluatorIds: [clerk.userId] }))).toEqual(['evaluatorIds'])
    expect(fieldsWithErrors(await bad({ evaluatorIds: [(await idsOf(app, 'seller')).userId] }))).toEqual([
      'evaluatorIds',
    ])
    const [price] = criteria
    if (price === undefined) throw new Error('No criterion')
    const twice = [price, { ...price, label: '另一项', weight: 40 }]
    expect(fieldsWithErrors(await bad({ criteria: twice }))).toEqual(['criteria'])
    expect(contentOf(await saveSetup(buyer, demandId, [lin.userId]))).toEqual({ version: 1 })
    expect(failureOf(await saveSetup(buyer, demandId, [lin.userId]))).toBe('conflict')
    const [told] = await app.db
      .select()
      .from(notices)
      .where(and(eq(notices.userId, lin.userId), eq(notices.event, 'demand.evaluate')))
      .orderBy(desc(notices.id))
      .limit(1)
    expect(told).toMatchObject({ title: expect.stringContaining('您被指定为需求'), path: expect.any(String) })
    const read = await readEvaluation(lin.client, demandId)
    expect(read).toMatchObject({ setup: { criteria, scale: 'ten', blind: true, version: 1 }, own: { scores: [] } })
    expect(read.candidates.map(({ userId }) => userId)).toEqual(expect.arrayContaining([buyerId, lin.userId]))
    expect(read.candidates.map(({ userId }) => userId)).not.toContain(clerk.userId)
  })

  test('change only with a reason once an offer is readable, and the history keeps both', async () => {
    const demandId = await openDemand(app, buyer)
    contentOf(await saveSetup(buyer, demandId, [lin.userId]))
    await submittedOffer(seller, demandId)
    expect(fieldsWithErrors(await saveSetup(buyer, demandId, [lin.userId], { version: 1 }))).toEqual(['reason'])
    const weights = criteria.map((one) => ({ ...one, weight: 50 }))
    const change = { version: 1, criteria: weights, reason: '方案同样重要' }
    contentOf(await saveSetup(buyer, demandId, [lin.userId, wei.userId], change))
    const history = contentOf(await buyer.api.demands.demandHistory({ demandId, pageSize: 100 })).data
    expect(history.find(({ event }) => event === 'criteria_change')?.reason).toBe(
      `价格 60%、方案 40% → 价格 50%、方案 50%；评分人 2 位；增加评分人 ${await nameOf(wei)}；方案同样重要`,
    )
    const theirs = contentOf(await seller.api.demands.demandHistory({ demandId, pageSize: 100 })).data
    expect(theirs.map(({ event }) => event)).not.toContain('criteria_change')
  })

  test('belong to the company: others are told that there is nothing', async () => {
    const { demandId } = await scene()
    const calls = [
      (client: Client) => client.api.demands.evaluation({ demandId }),
      (client: Client) => saveSetup(client, demandId, [lin.userId], { version: 1 }),
      (client: Client) => score(client, demandId, {}),
      (client: Client) => client.api.demands.evaluatorDecline({ demandId, reason: '与其有合作' }),
    ]
    for (const call of calls) {
      expect(failureOf(await call(other))).toBe('notFound')
      expect(['notFound', 'forbidden']).toContain(failureOf(await call(seller)))
      expect(failureOf(await call(clerk.client))).toBe('forbidden')
      expect(failureOf(await call(visitor(app)))).toBe('sessionInvalid')
    }
    expect(failureOf(await buyer.api.demands.evaluation({ demandId: missingId }))).toBe('notFound')
  })
})

describe('blind scores', () => {
  test('are read by nobody else through any call until all are in, then by all members', async () => {
    const since = new Date()
    const { demandId, first, second } = await scene()
    contentOf(await score(lin.client, demandId, { [first]: [9, 8], [second]: [7, 10] }))
    const readers: [Client, string[]][] = [
      [buyer, byOwner],
      [wei.client, byEvaluators],
      [seller, bySuppliers],
      [seller3, bySuppliers],
      [other, byOthers],
    ]
    for (const [client, expected] of readers)
      expect(await allReadBy(client, demandId, since, expected)).not.toContain(secret)
    const before = await readEvaluation(wei.client, demandId)
    expect(before).toMatchObject({ readable: false, scores: [], results: [], own: { status: 'invited', scores: [] } })
    expect(before.evaluators.map(({ isIn }) => isIn)).toEqual([true, false])
    // Nothing of the scores in the sheets either.
    const sheet = contentOf(await buyer.api.demands.offersSheet({ demandId }))
    const sheets = await readWorkbook(await download(app, buyer, sheet.url))
    expect(sheets.map(({ sheet: name }) => name)).toContain('比价')
    for (const word of ['加权总分', '评分汇总', '评分明细', secret])
      expect(JSON.stringify(sheets), word).not.toContain(word)
    // The author reads and changes the own ones.
    expect((await readEvaluation(lin.client, demandId)).own?.scores).toHaveLength(4)
    contentOf(await score(lin.client, demandId, { [first]: [9, 9], [second]: [7, 10] }))

    contentOf(await score(wei.client, demandId, { [first]: [8, 8], [second]: [7, 10] }))
    const after = await readEvaluation(buyer, demandId)
    expect(after.readable).toBe(true)
    expect(after.scores).toHaveLength(8)
    // lin: 90 and 82; wei: 80 and 82.
    expect(after.results).toEqual([
      expect.objectContaining({ offerId: first, total: 8500, low: 8000, high: 9000, rank: 1 }),
      expect.objectContaining({ offerId: second, total: 8200, low: 8200, high: 8200, rank: 2 }),
    ])
    for (const [client, expected] of readers.slice(2))
      expect(await allReadBy(client, demandId, since, expected)).not.toContain(secret)
    expect(failureOf(await score(lin.client, demandId, { [first]: [1, 1], [second]: [10, 10] }))).toBe('scoresFixed')
    expect(failureOf(await lin.client.api.demands.evaluatorDecline({ demandId, reason: '后悔了' }))).toBe('scoresFixed')
    const later = { version: 1, reason: '再加一位' }
    expect(failureOf(await saveSetup(buyer, demandId, [lin.userId, wei.userId, buyerId], later))).toBe('scoresRevealed')
    expect(failureOf(await saveSetup(buyer, demandId, [wei.userId], later))).toBe('scoresRevealed')
    expect(await app.db.$count(demandScores, eq(demandScores.demandId, demandId))).toBe(8)
    const exported = contentOf(await buyer.api.demands.offersSheet({ demandId }))
    const bytes = await download(app, buyer, exported.url)
    const compared = await readSheet(bytes, '比价')
    expect(
      compared
        .find((row) => row[1] === '加权总分')
        ?.slice(2)
        .toSorted(),
    ).toEqual(['82.00', '85.00'])
    expect((await readSheet(bytes, '评分汇总')).slice(1).map((row) => [row[0], row[2]])).toEqual([
      [1, 85],
      [2, 82],
    ])
    expect(await readSheet(bytes, '评分明细')).toHaveLength(9)
  })

  test('of two evaluators at once are both saved, and revealed once', async () => {
    const { demandId, first, second } = await scene()
    const since = new Date()
    const both = await Promise.all([
      score(lin.client, demandId, { [first]: [9, 8], [second]: [7, 10] }),
      score(wei.client, demandId, { [first]: [8, 8], [second]: [7, 10] }),
    ])
    both.forEach(contentOf)
    expect(await app.db.$count(demandScores, eq(demandScores.demandId, demandId))).toBe(8)
    expect(await readEvaluation(buyer, demandId)).toMatchObject({ readable: true })
    const told = await app.db
      .select({ title: notices.title })
      .from(notices)
      .where(and(eq(notices.userId, buyerId), gt(notices.createdAt, since)))
    expect(told.filter(({ title }) => title.endsWith('的评分已全部提交'))).toHaveLength(1)
  })

  test('cannot be uncovered by switching blindness off or the scale over', async () => {
    const { demandId, first, second } = await scene()
    contentOf(await score(lin.client, demandId, { [first]: [9, 8], [second]: [7, 10] }))
    const ids = [lin.userId, wei.userId]
    const change = { version: 1, reason: '想先看看' }
    expect(fieldsWithErrors(await saveSetup(buyer, demandId, ids, { ...change, blind: false }))).toEqual(['blind'])
    expect(fieldsWithErrors(await saveSetup(buyer, demandId, ids, { ...change, scale: 'five' }))).toEqual(['scale'])
  })

  test('do not change their meaning by another name of a criterion', async () => {
    const { demandId, first, second } = await scene()
    const ids = [lin.userId, wei.userId]
    const renamed = criteria.map((one) => (one.key === 'plan' ? { ...one, label: '服务' } : one))
    contentOf(await saveSetup(buyer, demandId, ids, { version: 1, reason: '换个说法', criteria: renamed }))
    contentOf(await score(lin.client, demandId, { [first]: [9, 8], [second]: [7, 10] }))
    const again = { version: 2, reason: '改回原名', criteria }
    expect(fieldsWithErrors(await saveSetup(buyer, demandId, ids, again))).toEqual(['criteria.1.label'])
    const weighted = renamed.map((one) => ({ ...one, weight: 50 }))
    contentOf(await saveSetup(buyer, demandId, ids, { ...again, criteria: weighted }))
    expect((await readEvaluation(buyer, demandId)).setup?.criteria).toEqual(weighted)
  })

  test('are complete without an evaluator who declines or is removed', async () => {
    const one = await scene()
    contentOf(await score(lin.client, one.demandId, { [one.first]: [9, 8], [one.second]: [7, 10] }))
    const { demandId } = one
    contentOf(await wei.client.api.demands.evaluatorDecline({ demandId, reason: '曾在该供应商任职' }))
    const read = await readEvaluation(buyer, demandId)
    expect(read).toMatchObject({ readable: true })
    expect(read.evaluators[1]).toMatchObject({ status: 'declined', reason: '曾在该供应商任职' })
    expect(failureOf(await score(wei.client, demandId, { [one.first]: [1, 1], [one.second]: [1, 1] }))).toBe(
      'notEvaluator',
    )
    const two = await scene()
    contentOf(await score(lin.client, two.demandId, { [two.first]: [9, 8], [two.second]: [7, 10] }))
    contentOf(await saveSetup(buyer, two.demandId, [lin.userId], { version: 1, reason: '出差' }))
    expect(await readEvaluation(buyer, two.demandId)).toMatchObject({ readable: true })
    const history = contentOf(await buyer.api.demands.demandHistory({ demandId: two.demandId, pageSize: 100 })).data
    expect(history.find(({ event }) => event === 'criteria_change')?.reason).toBe(
      `价格 60%、方案 40%；评分人 1 位；移除评分人 ${await nameOf(wei)}；出差`,
    )
  })

  test('of a declining evaluator are deleted', async () => {
    const { demandId, first, second } = await scene()
    contentOf(await score(lin.client, demandId, { [first]: [9, 8], [second]: [7, 10] }))
    contentOf(await lin.client.api.demands.evaluatorDecline({ demandId, reason: '发现利益关系' }))
    expect(await app.db.$count(demandScores, eq(demandScores.demandId, demandId))).toBe(0)
  })
})

describe('a second round', () => {
  const both = async (one: Awaited<ReturnType<typeof scene>>) => {
    for (const { client } of [lin, wei])
      contentOf(await score(client, one.demandId, { [one.first]: [9, 8], [one.second]: [7, 10] }))
  }
  const reopen = async (demandId: number) => {
    contentOf(await buyer.api.demands.demandEditStatus({ demandId, event: 'close', reason: '范围有变' }))
    const deadline = inHours(48)
    contentOf(await buyer.api.demands.demandEditStatus({ demandId, event: 'reopen', deadline }))
  }
  /** All scores are in; then the demand is reopened, and the first supplier changes the offer. */
  async function reopened() {
    const one = await scene()
    await both(one)
    expect(await readEvaluation(buyer, one.demandId)).toMatchObject({ readable: true })
    await reopen(one.demandId)
    expect(await submittedOffer(seller, one.demandId, { durationDays: 120 })).toBe(one.first)
    expect(await readEvaluation(buyer, one.demandId)).toMatchObject({ readable: false, results: [] })
    await passDeadline(app, one.demandId)
    return one
  }

  test('after reopening is blind again; scores of unchanged offers that were readable stay', async () => {
    const { demandId, first, second } = await reopened()
    const ids = [lin.userId, wei.userId]
    const change = { version: 1, reason: '换人' }
    expect(failureOf(await saveSetup(buyer, demandId, [wei.userId], change))).toBe('scoresRevealed')
    const [price] = criteria
    if (price === undefined) throw new Error('No criterion')
    const others = [price, { key: 'time', label: '周期', weight: 40 }]
    expect(failureOf(await saveSetup(buyer, demandId, ids, { ...change, criteria: others }))).toBe('scoresRevealed')
    expect((await readEvaluation(lin.client, demandId)).own).toMatchObject({ fixedOfferIds: [second] })

    contentOf(await score(lin.client, demandId, { [first]: [5, 6], [second]: [1, 1] }))
    const hidden = await readEvaluation(wei.client, demandId)
    expect(hidden).toMatchObject({ readable: false, scores: [], results: [] })
    contentOf(await score(lin.client, demandId, { [first]: [6, 6], [second]: [1, 1] }))
    contentOf(await score(wei.client, demandId, { [first]: [6, 6], [second]: [1, 1] }))
    const read = await readEvaluation(buyer, demandId)
    expect(read).toMatchObject({ readable: true, scores: Array.from({ length: 8 }, () => ({})) })
    expect(read.results.map(({ offerId, total }) => [offerId, total])).toEqual(
      expect.arrayContaining([
        [first, 6000],
        [second, 8200],
      ]),
    )
    expect(failureOf(await score(lin.client, demandId, { [first]: [1, 1], [second]: [1, 1] }))).toBe('scoresFixed')
  })

  test('without other offers is revealed at the deadline', async () => {
    const one = await scene()
    await both(one)
    await reopen(one.demandId)
    expect(await readEvaluation(buyer, one.demandId)).toMatchObject({ readable: false, phase: 'before' })
    await passDeadline(app, one.demandId)
    expect(await readEvaluation(buyer, one.demandId)).toMatchObject({ readable: true, results: [{}, {}] })
  })

  test.each([
    ['withdrawn', (offerId: number) => seller.api.demands.sellerOfferDelete({ offerId, reason: '排期已满' })],
    ['rejected', (offerId: number) => buyer.api.demands.offerReject({ offerId, reason: '超出预算' })],
    [
      'expired',
      async (offerId: number) => {
        await setLapsed(app, offerId)
        await closeDueDemands(app.db)
      },
    ],
  ] as const)('is complete when the offer without scores is %s', async (_how, end) => {
    const { demandId, first, second } = await reopened()
    expect(await readEvaluation(buyer, demandId)).toMatchObject({ readable: false })
    await end(first)
    const read = await readEvaluation(buyer, demandId)
    expect(read.readable).toBe(true)
    expect(read.results.map(({ offerId }) => offerId)).toEqual([second])
  })

  test('after a failed award is blind again, unless all scores are in', async () => {
    const fail = async (offerId: number) => {
      const answer = await buyer.api.demands.deal({ offerId }, { idempotencyKey: newKey() })
      const { orderId } = contentOf(answer)
      contentOf(await seller3.api.orders.sellerOrderStep({ orderId, event: 'decline', reason: '产能不足' }))
    }
    const { demandId, first, second } = await scene()
    contentOf(await score(lin.client, demandId, { [first]: [9, 8], [second]: [7, 10] }))
    await fail(second)
    expect(await readEvaluation(wei.client, demandId)).toMatchObject({ phase: 'open', readable: false, scores: [] })
    // Others could read them after the award.
    expect(failureOf(await score(lin.client, demandId, { [first]: [1, 1] }))).toBe('scoresFixed')
    contentOf(await score(wei.client, demandId, { [first]: [8, 8] }))
    expect(await readEvaluation(lin.client, demandId)).toMatchObject({ readable: true, results: [{ total: 8300 }] })

    const all = await scene()
    await both(all)
    await fail(all.second)
    expect(await readEvaluation(lin.client, all.demandId)).toMatchObject({ phase: 'open', readable: true })
  })
})

describe('the history of the scoring', () => {
  test('is read by members with the permission, not by operators who view an account', async () => {
    const { demandId, first, second } = await scene()
    contentOf(await score(wei.client, demandId, { [first]: [9, 8], [second]: [7, 10] }))
    const conflict = '曾在该供应商处任职三年'
    contentOf(await lin.client.api.demands.evaluatorDecline({ demandId, reason: conflict }))
    const words = [conflict, '价格 60%', 'score_decline']
    const theirs = (await readBy(buyer, demandId)).text
    for (const word of words) expect(theirs, word).toContain(word)

    const publisher = await colleague(app, buyer, ['publish_requirement'])
    const operator = await signInAs(app, 'risk')
    contentOf(await operator.api.operations.accountViewStart({ userId: buyerId, reason: '用户来电反映需求显示异常' }))
    for (const [client, expected] of [
      [publisher.client, ['demand', 'demandForm', 'demands', 'buyerDashboard']],
      [operator, ['demand', 'demandHistory', 'buyerDemands', 'demands', 'buyerDashboard']],
    ] as const) {
      const { text, answered } = await readBy(client, demandId)
      expect(answered).toEqual(expected)
      for (const word of words) expect(text, word).not.toContain(word)
      // The other steps are there.
      expect(contentOf(await client.api.demands.demand({ demandId })).history.map(({ event }) => event)).toContain(
        'deadline',
      )
    }
    contentOf(await operator.api.operations.accountViewEnd({}))
    const ops = await signInAs(app, 'ops')
    const record = JSON.stringify(contentOf(await ops.api.operations.record({ kind: 'demand', id: demandId })))
    expect(record).toContain('报价截止')
    for (const word of [conflict, '价格 60%', '声明回避']) expect(record, word).not.toContain(word)
  })
})

describe('scoring', () => {
  test('starts when the offers are opened, for named evaluators, complete and on the scale', async () => {
    const demandId = await openDemand(app, buyer, { sealedOnly: true })
    contentOf(await saveSetup(buyer, demandId, [lin.userId]))
    const offerId = await submittedOffer(seller, demandId)
    expect(await readEvaluation(lin.client, demandId)).toMatchObject({ phase: 'before', offers: [] })
    expect(failureOf(await score(lin.client, demandId, { [offerId]: [9, 8] }))).toBe('scoringNotOpen')
    await passDeadline(app, demandId)
    expect(failureOf(await score(buyer, demandId, { [offerId]: [9, 8] }))).toBe('notEvaluator')
    expect(fieldsWithErrors(await score(lin.client, demandId, { [offerId]: [9, 11] }))).not.toEqual([])
    expect(fieldsWithErrors(await score(lin.client, demandId, {}))).toEqual([
      `scores.${offerId}.price`,
      `scores.${offerId}.plan`,
    ])
    expect(fieldsWithErrors(await score(lin.client, demandId, { [offerId]: [9, 8], [missingId]: [1, 1] }))).toEqual([
      'scores',
    ])
    contentOf(await score(lin.client, demandId, { [offerId]: [9, 8] }))
  })

  test('another list of criteria asks everybody again', async () => {
    const { demandId, first, second } = await scene()
    contentOf(await score(lin.client, demandId, { [first]: [9, 8], [second]: [7, 10] }))
    const changed = [...criteria.slice(0, 1), { key: 'time', label: '周期', weight: 40 }]
    const change = { version: 1, reason: '周期更要紧', criteria: changed }
    contentOf(await saveSetup(buyer, demandId, [lin.userId, wei.userId], change))
    const read = await readEvaluation(lin.client, demandId)
    expect(read.own).toMatchObject({ status: 'invited' })
    expect(read.own?.scores.map(({ criterion }) => criterion)).toEqual(['price', 'price'])
  })
})

describe('the award', () => {
  const order = (client: Client, offerId: number, decisionNote: string) =>
    client.api.demands.demandOrderSubmit({ offerId, total: 1_000_001, decisionNote }, { idempotencyKey: newKey() })

  test('keeps what was decided on for the buyer; the supplier has the fingerprint only', async () => {
    const since = new Date()
    const { demandId, first, second } = await scene()
    contentOf(await score(lin.client, demandId, { [first]: [9, 8], [second]: [7, 10] }))
    contentOf(await score(wei.client, demandId, { [first]: [8, 8], [second]: [7, 10] }))
    const note = '第二名周期更短，赶得上年底申报'
    const { orderId } = contentOf(await order(buyer, second, note))
    const decision = contentOf(await lin.client.api.orders.buyerDecision({ orderId }))
    expect(decision).toMatchObject({ chosenOfferId: second, note, criteria, verified: true, scale: 'ten', blind: true })
    expect(decision?.results.map(({ offerId, total, rank }) => [offerId, total, rank])).toEqual([
      [first, 8300, 1],
      [second, 8200, 2],
    ])
    expect(decision?.evaluators.map(({ isIn }) => isIn)).toEqual([true, true])
    const record = contentOf(await seller3.api.orders.sellerDealRecord({ orderId, pageSize: 100 }))
    expect(record.state).toBe('verified')
    expect(record.data.map(({ kind, event }) => `${kind} ${event}`)).toEqual(['order decide', 'order create'])
    const theirs = [
      await seller3.api.orders.sellerOrder({ orderId }),
      await seller3.api.orders.buyerDecision({ orderId }),
      record,
    ]
    const read = JSON.stringify(theirs) + (await allReadBy(seller3, demandId, since, bySuppliers))
    for (const word of [note, secret, '8300', '8200']) expect(read, word).not.toContain(word)
    expect(failureOf(await seller3.api.orders.buyerDecision({ orderId }))).toBe('notFound')
    expect(failureOf(await other.api.orders.buyerDecision({ orderId }))).toBe('notFound')
    expect(failureOf(await wei.client.api.orders.buyerDecision({ orderId }))).toBe('forbidden')
    // The buyer can recompute the fingerprint.
    const { salt, body, hash } = decision ?? { salt: '', body: '', hash: 'none' }
    expect(createHash('sha256').update(`${salt}\n${body}`, 'utf8').digest('hex')).toBe(hash)
    expect(JSON.parse(body)).toMatchObject({ chosenOfferId: second, note })
    // What was scored stays readable for the buyer after the award.
    expect(await readEvaluation(buyer, demandId)).toMatchObject({ phase: 'over', readable: true, results: [{}, {}] })
    expect(failureOf(await score(lin.client, demandId, { [first]: [1, 1], [second]: [1, 1] }))).toBe('scoringNotOpen')
    // A changed basis does not have the recorded fingerprint.
    const changed = (await app.db.select().from(demandDecisions).where(eq(demandDecisions.orderId, orderId)))[0]?.body
    await app.db
      .update(demandDecisions)
      .set({ body: (changed ?? '').replace(note, '另一个理由') })
      .where(eq(demandDecisions.orderId, orderId))
    expect(contentOf(await buyer.api.orders.buyerDecision({ orderId }))).toMatchObject({ verified: false })
  })

  test('keeps the offers and totals it was decided on', async () => {
    const { demandId, first, second } = await scene()
    for (const { client } of [lin, wei])
      contentOf(await score(client, demandId, { [first]: [9, 8], [second]: [7, 10] }))
    await setLapsed(app, first)
    await closeDueDemands(app.db)
    const before = await readEvaluation(buyer, demandId)
    expect(before.results).toMatchObject([{ offerId: second, rank: 1 }])
    const { orderId } = contentOf(await order(buyer, second, ''))
    const decision = contentOf(await buyer.api.orders.buyerDecision({ orderId }))
    const after = await readEvaluation(buyer, demandId)
    expect(after).toMatchObject({ phase: 'over', offers: before.offers, results: before.results })
    expect(after.results).toEqual(decision?.results)
    const exported = contentOf(await buyer.api.demands.offersSheet({ demandId }))
    expect(await readSheet(await download(app, buyer, exported.url), '评分汇总')).toHaveLength(2)
  })

  test('that never came leaves the scored offers of an expired demand', async () => {
    const { demandId, first, second } = await scene()
    for (const { client } of [lin, wei])
      contentOf(await score(client, demandId, { [first]: [9, 8], [second]: [7, 10] }))
    await setDeadline(app, demandId, -24 * 31)
    await setLapsed(app, first)
    await closeDueDemands(app.db)
    expect(await demandStatus(app, demandId)).toBe('expired')
    expect(await readEvaluation(buyer, demandId)).toMatchObject({ phase: 'over', results: [{}, {}] })
  })

  test('is not forced by the ranking, and ends blind scoring', async () => {
    const { demandId, first, second } = await scene()
    contentOf(await score(lin.client, demandId, { [first]: [9, 8], [second]: [7, 10] }))
    const { orderId } = contentOf(await order(buyer, second, ''))
    const decision = contentOf(await buyer.api.orders.buyerDecision({ orderId }))
    expect(decision).toMatchObject({ note: '', results: [{ rank: 1 }, { rank: 2 }] })
    expect(decision?.evaluators.map(({ isIn }) => isIn)).toEqual([true, false])
    expect(await readEvaluation(wei.client, demandId)).toMatchObject({ readable: true })
  })

  test('without criteria and note records nothing; a note alone is recorded', async () => {
    const plain = await openDemand(app, buyer)
    const { orderId } = contentOf(await order(buyer, await submittedOffer(seller, plain), ''))
    expect(contentOf(await buyer.api.orders.buyerDecision({ orderId }))).toBeNull()
    const noted = await openDemand(app, buyer)
    const made = contentOf(await order(buyer, await submittedOffer(seller, noted), '老供应商'))
    expect(contentOf(await buyer.api.orders.buyerDecision({ orderId: made.orderId }))).toMatchObject({
      scale: null,
      note: '老供应商',
      results: [],
      verified: true,
    })
  })
})

test('the demo has a scored demand', async () => {
  const demands = contentOf(await buyer.api.demands.buyerDemands({ keyword: '盐酸二甲双胍缓释片', pageSize: 100 }))
  const read = await readEvaluation(buyer, demands.data[0]?.demandId ?? 0)
  expect(read).toMatchObject({ readable: true, phase: 'open' })
  expect(read.results.map(({ rank }) => rank).toSorted()).toEqual([1, 2, 3])
})
