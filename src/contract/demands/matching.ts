import { z } from 'zod'
import { company, everyone, seller } from '../access.ts'
import { call } from '../call.ts'
import { fen, id, listOf, moment, paging, text } from '../fields.ts'
import { fitKinds } from '../../domain/demands/demand-fit.ts'
import { priceType } from '../catalogue/listing-fields.ts'
import { shopRow } from '../shops/shop-row.ts'
import { demandRow } from './demands.ts'

/** A shop with services matching a demand. */
const demandSupplier = shopRow.extend({
  /** The narrowest category of the demand in which it has a service. */
  categoryName: z.string(),
  /** Number of its newest services in matching categories. */
  fitting: z.int(),
  /** Orders it completed on the platform. */
  completedOrders: z.int(),
})
export type DemandSupplier = z.output<typeof demandSupplier>

const invited = z.object({
  shopId: id,
  /** Its company. */
  orgId: id,
  shopName: z.string(),
  invitedAt: moment,
  /** Whether it has made an offer since. */
  offered: z.boolean(),
})
export type InvitedSupplier = z.output<typeof invited>

/** Filters of a subscription. An empty list matches everything; of each list one match is enough. */
const subscriptionInput = z.object({
  /** Own subscription to change; without it a new one. */
  subscriptionId: id.optional(),
  name: text(20),
  /** Service categories of any level, each with all below it. */
  categoryIds: z.array(id).max(20, '最多 20 个分类').default([]),
  /** Keywords, searched as in the demand hall. */
  words: z.array(text(30)).max(20, '最多 20 个关键词').default([]),
  /** Preferred provinces or cities of the demand; demands without a preference always match. */
  districtCodes: z
    .array(z.string().regex(/^\d{6}$/, '请选择地区'))
    .max(40, '最多 40 个地区')
    .default([]),
  /** fen; demands with a lower budget are left out, 面议 is not. null = any. */
  budgetFrom: fen.nullable().default(null),
  isOn: z.boolean().default(true),
})
export type SubscriptionInput = z.input<typeof subscriptionInput>

const categoryName = z.object({ categoryId: id, categoryName: z.string() })
const subscription = z.object({
  subscriptionId: id,
  name: z.string(),
  categories: z.array(categoryName),
  words: z.array(z.string()),
  districts: z.array(z.object({ districtCode: z.string(), districtName: z.string() })),
  /** fen; null = any */
  budgetFrom: fen.nullable(),
  isOn: z.boolean(),
  createdAt: moment,
})
export type Subscription = z.output<typeof subscription>

const matchedDemand = demandRow.extend({
  /** When the company was notified. */
  matchedAt: moment,
  /** Whether the buyer invited the company. */
  invited: z.boolean(),
  /** Matching subscription; null = none, or deleted. */
  subscriptionName: z.string().nullable(),
  /** Whether the company has a submitted or decided offer on it. */
  offered: z.boolean(),
})
export type MatchedDemand = z.output<typeof matchedDemand>

/** An own service in the categories of a demand. */
const fittingService = z.object({
  serviceId: id,
  serviceName: z.string(),
  /** The narrowest category that it shares with the demand. */
  categoryName: z.string(),
  priceType,
  /** fen; null = 面议 */
  price: fen.nullable(),
  highPrice: fen.nullable(),
  /** Such as 16~20 周; empty if not given. */
  durationText: z.string(),
})

const demandFit = z.object({
  /** Number of own published services in the demand's categories. */
  total: z.int(),
  /** Those closest to the demand, at most four. */
  services: z.array(fittingService),
  /** What the demand asks for beside what the own company has. */
  requirements: z.array(
    z.object({
      kind: z.enum(fitKinds),
      label: z.string(),
      asked: z.string(),
      own: z.string(),
      isMet: z.boolean(),
    }),
  ),
})
export type DemandFit = z.output<typeof demandFit>

export const matchingCalls = {
  demandSuppliers: call({
    path: '/mall/demand/supplier/list',
    summary: '适合该需求的供应商：在需求的分类里有服务、认证在有效期内，分类最近的在前',
    access: everyone,
    reads: true,
    input: z.object({ demandId: id, most: z.int().min(1).max(24).default(6) }),
    output: z.array(demandSupplier),
    ours: true,
  }),
  demandFit: call({
    path: '/mall/demand/fit/info',
    summary: '本店与一条需求的匹配：同分类的在售服务，以及资质、地区、交付等要求中已满足与缺少的',
    access: seller('my_supply'),
    reads: true,
    input: z.object({ demandId: id }),
    output: demandFit,
    ours: true,
  }),
  demandInvite: call({
    path: '/mall/demand/invite/save',
    summary: '邀请一家供应商对报价中的需求报价，重复邀请只通知一次',
    access: company('my_requirement'),
    input: z.object({ demandId: id, shopId: id }),
    output: z.object({ invitedAt: moment }),
    failures: ['stepNotAllowed', 'deadlinePast', 'tooManyInvites', 'inviteeNotCertified', 'supplierBlocked'],
    ours: true,
    logs: '邀请供应商报价',
  }),
  demandInvites: call({
    path: '/mall/demand/invite/list',
    summary: '本企业需求已邀请的供应商',
    access: company('my_requirement'),
    reads: true,
    input: z.object({ demandId: id }),
    output: z.array(invited),
    ours: true,
  }),
  subscriptions: call({
    path: '/mall/demand/subscription/list',
    summary: '本企业的需求订阅，以及按本店服务建议订阅的分类',
    access: seller('my_supply'),
    reads: true,
    input: z.object({}),
    output: z.object({ subscriptions: z.array(subscription), suggested: z.array(categoryName) }),
    ours: true,
  }),
  subscriptionSave: call({
    path: '/mall/demand/subscription/save',
    summary: '新增或修改需求订阅，每家企业最多 20 个',
    access: seller('my_supply'),
    input: subscriptionInput,
    output: z.object({ subscriptionId: id }),
    failures: ['tooManySubscriptions'],
    ours: true,
    logs: '保存需求订阅',
  }),
  subscriptionDelete: call({
    path: '/mall/demand/subscription/delete',
    summary: '删除需求订阅，已找到的需求保留',
    access: seller('my_supply'),
    input: z.object({ subscriptionId: id }),
    output: z.object({}),
    ours: true,
    logs: '删除需求订阅',
  }),
  matchedDemands: call({
    path: '/mall/demand/match/list',
    summary: '订阅找到的和受邀报价的需求，最新的在前，仅公开中的',
    access: seller('my_supply'),
    reads: true,
    input: z.object(paging),
    output: listOf(matchedDemand),
    ours: true,
  }),
}
