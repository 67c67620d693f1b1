import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import writeSheet from 'write-excel-file/node'
import { readConfig } from '../../src/config.ts'
import { listingSheetsCalls } from '../../src/contract/catalogue/listing-sheets.ts'
import { productsCalls } from '../../src/contract/catalogue/products.ts'
import { filesCalls } from '../../src/contract/operations/files.ts'
import { signInCalls } from '../../src/contract/accounts/sign-in.ts'
import { openDatabase } from '../../src/db/open.ts'
import { tokenCookie } from '../support/session-cookies.ts'
import type { Runtime } from '../../src/server/runtime.ts'
import { startRuntime } from '../../src/server/start.ts'
import { demoPassword } from '../support/accounts.ts'
import type { Line } from './table.ts'

/** Product import from Excel on the embedded database: a maximal sheet is checked, written and searched. */

const goods = 10_000
const heads = ['标题', '分类', '简介', '品牌', 'CAS 号', '货号', '单位', '起订量', '参数', '详情', '规格', '价格（元）']
const empty = [
  '商品编号',
  '价格方式',
  '资质标签',
  '能力标签',
  '服务地区',
  '属性',
  '商家编码',
  '库存',
  '首付比例（%）',
  '阶梯价',
]
const way = '细胞与实验动物/实验动物/动物用品/饲料与垫料'

/** A product row with unique title and numbers. */
const row = (number: number): string[] => [
  `辐照灭菌玉米芯垫料 第 ${number} 批`,
  way,
  '辐照灭菌，低粉尘，适合 SPF 级小鼠与大鼠的饲养笼具。',
  `垫优 ${number % 40}`,
  '',
  `BD-${100_000 + number}`,
  '袋',
  '1',
  '含水量：≤ 10 %\n粒径：3~5 mm\n英文名：Corncob bedding',
  '每袋附检测报告，真空包装。\n\n避光干燥处保存，开封后请在三个月内用完。',
  `${(number % 5) * 5 + 5} kg`,
  `${100 + (number % 900)}.50`,
]

interface Took {
  readonly seconds: number
  readonly cpu: number
}

/** Row of the table: duration of the import, and whether one of its products is found. */
export async function sheetImport(): Promise<Line[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-sheets-'))
  const config = readConfig({ DEMO: '1', LOG_LEVEL: 'silent', DATA_DIR: dataDir })
  const runtime = await startRuntime(config, await openDatabase(config))
  try {
    return [await imported(runtime)]
  } finally {
    await runtime.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function imported(runtime: Runtime): Promise<Line> {
  const seller = await signedIn(runtime)
  const cells = [
    [...heads, ...empty],
    ...Array.from({ length: goods }, (_, number) => [...row(number), ...empty.map(() => '')]),
  ]
  const file = new File([new Uint8Array(await writeSheet(cells).toBuffer())], '商品.xlsx')
  const { fileId } = filesCalls.upload.output.parse(await seller.upload(file))
  const put = async (commit: boolean) =>
    listingSheetsCalls.listingImport.output.parse(
      await seller.post(listingSheetsCalls.listingImport.path, { kind: 'product', fileId, commit, submit: true }),
    )
  const check = await timed(() => put(false))
  const stop = waits()
  const write = await timed(() => put(true))
  const longest = stop()
  if (write.answer.created !== goods || !write.answer.committed) throw new Error(JSON.stringify(write.answer.faults[0]))
  const made = await timed(() => seller.post(listingSheetsCalls.listingExport.path, { kind: 'product' }))
  const keyword = `BD-${100_000 + goods - 1}`
  const found = productsCalls.products.output.parse(await seller.post(productsCalls.products.path, { keyword }))
  if (!found.data.some(({ productName }) => productName.includes(`第 ${goods - 1} 批`))) throw new Error('Not found')
  process.stdout.write(`check ${said(check)}, import ${said(write)}, export ${said(made)}\n`)
  return {
    what: `import of ${goods.toLocaleString('en')} goods from Excel, found by search afterwards`,
    figure: `${write.seconds.toFixed(1)} s, others wait ${Math.round(longest)} ms at most`,
  }
}

const said = ({ seconds, cpu }: Took) => `${seconds.toFixed(1)} s (CPU ${cpu.toFixed(1)} s)`

async function timed<T>(run: () => Promise<T>): Promise<Took & { readonly answer: T }> {
  const [begun, before] = [performance.now(), process.cpuUsage()]
  const answer = await run()
  const { user, system } = process.cpuUsage(before)
  return { answer, seconds: (performance.now() - begun) / 1000, cpu: (user + system) / 1_000_000 }
}

/** Measures delays of the event loop; the returned function stops it and returns the longest one in milliseconds. */
function waits(): () => number {
  let [last, longest] = [performance.now(), 0]
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last - 10)
    last = now
  }, 10)
  return () => {
    clearInterval(timer)
    return longest
  }
}

async function signedIn({ app }: Runtime) {
  const send = async (path: string, body: BodyInit, headers: Readonly<Record<string, string>>) =>
    app.fetch(
      new Request(`http://localhost:4321/api${path}`, {
        method: 'POST',
        body,
        headers: { 'app-id': 'web', ...headers },
      }),
    )
  const json = { 'content-type': 'application/json' }
  const login = JSON.stringify({ loginName: 'seller', password: demoPassword })
  const response = await send(signInCalls.login.path, login, json)
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ')
  const session = { cookie, token: new RegExp(`${tokenCookie}=([^;]+)`).exec(cookie)?.[1] ?? '' }
  const contentOf = async (answer: Response): Promise<unknown> => {
    const envelope: unknown = await answer.json()
    return typeof envelope === 'object' && envelope !== null && 'content' in envelope ? envelope.content : undefined
  }
  return {
    post: async (path: string, input: object) =>
      contentOf(await send(path, JSON.stringify(input), { ...json, ...session })),
    upload: async (file: File) => {
      const form = new FormData()
      form.append('purpose', 'attachment')
      form.append('file', file)
      return contentOf(await send(filesCalls.upload.path, form, session))
    },
  }
}
