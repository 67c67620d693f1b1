import { z } from 'zod'
import { districtCode, tagChoice } from '../catalogue/listing-fields.ts'
import { searchHelp } from '../catalogue/search.ts'
import { productRow } from '../catalogue/products.ts'
import { serviceRow } from '../catalogue/services.ts'
import { priceTypes } from '../../domain/catalogue/listing.ts'
import { everyone } from '../access.ts'
import { call } from '../call.ts'
import { fen, id, keyword, listOf, paging } from '../fields.ts'
import { qualification, shopPicture, shownHoliday } from './shop-fields.ts'
import { shopRow } from './shop-row.ts'

/** Selects a shop by its id or its company's id; if both are given they must match. */
const whichShop = z
  .object({ shopId: id.optional(), orgId: id.optional() })
  .refine(({ shopId, orgId }) => shopId !== undefined || orgId !== undefined, {
    path: ['shopId'],
    message: '请指定店铺',
  })

/** A shop with the data of its own pages. */
const shopInfo = shopRow.extend({
  companyName: z.string(),
  companyIntro: z.string(),
  address: z.string(),
  /** `2013-06-18`; empty where unknown. */
  foundedAt: z.string(),
  /** One of the nine header backgrounds, from 1; 0 = random, see `shopBackground`. */
  backdrop: z.int(),
  holiday: shownHoliday,
  /** Capability tags: labels of the dictionary CAPABILITY_TAG. */
  capabilities: z.array(z.string()),
  /** The newest services, at most eight. */
  mallServiceListVOs: z.array(serviceRow),
})
export type ShopInfo = z.output<typeof shopInfo>

/** Shop data that its home page does not contain. */
const shopMore = z.object({
  shopId: id,
  orgId: id,
  /** Paragraphs of its introduction. */
  introduction: z.array(z.string()),
  pictures: z.array(shopPicture),
  /** Certificates in force. */
  qualifications: z.array(qualification),
  capabilities: z.array(z.string()),
  holiday: shownHoliday,
  /** Contact data; empty if not visible to the reader. */
  contactName: z.string(),
  contactPhone: z.string(),
  contactEmail: z.string(),
  /** Whether the company hides its contact data from this reader. */
  contactHidden: z.boolean(),
  /** Service hours, HH:mm in Shanghai, Monday to Friday; both empty = not given. */
  answersFrom: z.string(),
  answersUntil: z.string(),
})
export type ShopMore = z.output<typeof shopMore>

/** A company for other companies; fields hidden from the reader are empty. */
const otherCompany = z.object({
  orgId: id,
  companyName: z.string(),
  shortName: z.string(),
  /** Certification in force. */
  certified: z.boolean(),
  /** 省 市, short: 江苏 苏州. */
  districtName: z.string(),
  companyIntro: z.string(),
  website: z.string(),
  /** Labels of the dictionary ` ORG_SERVICE_CLASS`. */
  serviceClasses: z.array(z.string()),
  address: z.string(),
  creditCode: z.string(),
  legalPerson: z.string(),
  /** `2013-06-18` */
  foundedAt: z.string(),
  scale: z.string(),
  contactName: z.string(),
  contactPhone: z.string(),
  contactEmail: z.string(),
  /** Id of its open shop; null without one. */
  shopId: id.nullable(),
})
export type OtherCompany = z.output<typeof otherCompany>

/** Short form of a listing in the list of shops. */
const listingBrief = z.object({
  kind: z.enum(['service', 'product']),
  /** serviceId, or productNo. */
  ref: z.string(),
  title: z.string(),
  priceType: z.literal([...priceTypes]),
  price: fen.nullable(),
  highPrice: fen.nullable(),
})
export type ListingBrief = z.output<typeof listingBrief>

const counter = z.object({ categoryId: id, categoryName: z.string(), count: z.int() })

export const shopsCalls = {
  shopsByKeywords: call({
    path: '/fmall/shop-by-keyWords/page',
    summary: '按关键词、地区、资质找店铺',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({
      keyword: keyword.default(''),
      districtCode: districtCode.optional(),
      tags: tagChoice,
      certified: z.boolean().default(false),
      sort: z.enum(['default', 'services', 'products', 'follows', 'new']).default('default'),
      ...paging,
    }),
    output: listOf(shopRow.extend({ listings: z.array(listingBrief) })).extend({
      suggestion: searchHelp,
      /** Facet options with their number of shops; a facet ignores its own choice. */
      districts: z.array(z.object({ value: z.string(), label: z.string(), count: z.int() })),
      tags: z.array(z.object({ value: z.string(), label: z.string(), count: z.int() })),
    }),
  }),
  shopHome: call({
    path: '/fmall/shop/homepage',
    summary: '店铺首页：店铺、最新服务与商品',
    access: everyone,
    reads: true,
    cacheable: true,
    input: whichShop,
    output: shopInfo.extend({ products: z.array(productRow) }),
    failures: ['gone'],
  }),
  shopMore: call({
    path: '/fmall/shop/detail-more',
    summary: '店铺更多信息：介绍、图片、资质、休假、联系方式与答复时间',
    access: everyone,
    reads: true,
    cacheable: true,
    input: whichShop,
    output: shopMore,
  }),
  shopInfo: call({
    path: '/fmall/shop/info',
    summary: '店铺信息',
    access: everyone,
    reads: true,
    cacheable: true,
    input: whichShop,
    output: shopInfo,
    failures: ['gone'],
  }),
  shopCounters: call({
    path: '/fmall/shop/shopCounterList',
    summary: '店铺的柜台：按第二级分类列出在售服务与商品数',
    access: everyone,
    reads: true,
    cacheable: true,
    input: whichShop,
    output: z.object({ services: z.array(counter), products: z.array(counter) }),
  }),
  otherCompany: call({
    path: '/data/company/other/detail',
    summary: '一家企业对外公开的信息，按其可见范围',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({ orgId: id }),
    output: otherCompany,
  }),
}
