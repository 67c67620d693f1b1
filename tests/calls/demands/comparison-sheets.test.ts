import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { download } from '../../support/scenes/catalogue/sheets.ts'
import { openDemand, submittedOffer, terms } from '../../support/scenes/demands/demand.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

const secretPrice = 88_888_801

test('offersSheet exports numbers as numbers, texts as texts, and counts sealed offers', async () => {
  const demandId = await openDemand(app, buyer)
  const item = { name: '=HYPERLINK("http://own.invalid")', unit: '项', quantity: 3, unitPrice: 100_050 }
  await submittedOffer(seller, demandId, { items: [item], note: '+1 号方案' })
  const sealed = { ...terms({ items: [{ ...item, unitPrice: secretPrice }] }), demandId, submit: true, sealed: true }
  contentOf(await seller3.api.demands.offerSave(sealed))
  const { url, name } = contentOf(await buyer.api.demands.offersSheet({ demandId }))
  expect(name).toMatch(/比价表\.xlsx$/)
  const bytes = await download(app, buyer, url)
  const compared = await readSheet(bytes, '比价')
  const row = (label: string) => compared.find((cells) => cells[1] === label)
  expect(compared[0]?.[2]).toContain('第 1 版')
  expect(row('总价')?.[2]).toBe(3001.5)
  expect(row('总周期')?.[2]).toBe(180)
  expect(row('方案说明')?.[2]).toBe('+1 号方案')
  expect(row('密封报价')?.[2]).toContain('1 份')
  expect(compared[0]).toHaveLength(3)
  const [, line] = await readSheet(bytes, '报价明细')
  expect(line?.slice(1)).toEqual(['=HYPERLINK("http://own.invalid")', 3, '项', 1000.5, 3001.5])
  const plan = await readSheet(bytes, '付款计划')
  expect(plan.slice(1).map((cells) => cells[3])).toEqual([900.45, 1350.67, 750.38])
  const all = JSON.stringify([compared, await readSheet(bytes, '报价明细'), plan])
  expect(all).not.toContain(String(secretPrice / 100))
  expect(all).not.toContain(String((secretPrice * 3) / 100))
})

test('offersSheet and its file are limited to the own demand', async () => {
  const demandId = await openDemand(app, buyer)
  expect(failureOf(await other.api.demands.offersSheet({ demandId }))).toBe('notFound')
  expect(failureOf(await seller.api.demands.offersSheet({ demandId: missingId }))).toBe('notFound')
  expect(failureOf(await visitor(app).api.demands.offersSheet({ demandId }))).toBe('sessionInvalid')
  expect(fieldsWithErrors(await buyer.api.demands.offersSheet({ demandId: 0 }))).toEqual(['demandId'])
  const { url } = contentOf(await buyer.api.demands.offersSheet({ demandId }))
  await expect(download(app, other, url)).rejects.toThrow('404')
})

test('demandsSheet exports own demands, newest first', async () => {
  await openDemand(app, buyer, { demandTitle: '导出用的需求', demandBudget: null })
  const { url } = contentOf(await buyer.api.demands.demandsSheet({}))
  const rows = await readSheet(await download(app, buyer, url))
  expect(rows[0]?.[1]).toBe('标题')
  expect(rows[1]?.slice(1, 6)).toEqual(['导出用的需求', expect.any(String), '面议', 0, '报价中'])
  expect(rows.length - 1).toBe(contentOf(await buyer.api.demands.buyerDemands({})).total)
  const theirs = contentOf(await other.api.demands.demandsSheet({}))
  expect(JSON.stringify(await readSheet(await download(app, other, theirs.url)))).not.toContain('导出用的需求')
  expect(failureOf(await visitor(app).api.demands.demandsSheet({}))).toBe('sessionInvalid')
  expect(failureOf(await (await signInAs(app, 'person')).api.demands.demandsSheet({}))).toBe('notCertified')
})
