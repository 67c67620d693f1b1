import { z } from 'zod'
import { seller } from '../access.ts'
import { call } from '../call.ts'
import { fen, id, keyword, paging } from '../fields.ts'
import { productWireForm, stock } from './listing-form.ts'
import * as publishing from './publishing.ts'

const access = seller('goods_manage')

const { title, priceType, price, highPrice, pictureUrl, ...shared } = publishing.sellerRow
/** A product in its seller's list. */
export const sellerProductRow = z.object({
  productId: id,
  productNo: z.string(),
  productName: title,
  productMainPicUrl: pictureUrl,
  productPriceType: priceType,
  productPrice: price,
  productHighPrice: highPrice,
  ...shared,
  cas: z.string(),
  catalogueNo: z.string(),
  /** Total stock of all its specifications. */
  stock: z.int(),
  specCount: z.int(),
})
export type SellerProductRow = z.output<typeof sellerProductRow>

const opened = z.object({
  productId: id,
  productNo: z.string(),
  ...publishing.opened,
  /** The pending change if there is one, else the product itself. Stock is always the current one. */
  form: productWireForm,
})
export type OpenedProduct = z.output<typeof opened>

const saved = z.object({ productId: id, productNo: z.string(), ...publishing.saved })

/** One specification in the stock table. */
export const stockRow = z.object({
  specId: id,
  productId: id,
  productNo: z.string(),
  title: z.string(),
  specName: z.string(),
  code: z.string(),
  price: fen,
  stock: z.int(),
  unit: z.string(),
  status: publishing.sellerRow.status,
})
export type StockRow = z.output<typeof stockRow>

/** Calls beyond the specification, which has them for services only. */
export const sellerProductsCalls = {
  sellerProducts: call({
    path: '/fmall/product/seller-list-page',
    summary: '本店的商品，最近修改的在前',
    access,
    reads: true,
    input: z.object(publishing.sellerFilter),
    output: z.object({ total: z.int(), data: z.array(sellerProductRow) }),
    ours: true,
  }),
  sellerProduct: call({
    path: '/fmall/product/seller-detail',
    summary: '打开一件商品编辑：有未生效的修改时为修改后的内容',
    access,
    reads: true,
    input: z.object({ productId: id }),
    output: opened,
    ours: true,
  }),
  productSave: call({
    path: '/fmall/product/save',
    summary: '新建商品：存草稿或提交审核',
    access,
    input: productWireForm.extend({ submit: publishing.submit }),
    output: saved,
    failures: ['notCertified', 'certificationExpired', 'tooManyListings'],
    ours: true,
    idempotent: true,
    logs: '新建商品',
  }),
  productUpdate: call({
    path: '/fmall/product/update',
    summary: '修改商品：已上架的，修改通过审核后生效；库存随即生效',
    access,
    input: productWireForm.extend({ productId: id, version: publishing.version, submit: publishing.submit }),
    output: saved,
    failures: ['conflict', 'notCertified', 'certificationExpired', 'stepNotAllowed'],
    ours: true,
    logs: '修改商品',
  }),
  productChangeDelete: call({
    path: '/fmall/product/change-drop',
    summary: '放弃一件商品未生效的修改',
    access,
    input: z.object({ productId: id }),
    output: z.object({}),
    ours: true,
    logs: '放弃商品的修改',
  }),
  productCount: call({
    path: '/fmall/product/getCount',
    summary: '本店各状态的商品数',
    access,
    reads: true,
    input: z.object({}),
    output: publishing.counts,
    ours: true,
  }),
  productChangeStatus: call({
    path: '/fmall/product/changeStatus',
    summary: '批量提交、撤回、下架、重新上架',
    access,
    input: z.object({ productIds: publishing.ids, event: publishing.event }),
    output: publishing.outcomes,
    failures: ['notCertified', 'certificationExpired'],
    ours: true,
    logs: '变更商品状态',
  }),
  productDelete: call({
    path: '/fmall/product/delete',
    summary: '删除草稿、未通过和已下架的商品',
    access,
    input: z.object({ productIds: publishing.ids }),
    output: publishing.outcomes,
    ours: true,
    logs: '删除商品',
  }),
  stocks: call({
    path: '/fmall/product/stock/list-page',
    summary: '本店各规格的库存；可只看不多于若干件的',
    access,
    reads: true,
    input: z.object({
      keyword: keyword.default(''),
      /** Only specifications with at most this stock. */
      atMost: stock.optional(),
      ...paging,
    }),
    output: z.object({ total: z.int(), data: z.array(stockRow) }),
    ours: true,
  }),
  stockUpdate: call({
    path: '/fmall/product/stock/update',
    summary: '修改一个规格的库存；期间有变化则不改，并告知现在的库存',
    access,
    /** `was` is the stock that the page showed; a sale in between returns conflict with `content.stock`. */
    input: z.object({ specId: id, was: stock, stock }),
    output: z.object({ stock: z.int() }),
    failures: ['conflict'],
    ours: true,
    logs: '修改库存',
  }),
}
