import { z } from 'zod'
import { maxSelectedRows, stockSortKeys } from '../../domain/daily-lists.ts'
import { seller } from '../access.ts'
import { call } from '../call.ts'
import { listBounds, listOrder, outcomes, selectedIds } from '../daily-list.ts'
import { fen, id, keyword, paging, typedCode } from '../fields.ts'
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

/** Most specifications whose stock is adjusted at once. */
const maxAdjusted = 500

/** A specification before and after an adjustment; `specId` and `was` are null for a line that names none. */
const adjustedRow = z.object({
  specId: id.nullable(),
  /** Code or number as it was pasted; '' for selected rows. */
  code: z.string(),
  title: z.string(),
  specName: z.string(),
  was: z.int().nullable(),
  stock: z.int(),
  /** Why it cannot be adjusted; '' = it can. */
  refused: z.string(),
})
export type StockPreviewRow = z.output<typeof adjustedRow>

/** Calls beyond the specification, which has them for services only. */
export const sellerProductsCalls = {
  sellerProducts: call({
    path: '/fmall/product/seller-list-page',
    summary: '本店的商品，最近修改的在前',
    access,
    byKey: true,
    reads: true,
    input: z.object(publishing.sellerList),
    output: z.object({ total: z.int(), data: z.array(sellerProductRow) }),
    ours: true,
  }),
  sellerProduct: call({
    path: '/fmall/product/seller-detail',
    summary: '打开一件商品编辑：有未生效的修改时为修改后的内容',
    access,
    byKey: true,
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
    failures: ['notCertified', 'certificationExpired', 'tooManyListings', 'structuresBusy'],
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
    failures: ['conflict', 'notCertified', 'certificationExpired', 'stepNotAllowed', 'structuresBusy'],
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
    output: outcomes,
    failures: ['notCertified', 'certificationExpired'],
    ours: true,
    logs: '变更商品状态',
  }),
  productDelete: call({
    path: '/fmall/product/delete',
    summary: '删除草稿、未通过和已下架的商品',
    access,
    input: z.object({ productIds: publishing.ids }),
    output: outcomes,
    ours: true,
    logs: '删除商品',
  }),
  stocks: call({
    path: '/fmall/product/stock/list-page',
    summary: '本店各规格的库存；可只看不多于若干件的',
    access,
    byKey: true,
    reads: true,
    input: z.object({
      keyword: keyword.default(''),
      /** Only specifications with at most this stock. */
      atMost: stock.optional(),
      /** Price; the days are those of the last change of the product. */
      ...listBounds,
      ...listOrder(stockSortKeys),
      ...paging,
    }),
    output: z.object({ total: z.int(), data: z.array(stockRow) }),
    ours: true,
  }),
  stockPreview: call({
    path: '/fmall/product/stock/preview',
    summary: '批量调整库存前预览：按粘贴的“编码、库存”，或按百分比；不能调整的注明原因',
    access,
    reads: true,
    input: z.discriminatedUnion('by', [
      z.object({
        by: z.literal('table'),
        /** Code of a specification, or number of a product with one specification, and its new stock. */
        rows: z
          .array(z.object({ code: typedCode.min(1).max(60), stock }))
          .min(1, '请粘贴编码与库存')
          .max(maxAdjusted, `一次最多 ${maxAdjusted} 行`),
      }),
      z.object({
        by: z.literal('percent'),
        specIds: selectedIds(maxSelectedRows),
        percent: z.int('请填写整数').min(-100, '下调最多 100%').max(1_000, '上调最多 1,000%'),
      }),
    ]),
    output: z.object({ rows: z.array(adjustedRow) }),
    ours: true,
  }),
  stockAdjust: call({
    path: '/fmall/product/stock/adjust',
    summary: '按预览批量调整库存：期间有变化的指明，全部调整或全部不调整',
    access,
    input: z.object({
      rows: z
        .array(z.object({ specId: id, was: stock, stock }))
        .min(1, '没有可以调整的规格')
        .max(maxAdjusted, `一次最多 ${maxAdjusted} 行`),
    }),
    output: z.object({ done: z.int() }),
    failures: ['stocksOutdated'],
    ours: true,
    logs: '批量调整库存',
  }),
  stockUpdate: call({
    path: '/fmall/product/stock/update',
    summary: '修改一个规格的库存；期间有变化则不改，并告知现在的库存',
    access,
    byKey: true,
    /** `was` is the stock that the page showed; a sale in between returns conflict with `content.stock`. */
    input: z.object({ specId: id, was: stock, stock }),
    output: z.object({ stock: z.int() }),
    failures: ['conflict'],
    ours: true,
    logs: '修改库存',
  }),
}
