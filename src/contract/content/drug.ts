import { z } from 'zod'
import { newsBegin, newsSources } from '../../domain/content/news.ts'
import { parkFields, facilityKeys } from '../../domain/content/parks.ts'
import { policyLevels, policyTopics } from '../../domain/content/policies.ts'
import { everyone } from '../access.ts'
import { call } from '../call.ts'
import { dayInput, id, keyword, listOf, paging } from '../fields.ts'
import { counted, districtCode, newsPiece, newsRow, park, parkRow, policy, policyRow } from './drug-fields.ts'

/** News, policies and parks of the trade. Specification section 7, news and park data. */
export const drugCalls = {
  /** From 2020-08-01 and of all six kinds of sources unless told; the newest first. */
  news: call({
    path: '/cloudLocation/yxzNewsList',
    summary: '行业资讯，可按来源类型、日期与关键词查找，新的在前',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({
      keyword: keyword.default(''),
      beginTime: dayInput.default(newsBegin),
      /** That day included; without it up to now. */
      endTime: dayInput.optional(),
      sourceTypes: z
        .array(z.enum(newsSources))
        .min(1)
        .max(newsSources.length)
        .default([...newsSources]),
      ...paging,
    }),
    /** `sources` counts what each kind of source would bring under the other conditions. */
    output: listOf(newsRow).extend({ sources: z.array(counted) }),
  }),
  newsPiece: call({
    path: '/drug/news/detail',
    summary: '一篇资讯，附同类来源的近期资讯与前后篇',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({ newsId: id }),
    output: newsPiece,
    ours: true,
  }),
  policies: call({
    path: '/cloudLocation/policyList',
    host: 'cloudLocation',
    summary: '产业政策，可按地区、层级、主题、发文日期与关键词查找，新的在前',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({
      keyword: keyword.default(''),
      districtCode: districtCode.optional(),
      level: z.enum(policyLevels).optional(),
      topic: z.enum(policyTopics).optional(),
      beginTime: dayInput.optional(),
      endTime: dayInput.optional(),
      ...paging,
    }),
    /** A facet counts under the other conditions, without its own. */
    output: listOf(policyRow).extend({
      districts: z.array(counted),
      levels: z.array(counted),
      topics: z.array(counted),
    }),
  }),
  policy: call({
    path: '/drug/policy/detail',
    summary: '一项政策的要点、适用园区与同地区的其他政策',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({ policyId: id }),
    output: policy,
    ours: true,
  }),
  parks: call({
    path: '/cloudLocation/parkSearchSafeList',
    host: 'cloudLocation',
    summary: '产业园区，可按地区、配套、产业方向、面积与租金查找',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({
      keyword: keyword.default(''),
      districtCode: districtCode.optional(),
      field: z.enum(parkFields).optional(),
      /** All of them. */
      facilities: z.array(z.enum(facilityKeys)).max(12).default([]),
      /** Minimum of free square metres. */
      areaFrom: z.int().min(1).max(10_000_000).optional(),
      /** Fen a square metre and month at most; a park without a price is left out. */
      rentTo: z.int().min(1).max(10_000_000).optional(),
      sort: z.enum(['default', 'rent', 'area']).default('default'),
      ...paging,
    }),
    output: listOf(parkRow).extend({
      districts: z.array(counted),
      fields: z.array(counted),
      facilityCounts: z.array(counted),
    }),
  }),
  park: call({
    path: '/drug/park/detail',
    summary: '一个园区：空间、配套、服务、政策、联系人与图示',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({ parkId: id }),
    output: park,
    ours: true,
  }),
}
