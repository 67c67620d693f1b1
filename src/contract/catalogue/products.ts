import { z } from 'zod'
import { everyone } from '../access.ts'
import { call } from '../call.ts'
import { fen, id, listOf, paging, text } from '../fields.ts'
import * as listing from './listing-fields.ts'
import { searchHelp, searchReading } from './search.ts'
import { serviceRow } from './services.ts'
import { shopRow } from '../shops/shop-row.ts'

/** A product in a list. */
export const productRow = z.object({
  productId: id,
  productNo: z.string(),
  productName: z.string(),
  productPriceType: listing.priceType,
  /** fen; null = 面议 */
  productPrice: fen.nullable(),
  productHighPrice: fen.nullable(),
  productMainPicUrl: z.string(),
  /** Name of the placeholder image. */
  figure: z.string(),
  tags: z.array(z.string()),
  /** CAS number; null without one. */
  cas: z.string().nullable(),
  catalogueNo: z.string().nullable(),
  /** Package size or type: 100 mg. */
  specText: z.string(),
  categoryId: id,
  ...listing.shopOfListing,
})
export type ProductRow = z.output<typeof productRow>

/** A chemical structure. */
export const molecule = z.object({
  /** Canonical SMILES. */
  smiles: z.string(),
  formula: z.string(),
  /** g/mol */
  mass: z.number(),
  atoms: z.int(),
  /** Plane drawing: domain/pictures/structure-drawing.ts. */
  drawing: z.string(),
})
export type MoleculeFacts = z.output<typeof molecule>

export const productDetail = productRow.extend({
  ...listing.listingDetail,
  productIntro: z.string(),
  brandName: z.string(),
  /** Minimum order quantity. */
  minOrder: z.int(),
  /** 瓶, 支, 台; empty without one. */
  unit: z.string(),
  /** Quantity discounts: from this number of pieces, percent of the price. */
  discounts: z.array(z.object({ from: z.int(), percent: z.int() })),
  /** Down payment in percent; 0 = full payment at once. */
  downPaymentPercent: z.int(),
  /** Null without a structure, and until it has been read. */
  molecule: molecule.nullable(),
  /** Codes of hazard statements: H225. */
  hazards: z.array(z.string()),
  /** Each with its own price in fen (null = 面议) and stock. */
  specs: z.array(z.object({ specId: id, name: z.string(), price: fen.nullable(), stock: z.int() })),
  shop: listing.shopBox,
})
export type ProductDetail = z.output<typeof productDetail>

const filter = z.object({ ...listing.listingFilter, brandId: id.optional() })

export const productsCalls = {
  fileDownloaded: call({
    path: '/fmall/product/detail/update-file-download-times',
    summary: '记一次附件下载：同一地址一小时内只计一次',
    access: everyone,
    input: z.object({ fileId: z.string().regex(/^[\w-]{22}$/, '没有这个文件') }),
    output: z.object({}),
    perMinute: 60,
  }),
  productMenu: call({
    path: '/fmall/product/category/multilevelFieldLinkageMenu',
    summary: '商品列表的联动筛选项与数量，各项的数量不计自身',
    access: everyone,
    reads: true,
    cacheable: true,
    input: filter.refine(listing.pricesInOrder, listing.pricesCrossed),
    output: listing.listingMenu,
  }),
  products: call({
    path: '/fmall/product/detail/list-page',
    summary: '在售商品，可按关键词、CAS 号、货号、分类、地区、价格筛选和排序',
    access: everyone,
    byKey: true,
    reads: true,
    cacheable: true,
    input: filter
      .extend({ sort: z.enum(listing.listingSorts).default('default'), ...paging })
      .refine(listing.pricesInOrder, listing.pricesCrossed),
    output: listOf(productRow).extend({ suggestion: searchHelp, reading: searchReading }),
  }),
  product: call({
    path: '/fmall/product/detail',
    summary: '商品详情；未上架过的不存在，已下架的为 410',
    access: everyone,
    byKey: true,
    reads: true,
    cacheable: true,
    input: z.object({ productNo: text(40) }),
    output: productDetail,
    failures: ['gone'],
  }),
  similarProducts: call({
    path: '/fmall/product/similar',
    summary: '一件商品（包括已下架的）的店铺，以及其他店铺的同类商品',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({ productNo: text(40) }),
    output: listing.similarOf(productRow),
    ours: true,
  }),
  recommendations: call({
    path: '/fmall/business/recommend/list',
    summary: '首页推荐的服务、商品与店铺',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({}),
    output: z.object({
      services: z.array(serviceRow),
      products: z.array(productRow),
      shops: z.array(shopRow),
    }),
  }),
}
