import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { files, operationLogs } from '../../../src/db/tables/operations.ts'
import { packInUrl } from '../../../src/server/http/send-evidence-pack.ts'
import { createDealRoot } from '../../../src/server/orders/deal-record/create-root.ts'
import { findSigningKey } from '../../../src/server/orders/deal-record/sign-root.ts'
import { yuan } from '../../../src/domain/money.ts'
import { contentOf, visitor, type Client } from '../../support/client.ts'
import { askForPack, downloadPack, manifestOf, runVerifier, unpack, type Pack } from '../../support/evidence-pack.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { stepsOf } from '../../support/scenes/orders/deal-record.ts'
import { ask as askInvoice, issue } from '../../support/scenes/orders/invoice.ts'
import { buys, deliver, payeeOf, rowOf, sells } from '../../support/scenes/orders/order.ts'
import { demandOrder, paid } from '../../support/scenes/orders/pay.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { newKey } from '../../support/sentinels.ts'
import { pdf } from '../../support/uploads.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')
const ops = clientForFile(app, 'ops')

const uploaded = async (client: Client, name: string) =>
  contentOf(await client.upload('attachment', new File([pdf], name))).fileId
const disputeOf = async (orderId: number) =>
  contentOf(await buyer.api.orders.buyerDisputes({ orderId })).data[0]?.disputeId ?? 0
const buyerPack = (orderId: number) => downloadPack(app, buyer, `/files/evidence-pack/buyer/${orderId}`)
const namesOf = (pack: Pack) =>
  manifestOf(pack)
    .files.map(({ path }) => path.replace(/^files\/\d+-\d+-/, 'files/'))
    .toSorted()

let orderId = 0
beforeAll(async () => {
  await payeeOf(app)
  orderId = await demandOrder(app, buyer, seller)
  await paid(app, { buyer, seller }, orderId)
  contentOf(await sells(seller, orderId, 'start'))
  contentOf(await deliver(seller, orderId, { fileIds: [await uploaded(seller, '检测报告.pdf')] }))
  const invoice = contentOf(await askInvoice(buyer, orderId, 1000)).invoice
  contentOf(await issue(seller, invoice.invoiceId))
  const fileId = await uploaded(buyer, '需求资料.pdf')
  contentOf(await buyer.api.orders.buyerOrderFileSave({ orderId, fileId, kind: 'requirement' }))
  await createDealRoot(app.db, await findSigningKey(app.db, app.runtime.config), new Date())
})

