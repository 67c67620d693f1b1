import { expect, test } from 'vitest'
import { WorkLane } from '../../../src/server/work/work-pool.ts'
import { contentOf, failureOf } from '../../support/client.ts'
import { alteredSheet, hostileSheets } from '../../support/hostile-sheets.ts'
import { fileOf, given, goodsHeads, put, whole } from '../../support/scenes/catalogue/sheets.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const seller = clientForFile(app, 'seller')

/** CPU milliseconds that the event loop thread spends on a callback. */
async function ownCpu(run: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

const sheetOf = async (change: (xml: string) => string) => {
  const good = new Uint8Array(await (await fileOf([goodsHeads, whole()])).arrayBuffer())
  return new File([alteredSheet(good, change)], '商品.xlsx')
}

/** Maximum event loop milliseconds: several times the check of a small sheet. */
const most = 1_500

test.each(Object.entries(hostileSheets))('%s: answered by name, beside the event loop', async (_name, change) => {
  const fileId = await given(seller, await sheetOf(change))
  let failure: string | undefined
  let faults = 0
  const cpu = await ownCpu(async () => {
    const answer = await seller.api.catalogue.listingImport({ kind: 'product', fileId })
    failure = failureOf(answer)
    if (answer.ok) faults = answer.content.faultCount
  })
  expect(faults > 0 || failure === 'sheetBroken' || failure === 'sheetTooLarge').toBe(true)
  expect(cpu).toBeLessThan(most)
})

test('a cell that is too long is an error of its row and is not parsed', async () => {
  const answer = contentOf(await put(seller, [goodsHeads, whole({ 分类: `${'a '.repeat(15_000)}b` })]))
  expect(answer.faults).toEqual([{ row: 2, column: '分类', message: '最多 200 个字' }])
})

test('a worker past its deadline is replaced, the next task runs; a full queue is rejected', async () => {
  const lane = new WorkLane({
    threads: 1,
    heap: 64,
    deadline: 4_000,
    waiting: 3,
    waitingPerKey: 2,
    patience: 60_000,
    idle: 1_000,
  })
  const feed = (text: string) => ({ bytes: new Uint8Array(Buffer.from(text)), type: '' })
  const good = feed('<rss><channel><title>甲</title></channel></rss>')
  // Asks the main thread, which never answers.
  const stuck = lane.run(
    'planSheet',
    {
      kind: 'product',
      bytes: new Uint8Array(await (await fileOf([goodsHeads, whole({ 商品编号: 'P000000001' })])).arrayBuffer()),
      rules: {
        kind: 'product',
        categories: new Map(),
        attributesByCategory: new Map(),
        tags: new Set<string>(),
        certificates: [],
        shopName: '',
        nameOf: new Map(),
        capabilities: new Set<string>(),
        places: new Map(),
        listedWords: [],
        root: { id: 1, kind: 'product', parentId: null, level: 0, name: '', path: [], mark: '', figure: '' },
      },
      wants: 'check',
    },
    { key: 'a', onAsk: () => new Promise(() => {}) },
  )
  const [first, second] = [lane.run('parseFeed', good, { key: 'a' }), lane.run('parseFeed', good, { key: 'a' })]
  await expect(lane.run('parseFeed', good, { key: 'a' })).rejects.toMatchObject({ failure: 'filesBusy' })
  await expect(stuck).rejects.toMatchObject({ failure: 'fileTooComplex' })
  expect((await first).title).toBe('甲')
  expect((await second).title).toBe('甲')
})
