import { z } from 'zod'
import { everyone } from '../access.ts'
import { call } from '../call.ts'
import { fen, id, listOf, paging } from '../fields.ts'
import * as listing from './listing-fields.ts'
import { searchHelp, searchReading } from './search.ts'

/** A service in a list. */
export const serviceRow = z.object({
  serviceId: id,
  serviceNo: z.string(),
  serviceName: z.string(),
  servicePriceType: listing.priceType,
  /** fen; null = 面议 */
  servicePrice: fen.nullable(),
  serviceHighPrice: fen.nullable(),
  /** URL of its main picture, else of its placeholder image. */
  serviceMainPicUrl: z.string(),
  /** Name of the placeholder image. */
  figure: z.string(),
  tags: z.array(z.string()),
  /** Such as 16~20 周; empty if not given. */
  durationText: z.string(),
  categoryId: id,
  ...listing.shopOfListing,
})
export type ServiceRow = z.output<typeof serviceRow>

export const serviceDetail = serviceRow.extend({
  ...listing.listingDetail,
  serviceIntro: z.string(),
  /** Down payment in percent of the price; 0 = none. */
  downPaymentPercent: z.int(),
  /** fen; only for fixed prices. */
  downPaymentPrice: fen.nullable(),
  shop: listing.shopBox,
})
export type ServiceDetail = z.output<typeof serviceDetail>

const filter = z.object(listing.listingFilter)

export const servicesCalls = {
  serviceMenu: call({
    path: '/mall/service/multilevelFieldLinkageMenu',
    summary: '服务列表的联动筛选项与数量，各项的数量不计自身',
    access: everyone,
    reads: true,
    cacheable: true,
    input: filter.refine(listing.pricesInOrder, listing.pricesCrossed),
    output: listing.listingMenu,
  }),
  services: call({
    path: '/mall/service/standard/list-page',
    summary: '在售服务，可按关键词、分类、资质、地区、价格筛选和排序',
    access: everyone,
    byKey: true,
    reads: true,
    cacheable: true,
    input: filter
      .extend({ sort: z.enum([...listing.listingSorts, 'duration']).default('default'), ...paging })
      .refine(listing.pricesInOrder, listing.pricesCrossed),
    output: listOf(serviceRow).extend({ suggestion: searchHelp, reading: searchReading }),
  }),
  service: call({
    path: '/mall/service/detail',
    summary: '服务详情；未上架过的不存在，已下架的为 410',
    access: everyone,
    byKey: true,
    reads: true,
    cacheable: true,
    input: z.object({ serviceId: id }),
    output: serviceDetail,
    failures: ['gone'],
  }),
  similarServices: call({
    path: '/mall/service/similar',
    summary: '一项服务（包括已下架的）的店铺，以及其他店铺的同类服务',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({ serviceId: id }),
    output: listing.similarOf(serviceRow),
    ours: true,
  }),
  shopServices: call({
    path: '/mall/service/shop/standard/list-page',
    summary: '一家店铺的在售服务',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({ shopId: id, keyword: listing.listingFilter.keyword, id: id.optional(), ...paging }),
    output: listOf(serviceRow),
  }),
}