describe('an evidence pack', () => {
  test('has record, proof, contract, invoice, voucher and files, and its own verifier finds it sound', async () => {
    const pack = await buyerPack(orderId)
    const { orderNo } = await rowOf(app, orderId)
    const named = ['检测报告', '转账回单', '需求资料', `发票信息单 ${orderNo}`].map((name) => `files/${name}.pdf`)
    const expected = ['matching.html', 'proof.json', 'record.json', 'verify.html', 'verify.mjs', ...named]
    expect(namesOf(pack)).toEqual(expect.arrayContaining(expected))
    const others = namesOf(pack).filter((name) => !expected.includes(name))
    expect(others).toEqual([expect.stringMatching(/^files\/.*合同.*\.pdf$/)])
    const folder = await unpack(pack)
    const { code, out } = await runVerifier(join(folder, 'verify.mjs'))
    expect(out).toContain(`校验通过：订单 ${orderNo}`)
    expect(out).toContain('签名相符')
    expect(code).toBe(0)
  })

  test('has the match of the order as a page, with its exceptions and no markup of the parties', async () => {
    const matched = await demandOrder(app, buyer, seller)
    await paid(app, { buyer, seller }, matched)
    const { invoice } = contentOf(await askInvoice(buyer, matched, 1000))
    const { details, amount } = invoice
    const fields = {
      issuedOn: '2026-11-20',
      buyerName: '<script>alert(1)</script>',
      buyerTaxNo: '91510100MA6WRONG01',
      sellerName: '演示供应商',
      sellerTaxNo: '91510100MA6WRONG02',
      amount: 943,
      tax: 57,
      total: 1000,
      taxRate: 600,
    }
    const number = '26510000000300000001'
    const issued = { invoiceId: invoice.invoiceId, event: 'issue', number, fields } as const
    contentOf(await seller.api.orders.invoiceStep(issued, { idempotencyKey: newKey() }))
    const pack = await downloadPack(app, seller, `/files/evidence-pack/seller/${matched}`)
    const page = Buffer.from(pack['matching.html'] ?? []).toString('utf8')
    const { orderNo } = await rowOf(app, matched)
    for (const text of [
      `订单 ${orderNo} 的对账`,
      '<p>买家：',
      '四方核对',
      '税号不符',
      `发票 ${number}：购买方税号 91510100MA6WRONG01，应为 ${details.taxNo}`,
      '&lt;script&gt;alert(1)&lt;/script&gt;',
      `¥${yuan(amount)}`,
    ])
      expect(page).toContain(text)
    expect(page).not.toContain('<script')
    const match = contentOf(await buyer.api.orders.buyerMatch({ orderId: matched }))
    for (const { name, voucher } of match.lines)
      for (const text of [name, ...voucher.paymentNos]) expect(page).toContain(`<td>${text}</td>`)
    expect((await runVerifier(join(await unpack(pack), 'verify.mjs'))).code).toBe(0)
  })

  test('is the same record for the supplier; the contract has one entry for both', async () => {
    const theirs = await downloadPack(app, seller, `/files/evidence-pack/seller/${orderId}`)
    const again = await buyerPack(orderId)
    expect(theirs['record.json']).toEqual(again['record.json'])
    expect((await stepsOf(app, orderId)).filter((step) => step.startsWith('document contract'))).toHaveLength(1)
    expect(manifestOf(theirs).side).toBe('seller')
  })

  test('is refused to strangers, the other side, visitors, and to operators outside of a dispute', async () => {
    const asked: readonly (readonly [Client, string])[] = [
      [other, `buyer/${orderId}`],
      [seller3, `seller/${orderId}`],
      [seller, `buyer/${orderId}`],
      [buyer, `seller/${orderId}`],
      [visitor(app), `buyer/${orderId}`],
      [ops, `buyer/${orderId}`],
      [ops, 'operator/1000000'],
      [buyer, 'buyer/0'],
      [buyer, 'buyer/99999999999'],
      [buyer, `elsewhere/${orderId}`],
    ]
    for (const [who, path] of asked)
      expect((await askForPack(app, who, `/files/evidence-pack/${path}`)).status, path).toBe(404)
  })

  test('is open to operators while the order is disputed, and the download is logged', async () => {
    const disputed = await demandOrder(app, buyer, seller)
    contentOf(await buys(buyer, disputed, 'dispute', { reason: '未按约定执行' }))
    const disputeId = await disputeOf(disputed)
    const fileIds = [await uploaded(seller, '原始记录.pdf')]
    const evidence = { disputeId, text: '已发送', fileIds }
    contentOf(await seller.api.orders.sellerEvidenceSave(evidence, { idempotencyKey: newKey() }))
    const pack = await downloadPack(app, ops, `/files/evidence-pack/operator/${disputeId}`)
    expect(namesOf(pack)).toContain('files/原始记录.pdf')
    const { orderNo } = await rowOf(app, disputed)
    const [line] = await app.db
      .select()
      .from(operationLogs)
      .where(and(eq(operationLogs.call, 'orders.evidencePack'), eq(operationLogs.detail, orderNo)))
      .orderBy(desc(operationLogs.id))
    expect(line).toMatchObject({ action: '下载证据包' })
    const reason = '双方提供的记录已核实，按此处理。'
    contentOf(await ops.api.orders.disputeVerdict({ disputeId, event: 'resume', reason }))
    expect((await askForPack(app, ops, `/files/evidence-pack/operator/${disputeId}`)).status).toBe(404)
  })

  test('names what was removed or is gone from the storage, and is sound without it', async () => {
    const bare = await demandOrder(app, buyer, seller)
    const [removed, lost] = [await uploaded(buyer, '旧版.pdf'), await uploaded(buyer, '丢失.pdf')]
    for (const fileId of [removed, lost])
      contentOf(await buyer.api.orders.buyerOrderFileSave({ orderId: bare, fileId, kind: 'other' }))
    contentOf(await buyer.api.orders.buyerOrderFileDelete({ orderId: bare, fileId: removed }))
    const [file] = await app.db.select().from(files).where(eq(files.id, lost))
    await app.runtime.providers.storage.remove(file?.storageKey ?? '')
    const pack = await buyerPack(bare)
    expect(manifestOf(pack).missing).toMatchObject([
      { name: '旧版.pdf', reason: '已被移除' },
      { name: '丢失.pdf', reason: '存储中缺失' },
    ])
    expect((await runVerifier(join(await unpack(pack), 'verify.mjs'))).code).toBe(0)
  })

  test('of an order whose stored file was changed names that file: hashes are those of the entry', async () => {
    const changed = await demandOrder(app, buyer, seller)
    const fileId = await uploaded(buyer, '图纸.pdf')
    contentOf(await buyer.api.orders.buyerOrderFileSave({ orderId: changed, fileId, kind: 'other' }))
    const [file] = await app.db.select().from(files).where(eq(files.id, fileId))
    const bytes = Buffer.from(pdf)
    bytes[bytes.length - 2] = 0x20
    await app.runtime.providers.storage.put(file?.storageKey ?? '', bytes, 'application/pdf')
    const { code, out } = await runVerifier(join(await unpack(await buyerPack(changed)), 'verify.mjs'))
    expect(code).toBe(1)
    expect(out).toMatch(/图纸\.pdf：内容已被改动/)
    expect(out).toContain('1 处问题')
  })
})

