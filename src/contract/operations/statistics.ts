import { z } from 'zod'
import { everyone } from '../access.ts'
import { call } from '../call.ts'
import { moment } from '../fields.ts'

const counted = z.object({ name: z.string(), count: z.int() })

const statistics = z.object({
  /** When they were counted; at most a minute ago. */
  at: moment,
  totals: z.object({
    /** On sale. */
    services: z.int(),
    products: z.int(),
    /** Certified suppliers with an open shop. */
    shops: z.int(),
    /** Demands that everyone may see, and of these those that take offers. */
    demands: z.int(),
    openDemands: z.int(),
    /** Offers handed in, ever. */
    offers: z.int(),
    /** Orders that were not declined or cancelled. */
    orders: z.int(),
  }),
  /** Fields of research, as the services' categories have them: what is offered and what is asked for. */
  fields: z.array(z.object({ name: z.string(), services: z.int(), demands: z.int() })),
  /** Goods on sale by category, the most first. */
  goods: z.array(counted),
  /** One category per illustration, the one with the most listings; `kind` tells what is counted. */
  pictures: z.array(counted.extend({ figure: z.string(), kind: z.enum(['service', 'product']) })),
  /** Provinces by their short names, the most first. */
  demandPlaces: z.array(counted),
  shopPlaces: z.array(counted),
  /** Demands by field and province; only where there are any. */
  demandCells: z.array(z.object({ field: z.string(), place: z.string(), count: z.int() })),
  /** Suppliers by what their certificates in force show: GLP, CNAS. */
  qualifications: z.array(counted),
  /** Twelve months, the oldest first; the last one is still running. */
  months: z.array(
    z.object({
      /** 2026-11 */
      month: z.string(),
      demands: z.int(),
      offers: z.int(),
      /**
       * Orders and their sum in fen. null where fewer than five buyers or five suppliers took part: it would tell on
       * them.
       */
      orders: z.int().nullable(),
      amount: z.int().nullable(),
    }),
  ),
  /** Demands that came out last, without who posted them. */
  latest: z.array(z.object({ demandId: z.int(), title: z.string(), field: z.string(), place: z.string(), at: moment })),
})
export type PlatformStatistics = z.output<typeof statistics>

export const statisticsCalls = {
  /** Cached for one minute. */
  platformStatistics: call({
    path: '/sys/screen/figures',
    summary: '平台数据：总量、分类、地区与月度趋势；不含能推知单个企业经营情况的数字',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({}),
    output: statistics,
    ours: true,
  }),
}
