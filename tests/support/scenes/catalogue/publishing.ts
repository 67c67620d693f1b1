import { eq } from 'drizzle-orm'
import { productToWire, serviceToWire } from '../../../../src/domain/catalogue/listing-wire-fields.ts'
import { emptyProduct, emptyService } from '../../../../src/domain/catalogue/listing-form.ts'
import { categories } from '../../../../src/db/tables/reference.ts'
import type { TestApp } from '../../app.ts'

/** The deepest category with a name. */
export async function categoryOf({ db }: Pick<TestApp, 'db'>, name: string): Promise<number> {
  const rows = await db.select().from(categories).where(eq(categories.name, name))
  const [deepest] = rows.toSorted((a, b) => b.level - a.level)
  if (deepest === undefined) throw new Error(`No category ${name}`)
  return deepest.id
}

/** A valid service form for a category without required attributes. */
export const wholeService = (categoryId: number, title = '临床样本冷链运输与暂存') =>
  serviceToWire({
    ...serviceDraft,
    title,
    categoryId,
    summary: '全程温度记录，干冰与液氮两种方式，支持加急。',
    price: 1_280_000,
    paragraphs: ['按样本类型选择温区，运输途中每 5 分钟记录一次温度。', ''],
    durationFrom: 2,
    durationTo: 4,
  })

/** A valid product form with two specifications. */
export const wholeProduct = (categoryId: number, title = '磷酸盐缓冲液 10×，无菌') =>
  productToWire({
    ...productDraft,
    title,
    categoryId,
    summary: '无菌过滤，pH 7.4，使用前稀释十倍。',
    paragraphs: ['每批附检验报告。'],
    brandName: '验研',
    catalogueNo: 'PB-10-500',
    unit: '瓶',
    specs: [
      { specId: null, name: '500 mL', code: 'PB-500', price: 12_000, stock: 40 },
      { specId: null, name: '1 L', code: 'PB-1000', price: 20_000, stock: 8 },
    ],
  })

const copied = <T>(value: T) => structuredClone(value)
const lists = { tags: [], capabilities: [], areaCodes: [], facts: [], steps: [], deliverables: [], attachments: [] }
const serviceDraft = { ...copied(emptyService), ...lists, attributes: {}, pictures: [], table: null }
const productDraft = {
  ...copied(emptyProduct),
  ...lists,
  hazards: [],
  discounts: [],
  attributes: {},
  pictures: [],
  table: null,
}
