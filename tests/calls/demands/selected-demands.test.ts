import { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { open } from '../../support/scenes/demands/annex.ts'
import {
  demandStatus,
  inHours,
  offerStatus,
  openDemand,
  setDeadline,
  submittedOffer,
  terms,
} from '../../support/scenes/demands/demand.ts'
import { noticesOf } from '../../support/scenes/orders/order.ts'
import { missingId } from '../../support/sentinels.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

const sheetTitles = async (client: Client, { url }: { url: string }) => {
  const response = await open(app, client, url)
  const [, ...rows] = await readSheet(Buffer.from(await response.arrayBuffer()))
  return rows.map((cells) => String(cells[1]))
}

describe('the list of own demands', () => {
  test('is sorted and bounded, and its sheet has the same rows', async () => {
    for (const [at, yuan] of [300, 100, 200].entries()) {
      const demandId = await openDemand(app, buyer, { demandTitle: `排序用需求 ${at}`, demandBudget: yuan * 100 })
      await setDeadline(app, demandId, 60 - at)
    }
    const list = async (input: Parameters<typeof buyer.api.demands.buyerDemands>[0]) =>
      contentOf(await buyer.api.demands.buyerDemands({ keyword: '排序用需求', ...input })).data
    const budgets = async (input: Parameters<typeof list>[0]) =>
      (await list(input)).map(({ demandBudget }) => demandBudget)
    expect(await budgets({})).toEqual([20_000, 10_000, 30_000])
    expect(await budgets({ sortBy: 'budget' })).toEqual([10_000, 20_000, 30_000])
    expect(await budgets({ sortBy: 'budget', sortDown: true, pageSize: 2 })).toEqual([30_000, 20_000])
    expect(await budgets({ sortBy: 'deadline' })).toEqual([20_000, 10_000, 30_000])
    expect(await budgets({ amountFrom: 15_000, amountTo: 20_000 })).toEqual([20_000])
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    expect(await budgets({ from: today, until: today })).toHaveLength(3)
    expect(await budgets({ until: '2020-01-01' })).toEqual([])
    const made = contentOf(await buyer.api.demands.demandsSheet({ keyword: '排序用需求', amountTo: 20_000 }))
    expect(await sheetTitles(buyer, made)).toEqual(['排序用需求 2', '排序用需求 1'])
    const [first] = await list({})
    const one = await buyer.api.demands.demandsSheet({ demandIds: [first?.demandId ?? 0, missingId] })
    expect(await sheetTitles(buyer, contentOf(one))).toEqual(['排序用需求 2'])
    const theirs = contentOf(await other.api.demands.demandsSheet({ demandIds: [first?.demandId ?? 0] }))
    expect(await sheetTitles(other, theirs)).toEqual([])
    expect(fieldsWithErrors(await buyer.api.demands.buyerDemands({ from: 'gestern' }))).toEqual(['from'])
  })
})

describe('demandsClose', () => {
  test('closes those that can be closed, tells their suppliers, and names the others', async () => {
    const [first, second] = [await openDemand(app, buyer, { demandTitle: '批量关闭一' }), await openDemand(app, buyer)]
    const theirs = await openDemand(app, other)
    await submittedOffer(seller, first)
    contentOf(await buyer.api.demands.demandEditStatus({ demandId: second, event: 'close', reason: '先关一条' }))
    const answer = contentOf(
      await buyer.api.demands.demandsClose({ demandIds: [first, second, theirs], reason: '项目暂停' }),
    )
    expect(answer.done).toBe(1)
    expect(answer.failed.map(({ id }) => id)).toEqual([second, theirs].toSorted((a, b) => a - b))
    expect(await demandStatus(app, first)).toBe('closed')
    expect(await demandStatus(app, theirs)).toBe('open')
    expect((await noticesOf(app, 'seller', '批量关闭一')).at(-1)?.text).toContain('项目暂停')
    expect(fieldsWithErrors(await buyer.api.demands.demandsClose({ demandIds: [first], reason: ' ' }))).toEqual([
      'reason',
    ])
    expect(failureOf(await visitor(app).api.demands.demandsClose({ demandIds: [first], reason: '暂停' }))).toBe(
      'sessionInvalid',
    )
  })
})

describe('demandsExtend', () => {
  test('moves the deadline of open demands later only, and tells their suppliers', async () => {
    const [early, late, closed] = [
      await openDemand(app, buyer, { demandTitle: '批量推迟一', deadline: inHours(30) }),
      await openDemand(app, buyer, { demandTitle: '批量推迟二', deadline: inHours(24 * 40) }),
      await openDemand(app, buyer),
    ]
    await submittedOffer(seller, early)
    contentOf(await buyer.api.demands.demandEditStatus({ demandId: closed, event: 'close', reason: '关闭' }))
    const deadline = inHours(24 * 20)
    const answer = contentOf(await buyer.api.demands.demandsExtend({ demandIds: [early, late, closed], deadline }))
    expect(answer.done).toBe(1)
    expect(answer.failed.map(({ title }) => title)).toContain('批量推迟二')
    expect(answer.failed.find(({ id }) => id === late)?.message).toMatch(/^现在的截止时间是 .+，只能推迟$/)
    const read = async (demandId: number) => contentOf(await buyer.api.demands.demand({ demandId }))
    expect((await read(early)).deadline).toBe(deadline)
    expect((await read(early)).history.at(-1)?.event).toBe('edit')
    expect((await read(early)).summary).not.toBe('')
    expect((await noticesOf(app, 'seller', '批量推迟一')).at(-1)?.text).toContain('推迟到')
    const bad = await buyer.api.demands.demandsExtend({ demandIds: [early], deadline: inHours(-1) })
    expect(fieldsWithErrors(bad)).toEqual(['deadline'])
    expect(contentOf(await other.api.demands.demandsExtend({ demandIds: [early], deadline })).done).toBe(0)
  })
})

describe('own offers', () => {
  test('are sorted, bounded and exported; several are withdrawn, and drafts are named', async () => {
    const demandIds = [
      await openDemand(app, buyer, { demandTitle: '批量撤回一' }),
      await openDemand(app, buyer, { demandTitle: '批量撤回二' }),
      await openDemand(app, buyer, { demandTitle: '批量撤回三' }),
    ] as const
    const offerIds = [
      await submittedOffer(seller, demandIds[0], { durationDays: 30 }),
      await submittedOffer(seller, demandIds[1], {
        durationDays: 20,
        items: [{ name: '试验', unit: '项', quantity: 1, unitPrice: 500_000 }],
      }),
    ]
    const draft = contentOf(await seller.api.demands.offerSave({ ...terms(), demandId: demandIds[2], submit: false }))
    const list = async (input: Parameters<typeof seller.api.demands.sellerOffers>[0]) =>
      contentOf(await seller.api.demands.sellerOffers({ keyword: '批量撤回', ...input })).data
    const totals = async (input: Parameters<typeof list>[0]) => (await list(input)).map(({ offerId }) => offerId)
    expect(await totals({ sortBy: 'days', status: 'submitted' })).toEqual(offerIds.toReversed())
    expect(await totals({ sortBy: 'total', sortDown: true, status: 'submitted' })).toEqual(offerIds)
    expect(await totals({ amountFrom: 1, amountTo: 500_000 })).toEqual([offerIds[1]])
    const made = contentOf(await seller.api.demands.sellerOffersSheet({ keyword: '批量撤回', status: 'submitted' }))
    expect(await sheetTitles(seller, made)).toEqual(['批量撤回二', '批量撤回一'])
    const chosen = { offerIds: [...offerIds, draft.offerId, missingId], reason: '产能不足' }
    expect(contentOf(await seller3.api.demands.sellerOffersWithdraw(chosen)).done).toBe(0)
    const answer = contentOf(await seller.api.demands.sellerOffersWithdraw(chosen))
    expect(answer.done).toBe(2)
    expect(answer.failed.map(({ title }) => title)).toEqual(['批量撤回三', ''])
    expect(await offerStatus(app, draft.offerId)).toBe('draft')
    for (const offerId of offerIds) expect(await offerStatus(app, offerId)).toBe('withdrawn')
    expect(fieldsWithErrors(await seller.api.demands.sellerOffersWithdraw({ offerIds, reason: '' }))).toEqual([
      'reason',
    ])
  })
})
