import { z } from 'zod'
import { everyone, operator } from '../access.ts'
import { call } from '../call.ts'
import { id } from '../fields.ts'
import { areaMenuRows } from '../reference/area-menu.ts'

/** A category with the number of its published listings, including descendants. */
export interface CountedCategory {
  readonly categoryId: number
  readonly categoryName: string
  readonly level: number
  readonly mark: string
  readonly count: number
  readonly childList: readonly CountedCategory[]
}
const counted: z.ZodType<CountedCategory> = z.lazy(() =>
  z.object({
    categoryId: id,
    categoryName: z.string(),
    level: z.int(),
    mark: z.string(),
    count: z.int(),
    childList: z.array(counted),
  }),
)

/** Categories for menus. All are cached in the process until a write changes them. */
export const categoriesCalls = {
  productBrands: call({
    path: '/fmall/product/category/brand',
    summary: '有在售商品的品牌与数量，可限于一个分类',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({ categoryId: id.optional() }),
    output: z.array(z.object({ brandId: id, brandName: z.string(), count: z.int() })),
  }),
  productCategoriesFirst: call({
    path: '/fmall/product/category/first',
    summary: '商品的一级分类',
    access: everyone,
    reads: true,
    input: z.object({}),
    output: z.array(z.object({ categoryId: id, categoryName: z.string(), mark: z.string(), figure: z.string() })),
  }),
  productCategories: call({
    path: '/fmall/product/category/list',
    summary: '一个商品分类的下一级；不给上级则取一级',
    access: everyone,
    reads: true,
    input: z.object({ categoryId: id.optional() }),
    output: z.array(
      z.object({ categoryId: id, categoryName: z.string(), level: z.int(), mark: z.string(), isLeaf: z.boolean() }),
    ),
    failures: ['notFound'],
  }),
  productCategoriesIndex: call({
    path: '/fmall/product/category/list-index',
    summary: '商品分类树与各级在售商品数',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({}),
    output: z.array(counted),
  }),
  /** Sets the order of the children of one category; all of them must be given. */
  productCategoriesIndexSort: call({
    path: '/fmall/product/category/list-index/sort',
    summary: '调整同级分类的先后，菜单与页面随即更新',
    access: operator('edit'),
    input: z.object({ categoryIds: z.array(id).min(2, '请给出同级的全部分类').max(200) }),
    output: z.object({}),
    failures: ['conflict'],
    logs: '调整分类顺序',
  }),
  productAreas: call({
    path: '/fmall/product/area',
    summary: '在售商品所在的省市与数量',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({ categoryId: id.optional() }),
    output: areaMenuRows,
  }),
  serviceAreas: call({
    path: '/mall/service/getAreaMenuList',
    summary: '在售服务所在的省市与数量',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({ categoryId: id.optional() }),
    output: areaMenuRows,
  }),
  serviceFields: call({
    path: '/mall/service/multilevelFieldMenu',
    summary: '服务分类的三级菜单与各级在售服务数',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({}),
    output: z.array(counted),
  }),
}
