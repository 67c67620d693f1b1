import { z } from 'zod'
import { districtCode, tagChoice } from '../catalogue/listing-fields.ts'
import { productRow } from '../catalogue/products.ts'
import { serviceRow } from '../catalogue/services.ts'
import { everyone } from '../access.ts'
import { call, notBuilt } from '../call.ts'
import { id, keyword, listOf, paging } from '../fields.ts'
import { shopRow } from './shop-row.ts'

/** A shop by its id, or by its company's; with both given they must agree. */
const whichShop = z
  .object({ shopId: id.optional(), orgId: id.optional() })
  .refine(({ shopId, orgId }) => shopId !== undefined || orgId !== undefined, {
    path: ['shopId'],
    message: '请指定店铺',
  })

/** A shop with what its own pages show. */
const shopInfo = shopRow.extend({
  companyName: z.string(),
  companyIntro: z.string(),
  address: z.string(),
  /** `2013-06-18`; empty where unknown. */
  foundedAt: z.string(),
  /** Certificates with their scope and last day, one line each. */
  qualifications: z.array(z.string()),
  /** The newest services, eight at most. */
  mallServiceListVOs: z.array(serviceRow),
})
export type ShopInfo = z.output<typeof shopInfo>

const counter = z.object({ categoryId: id, categoryName: z.string(), count: z.int() })

export const shopsCalls = {
  shopsByKeywords: call({
    path: '/fmall/shop-by-keyWords/page',
    summary: '按关键词、地区、资质找店铺',
    access: everyone,
    input: z.object({
      keyword: keyword.default(''),
      districtCode: districtCode.optional(),
      tags: tagChoice,
      certified: z.boolean().default(false),
      sort: z.enum(['default', 'services', 'products', 'follows', 'new']).default('default'),
      ...paging,
    }),
    output: listOf(shopRow).extend({
      /** Values to choose from, each with the number of shops; a facet ignores its own choice. */
      districts: z.array(z.object({ value: z.string(), label: z.string(), count: z.int() })),
      tags: z.array(z.object({ value: z.string(), label: z.string(), count: z.int() })),
    }),
  }),
  shopHome: call({
    path: '/fmall/shop/homepage',
    summary: '店铺首页：店铺、最新服务与商品',
    access: everyone,
    input: whichShop,
    output: shopInfo.extend({ products: z.array(productRow) }),
  }),
  shopMore: notBuilt('/fmall/shop/detail-more', everyone),
  shopInfo: call({
    path: '/fmall/shop/info',
    summary: '店铺信息',
    access: everyone,
    input: whichShop,
    output: shopInfo,
  }),
  shopCounters: call({
    path: '/fmall/shop/shopCounterList',
    summary: '店铺的柜台：按第二级分类列出在售服务与商品数',
    access: everyone,
    input: whichShop,
    output: z.object({ services: z.array(counter), products: z.array(counter) }),
  }),
  otherCompany: notBuilt('/data/company/other/detail', everyone),
}
