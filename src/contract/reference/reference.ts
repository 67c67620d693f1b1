import { z } from 'zod'
import { everyone, operator } from '../access.ts'
import { call } from '../call.ts'
import { id } from '../fields.ts'
import { adsCalls } from './ads.ts'
import { areaMenuRows } from './area-menu.ts'

const dictionaryValue = z.object({
  dictCode: z.string(),
  dictText: z.string(),
  children: z.array(z.object({ dictCode: z.string(), dictText: z.string() })),
})

/** A category with its descendants. */
export interface Category {
  readonly categoryId: number
  readonly categoryName: string
  /** Name of its icon; empty without one. */
  readonly mark: string
  readonly childList: readonly Category[]
}
const category: z.ZodType<Category> = z.lazy(() =>
  z.object({ categoryId: id, categoryName: z.string(), mark: z.string(), childList: z.array(category) }),
)

const district = z.object({ code: z.string(), name: z.string() })

/** A district with its descendants: province, city, county. */
export interface District {
  readonly code: string
  readonly name: string
  readonly childList: readonly District[]
}
const districtBranch: z.ZodType<District> = z.lazy(() => district.extend({ childList: z.array(districtBranch) }))

export const referenceCalls = {
  dictionaryMap: call({
    path: '/system/dictionary/map',
    summary: '按键取多个字典；不给键则取全部',
    access: everyone,
    byKey: true,
    reads: true,
    /** A key matches with or without the leading space that some have. */
    input: z.object({ keys: z.array(z.string().max(60)).max(100).optional() }),
    output: z.array(z.object({ dictKey: z.string(), dictValues: z.array(dictionaryValue) })),
  }),
  dictionaryKey: call({
    path: '/system/dictionary/key',
    summary: '取一个字典的值',
    access: everyone,
    reads: true,
    input: z.object({ dictKey: z.string().min(1).max(60) }),
    /** Flat rows; `dictKey` is the key of the dictionary as stored. */
    output: z.array(dictionaryValue.extend({ dictKey: z.string() })),
  }),
  districtTree: call({
    path: '/system/district/tree',
    summary: '全部行政区：省、市、区县三级',
    access: everyone,
    byKey: true,
    reads: true,
    input: z.object({}),
    output: z.array(districtBranch),
  }),
  districtSubset: call({
    path: '/system/district/subset',
    summary: '下一级行政区；不给上级则取省级',
    access: everyone,
    reads: true,
    input: z.object({ parentCode: z.string().max(12).optional() }),
    output: z.array(district),
  }),
  /** Category list with usage counts; for operators only. */
  categoriesBack: call({
    path: '/system/category/back/list',
    summary: '全部分类，供运营维护：层级、顺序、属性数与内容数',
    access: operator('edit'),
    reads: true,
    input: z.object({}),
    output: z.array(
      z.object({
        categoryId: id,
        categoryName: z.string(),
        kind: z.enum(['service', 'product']),
        parentId: id.nullable(),
        /** 0 = the root of a tree; maximum 4. */
        level: z.int(),
        sort: z.int(),
        mark: z.string(),
        figure: z.string(),
        /** Own attributes, without inherited ones. */
        attributeCount: z.int(),
        /** Published listings including descendants. */
        listingCount: z.int(),
      }),
    ),
  }),
  categoriesFand: call({
    path: '/system/category/fand/list',
    summary: '分类树，首项是服务分类的根',
    access: everyone,
    byKey: true,
    reads: true,
    input: z.object({}),
    output: z.array(category),
  }),
  categoriesForIndex: call({
    path: '/system/category/list/for-index',
    summary: '首页的研发阶段：服务分类的前两级与在售服务数',
    access: everyone,
    reads: true,
    cacheable: true,
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
  areaMenu: call({
    path: '/fmall/shop/area',
    summary: '店铺所在的省市与数量',
    access: everyone,
    reads: true,
    input: z.object({}),
    output: areaMenuRows,
  }),
  ...adsCalls,
}