test('a pack whose manifest was made anew is not sound without what the record has', async () => {
  const pack = await buyerPack(orderId)
  const pristine = join(await unpack(pack), 'verify.mjs')
  const text = (path: string) => Buffer.from(pack[path] ?? []).toString('utf8')
  const hash = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
  interface Listed {
    path: string
    size: number
    sha256: string
  }
  const manifest: { files: Listed[] } = JSON.parse(text('manifest.json'))
  const doctored = async (
    changed: Readonly<Record<string, Uint8Array | undefined>>,
    files: readonly Listed[] = manifest.files,
  ) => {
    const written = JSON.stringify({ ...manifest, files })
    const digest = hash(written)
    const sums = `${digest}  ${hash(digest)}\n`
    const all = { ...pack, 'manifest.json': Buffer.from(written), 'manifest.sha256': Buffer.from(sums), ...changed }
    const present = Object.entries(all).flatMap(([path, bytes]) =>
      bytes === undefined ? [] : [[path, bytes] as const],
    )
    return runVerifier(pristine, await unpack(Object.fromEntries(present)))
  }
  const listed = (path: string, bytes: Uint8Array) => ({ path, size: bytes.byteLength, sha256: hash(bytes) })
  const without = (path: string) => manifest.files.filter((file) => file.path !== path)
  expect((await doctored({})).code).toBe(0)

  const noRecord = await doctored({ 'record.json': undefined }, without('record.json'))
  expect([noRecord.code, noRecord.out]).toEqual([1, expect.stringContaining('record.json：不在清单中')])
  const noJson = Buffer.from('none')
  const noProof = await doctored({ 'proof.json': noJson }, [...without('proof.json'), listed('proof.json', noJson)])
  expect([noProof.code, noProof.out]).toEqual([1, expect.stringContaining('proof.json：不是有效的 JSON')])
  const forged = Buffer.from('forged')
  const more = await doctored({ 'files/forged.pdf': forged }, [...manifest.files, listed('files/forged.pdf', forged)])
  expect([more.code, more.out]).toEqual([1, expect.stringContaining('files/forged.pdf：不在存证记录中')])
  const file = manifest.files.find(({ path }) => path.startsWith('files/'))
  if (file === undefined) throw new Error('The pack has no files')
  const fewer = await doctored({ [file.path]: undefined }, without(file.path))
  expect([fewer.code, fewer.out]).toEqual([1, expect.stringContaining('manifest.json：缺少存证记录第')])
  // What operating systems write into folders is no part of it.
  expect((await doctored({ '.DS_Store': forged, 'files/Thumbs.db': forged })).code).toBe(0)
}, 60_000)

test('every spelling of a URL that leads to a pack is answered with backpressure', () => {
  const place = { side: 'buyer', id: '12' }
  for (const url of ['', '?x', '/', '?a=1#b'])
    expect(packInUrl(`/files/evidence-pack/buyer/12${url}`), url).toEqual(place)
  for (const url of [
    '/files/evidence-pack/buyer/%312',
    '/files/a/../evidence-pack/buyer/12',
    '//files/evidence-pack//buyer/12',
    '/files/evidence%2Dpack/buyer/12',
  ])
    expect(packInUrl(url), url).toEqual(place)
  for (const url of ['/files/evidence-pack/buyer', '/files/evidence-pack/buyer/%', '/files/other/buyer/12', '/'])
    expect(packInUrl(url), url).toBeUndefined()
})

test('every changed byte of a pack is named with its file', async () => {
  const pack = await buyerPack(orderId)
  const folder = await unpack(pack)
  const pristine = join(await unpack(pack), 'verify.mjs')
  const roll = seededRandom(20_261_127)
  for (const [path, bytes] of Object.entries(pack)) {
    const small = bytes.length < 200
    const places = small
      ? [...bytes.keys()]
      : [0, bytes.length - 1, ...Array.from({ length: 4 }, () => roll(bytes.length))]
    for (const at of small ? places.filter((place) => place % 16 === 0 || place > 126) : places) {
      const flipped = Uint8Array.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ (1 << roll(8))
      await writeFile(join(folder, path), flipped)
      const { code, out } = await runVerifier(pristine, folder)
      expect(code, `${path} at ${at}: ${out}`).toBe(1)
      const named = out.split('\n').filter((line) => line.includes('：') && !line.startsWith('校验不通过'))
      expect(
        named.map((line) => line.slice(0, line.lastIndexOf('：'))),
        `at ${at}`,
      ).toEqual([path])
    }
    await writeFile(join(folder, path), bytes)
  }
  await writeFile(join(folder, 'more.txt'), 'x')
  expect((await runVerifier(pristine, folder)).out).toContain('more.txt：不在清单中')
}, 120_000)
