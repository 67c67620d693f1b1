import { z } from 'zod'
import { everyone } from '../access.ts'
import { call } from '../call.ts'
import { fen, id, listOf, paging } from '../fields.ts'
import * as listing from './listing-fields.ts'
import { searchHelp } from './search.ts'

/** A service as lists show it. */
export const serviceRow = z.object({
  serviceId: id,
  serviceNo: z.string(),
  serviceName: z.string(),
  servicePriceType: listing.priceType,
  /** fen; null = 面议 */
  servicePrice: fen.nullable(),
  serviceHighPrice: fen.nullable(),
  /** Address of its picture; of its category's plate while it has none. */
  serviceMainPicUrl: z.string(),
  /** Name of that plate. */
  figure: z.string(),
  tags: z.array(z.string()),
  /** Such as 16~20 周; empty where the supplier says none. */
  durationText: z.string(),
  categoryId: id,
  ...listing.shopOfListing,
})
export type ServiceRow = z.output<typeof serviceRow>

export const serviceDetail = serviceRow.extend({
  ...listing.listingDetail,
  serviceIntro: z.string(),
  /** Percent of the price to be paid first; 0 = none. */
  downPaymentPercent: z.int(),
  /** fen, of a fixed price only. */
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
    input: filter.refine(listing.pricesInOrder, listing.pricesCrossed),
    output: listing.listingMenu,
  }),
  services: call({
    path: '/mall/service/standard/list-page',
    summary: '在售服务，可按关键词、分类、资质、地区、价格筛选和排序',
    access: everyone,
    input: filter
      .extend({ sort: z.enum([...listing.listingSorts, 'duration']).default('default'), ...paging })
      .refine(listing.pricesInOrder, listing.pricesCrossed),
    output: listOf(serviceRow).extend({ suggestion: searchHelp }),
  }),
  service: call({
    path: '/mall/service/detail',
    summary: '服务详情；未上架过的不存在，已下架的为 410',
    access: everyone,
    input: z.object({ serviceId: id }),
    output: serviceDetail,
    failures: ['gone'],
  }),
  similarServices: call({
    path: '/mall/service/similar',
    summary: '一项服务（包括已下架的）的店铺，以及其他店铺的同类服务',
    access: everyone,
    input: z.object({ serviceId: id }),
    output: listing.similarOf(serviceRow),
    ours: true,
  }),
  shopServices: call({
    path: '/mall/service/shop/standard/list-page',
    summary: '一家店铺的在售服务',
    access: everyone,
    input: z.object({ shopId: id, keyword: listing.listingFilter.keyword, id: id.optional(), ...paging }),
    output: listOf(serviceRow),
  }),
}
