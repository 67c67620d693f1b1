import { z } from 'zod'
import { everyone } from '../access.ts'
import { call, notBuilt } from '../call.ts'
import { id } from '../fields.ts'

const dictionaryValue = z.object({
  dictCode: z.string(),
  dictText: z.string(),
  children: z.array(z.object({ dictCode: z.string(), dictText: z.string() })),
})

/** A category with all that lies below it. */
export interface Category {
  readonly categoryId: number
  readonly categoryName: string
  /** Name of the drawn mark; empty where the category has none. */
  readonly mark: string
  readonly childList: readonly Category[]
}
const category: z.ZodType<Category> = z.lazy(() =>
  z.object({ categoryId: id, categoryName: z.string(), mark: z.string(), childList: z.array(category) }),
)

const district = z.object({ code: z.string(), name: z.string() })

export const referenceCalls = {
  dictionaryMap: call({
    path: '/system/dictionary/map',
    summary: '按键取多个字典；不给键则取全部',
    access: everyone,
    input: z.object({ keys: z.array(z.string().max(60)).max(100).optional() }),
    output: z.array(z.object({ dictKey: z.string(), dictValues: z.array(dictionaryValue) })),
  }),
  dictionaryKey: call({
    path: '/system/dictionary/key',
    summary: '取一个字典的值',
    access: everyone,
    input: z.object({ dictKey: z.string().min(1).max(60) }),
    output: z.array(dictionaryValue),
  }),
  districtTree: notBuilt('/system/district/tree', everyone),
  districtSubset: call({
    path: '/system/district/subset',
    summary: '下一级行政区；不给上级则取省级',
    access: everyone,
    input: z.object({ parentCode: z.string().max(12).optional() }),
    output: z.array(district),
  }),
  categoriesBack: notBuilt('/system/category/back/list', everyone),
  categoriesFand: call({
    path: '/system/category/fand/list',
    summary: '分类树，首项是服务分类的根',
    access: everyone,
    input: z.object({}),
    output: z.array(category),
  }),
  categoriesForIndex: call({
    path: '/system/category/list/for-index',
    summary: '首页的研发阶段：服务分类的前两级与在售服务数',
    access: everyone,
    input: z.object({}),
    output: z.array(
      z.object({
        categoryId: id,
        categoryName: z.string(),
        mark: z.string(),
        serviceCount: z.int(),
        childList: z.array(z.object({ categoryId: id, categoryName: z.string() })),
      }),
    ),
  }),
  adSetting: notBuilt('/sys/ad-setting/info/front-detail', everyone),
  areaMenu: notBuilt('/fmall/shop/area', everyone),
}
