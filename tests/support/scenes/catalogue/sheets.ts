import writeSheet from 'write-excel-file/node'
import type { TestApp } from '../../app.ts'
import { contentOf, type Client } from '../../client.ts'

export type Cell = string | number | Date | null
export const goodsHeads = [
  '商品编号',
  '标题*',
  '分类*',
  '简介*',
  '价格方式',
  '品牌',
  'CAS 号',
  '化学结构（SMILES）',
  '危险说明',
  '货号',
  '单位',
  '起订量',
  '首付比例（%）',
  '阶梯价',
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
export const way = '细胞与实验动物/实验动物/动物用品/饲料与垫料'
/** A row of goods by column headers without stars. */
export const goods = (cells: Readonly<Record<string, Cell>>): Cell[] =>
  goodsHeads.map((head) => cells[head.replace('*', '')] ?? null)
export const whole = (more: Readonly<Record<string, Cell>> = {}) =>
  goods({
    标题: '辐照灭菌玉米芯垫料',
    分类: way,
    简介: '辐照灭菌，低粉尘，适合 SPF 级小鼠。',
    详情: '每袋附检测报告。',
    规格: '10 kg',
    '价格（元）': 128.5,
    库存: 30,
    品牌: '垫优',
    ...more,
  })

export const fileOf = async (rows: readonly Cell[][]) =>
  new File(
    [
      new Uint8Array(
        await writeSheet(
          rows.map((row) => [...row]),
          { dateFormat: 'yyyy-mm-dd' },
        ).toBuffer(),
      ),
    ],
    '商品.xlsx',
  )
export const given = async (client: Client, file: File) => contentOf(await client.upload('attachment', file)).fileId
export const put = async (client: Client, rows: readonly Cell[][], more: { commit?: boolean; submit?: boolean } = {}) =>
  client.api.catalogue.listingImport({ kind: 'product', fileId: await given(client, await fileOf(rows)), ...more })
/** Downloads a generated sheet as a client. */
export const download = async (app: Pick<TestApp, 'fetch'>, client: Client, url: string) => {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await app.fetch(new Request(`http://localhost:4321${url}`, { headers: { cookie } }))
  if (!response.ok) throw new Error(`${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}
