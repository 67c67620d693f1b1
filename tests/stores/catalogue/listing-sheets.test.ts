import { expect, test, vi } from 'vitest'
import writeSheet from 'write-excel-file/node'
import { signedIn } from '../demands/signed-in.ts'
import { withUploads } from '../operations/page-request.ts'

const load = async () => {
  withUploads()
  const store = await import('../../../src/stores/catalogue/listing-sheets.ts')
  store.openImport('product')
  return store
}
const heads = [
  '商品编号',
  '标题*',
  '分类*',
  '简介*',
  '价格方式',
  '品牌',
  'CAS 号',
  '货号',
  '单位',
  '起订量',
  '阶梯价',
  '首付比例（%）',
  '资质标签',
  '能力标签',
  '服务地区',
  '属性',
  '参数',
  '详情*',
  '规格*',
  '商家编码',
  '价格（元）*',
  '库存',
]
const cells: Readonly<Record<string, string>> = {
  '标题*': '辐照灭菌玉米芯垫料',
  '分类*': '细胞与实验动物/实验动物/动物用品/饲料与垫料',
  '简介*': '辐照灭菌，低粉尘，适合 SPF 级小鼠。',
  '详情*': '每袋附检测报告。',
  '规格*': '10 kg',
  '价格（元）*': '128.50',
  库存: '30',
}
const row = (price = '128.50') => heads.map((head) => (head === '价格（元）*' ? price : (cells[head] ?? '')))
const sheet = async (rows: readonly (readonly string[])[]) =>
  new File([new Uint8Array(await writeSheet([heads, ...rows].map((row) => [...row])).toBuffer())], '商品.xlsx')

test('a wrong sheet reports row and column and imports nothing; a correct one is imported once', async () => {
  const { calls } = await signedIn('seller')
  const store = await load()
  store.sheetUpload.add([await sheet([row(), row('很贵')])])
  await vi.waitFor(() => expect(store.sheetImport.get().at).toBe('checked'), { timeout: 20_000 })
  expect(store.sheetImport.get()).toMatchObject({
    checked: { faults: expect.arrayContaining([expect.objectContaining({ row: 3 })]) },
  })
  expect(await store.commitImport(false)).toBe(false)
  store.restartImport()
  store.sheetUpload.add([await sheet([row()])])
  await vi.waitFor(() => expect(store.sheetImport.get().at).toBe('checked'), { timeout: 20_000 })
  expect(store.sheetImport.get()).toMatchObject({ checked: { rows: 1, created: 1, changed: 0, faultCount: 0 } })
  const done = await Promise.all([store.commitImport(false), store.commitImport(false)])
  expect(done.filter((each) => each)).toHaveLength(1)
  expect(store.sheetImport.get()).toMatchObject({ at: 'done', submitted: false })
  expect(calls.filter((path) => path === '/mall/listing/sheet/import')).toHaveLength(3)
})

test('an unreadable file is reported, and another file can be chosen', async () => {
  await signedIn('seller')
  const store = await load()
  store.sheetUpload.add([new File(['a,b'], '商品.csv')])
  await vi.waitFor(() => expect(store.sheetImport.get()).toMatchObject({ at: 'choosing', failure: { code: 1059 } }), {
    timeout: 20_000,
  })
})

test('template and export navigate to their file, one at a time', async () => {
  const { navigations, network } = await signedIn('seller')
  const store = await load()
  expect(await store.downloadTemplate('product')).toBeNull()
  expect(navigations.at(-1)).toMatch(/^\/files\//)
  const { sellerProducts } = await import('../../../src/stores/catalogue/seller-listings.ts')
  const stop = sellerProducts.start()
  await Promise.all([sellerProducts.downloadSheet(), sellerProducts.downloadSheet()])
  stop()
  expect(navigations).toHaveLength(2)
  network.cut = true
  expect(await store.downloadTemplate('product')).toMatchObject({ code: 0 })
  expect(store.sheetInProgress.get()).toBeNull()
})

test('a file of another type is refused with advice', async () => {
  await signedIn('seller')
  const { sheetUpload } = await load()
  const saveAgain = '由下载的模板填写、在 Excel 或 WPS 中另存为 .xlsx 的表格（不超过 20 MB）'
  const whole = await sheet([row()])
  const broken = new File([whole.slice(0, whole.size / 2)], '传坏的.xlsx')
  const others = [new File(['商品'], '改名的.xlsx'), broken, new File(['x'], '商品.numbers')]
  const reasons: unknown[] = []
  for (const file of others) {
    sheetUpload.add([file])
    await vi.waitFor(() => expect(sheetUpload.items.get()).toMatchObject([{ at: 'failed' }]), { timeout: 20_000 })
    reasons.push(...sheetUpload.items.get().map((item) => 'reason' in item && item.reason))
  }
  expect(reasons).toEqual([
    `不支持这种文件，请选择 ${saveAgain}`,
    `文件无法读取，可能已损坏，请换一个文件：${saveAgain}`,
    `不支持这种文件，请选择 ${saveAgain}`,
  ])
})
