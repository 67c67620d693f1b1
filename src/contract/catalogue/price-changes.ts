import { z } from 'zod'
import { priceChangeModes, priceRoundings } from '../../domain/catalogue/price-change.ts'
import { seller } from '../access.ts'
import { call } from '../call.ts'
import { selectedIds } from '../daily-list.ts'
import { fen, id } from '../fields.ts'
import { version } from './publishing.ts'

const change = z
  .object({
    mode: z.enum(priceChangeModes),
    /** Hundredths of a percent, or fen; negative lowers the price. */
    value: z.int('请填写数字').min(-100_000_000_000).max(100_000_000_000),
    rounding: z.enum(priceRoundings),
  })
  .refine(({ value }) => value !== 0, { path: ['value'], message: '请填写调整的幅度，不能为 0' })
  .refine(({ mode, value }) => mode !== 'percent' || (value > -10_000 && value <= 1_000_000), {
    path: ['value'],
    message: '下调须小于 100%，上调最多 10,000%',
  })

/** Most listings whose prices are changed at once. */
const maxListings = 100

/** A listing before and after; money in fen. */
const previewRow = z.object({
  listingId: id,
  listingNo: z.string(),
  title: z.string(),
  version: z.int(),
  /** Why its price cannot be changed now; '' = it can. */
  refused: z.string(),
  prices: z.array(
    z.object({
      /** Name of the specification; '' = the listing itself. */
      name: z.string(),
      before: fen,
      /** Upper end of a range. */
      beforeHigh: fen.nullable(),
      /** null = not possible. */
      after: fen.nullable(),
      afterHigh: fen.nullable(),
    }),
  ),
})
export type PricePreviewRow = z.output<typeof previewRow>

const previewInput = z.object({ listingIds: selectedIds(maxListings), change })
const preview = z.object({ rows: z.array(previewRow) })
const changeInput = z.object({
  change,
  /** The listings with the versions of the preview: with another version nothing is changed. */
  rows: z
    .array(z.object({ listingId: id, version }))
    .min(1, '没有可以调价的项')
    .max(maxListings, `一次最多 ${maxListings} 条`),
})
/** `inReview`: changes of published listings that wait for a review. */
const changed = z.object({ done: z.int(), inReview: z.int() })

const calls = {
  service: seller('org_service_manage'),
  product: seller('goods_manage'),
} as const

/** Prices of several listings, changed in one transaction after a preview. */
export const priceChangesCalls = {
  servicePricePreview: call({
    path: '/mall/service/price/preview',
    summary: '批量调价前预览：各项服务调整前后的价格，不能调整的注明原因',
    access: calls.service,
    reads: true,
    input: previewInput,
    output: preview,
    ours: true,
  }),
  servicePriceChange: call({
    path: '/mall/service/price/change',
    summary: '按预览批量调整服务价格：全部调整或全部不调整；已上架的在审核通过后生效',
    access: calls.service,
    input: changeInput,
    output: changed,
    failures: ['pricesOutdated', 'pricesRefused', 'notCertified', 'certificationExpired'],
    logs: '批量调整服务价格',
    ours: true,
  }),
  productPricePreview: call({
    path: '/fmall/product/price/preview',
    summary: '批量调价前预览：各商品规格调整前后的价格，不能调整的注明原因',
    access: calls.product,
    reads: true,
    input: previewInput,
    output: preview,
    ours: true,
  }),
  productPriceChange: call({
    path: '/fmall/product/price/change',
    summary: '按预览批量调整商品价格：全部调整或全部不调整；已上架的在审核通过后生效',
    access: calls.product,
    input: changeInput,
    output: changed,
    failures: ['pricesOutdated', 'pricesRefused', 'notCertified', 'certificationExpired'],
    logs: '批量调整商品价格',
    ours: true,
  }),
}
