import { z } from 'zod'
import { listingKinds } from '../../domain/catalogue/listing.ts'
import { user } from '../access.ts'
import { call } from '../call.ts'
import { priceType } from '../catalogue/listing-fields.ts'
import { fen, id, keyword, listOf, moment, paging } from '../fields.ts'
import { shopRow } from './shop-row.ts'

const kind = z.enum(listingKinds)
/** Selects a listing by kind and id (serviceId or productId). */
const whichListing = z.object({ kind, listingId: id })
const change = z.discriminatedUnion('at', [
  z.object({ at: z.enum(['same', 'gone', 'agreed', 'priced']) }),
  z.object({ at: z.enum(['down', 'up']), by: fen }),
])

const favouriteRow = z.object({
  favouriteId: id,
  kind,
  /** serviceId or productId. */
  listingId: id,
  /** Product number used in URLs; null for services. */
  productNo: z.string().nullable(),
  title: z.string(),
  priceType,
  /** Current price in fen; null = 面议. */
  price: fen.nullable(),
  highPrice: fen.nullable(),
  /** Price in fen when it became a favourite; null = 面议. */
  keptPrice: fen.nullable(),
  /** Change since it became a favourite. */
  change,
  pictureUrl: z.string(),
  /** Name of the placeholder image of its category. */
  figure: z.string(),
  categoryId: id,
  /** Package size, CAS number or duration; may be empty. */
  note: z.string(),
  shopId: id,
  orgId: id,
  shopName: z.string(),
  certified: z.boolean(),
  keptAt: moment,
})
export type FavouriteRow = z.output<typeof favouriteRow>

const followRow = shopRow.extend({
  followedAt: moment,
  /** Whether the shop is open; closed shops have no page. */
  isOpen: z.boolean(),
  /** Published services and goods that are newer than the follow; at most 100 of each. */
  newCount: z.int(),
})
export type FollowRow = z.output<typeof followRow>

/** State after the call: whether it is a favourite or followed, and the number of people. */
const followState = z.object({ on: z.boolean(), count: z.int() })

export const followsCalls = {
  follows: call({
    path: '/sys/user/follow/new/list-page',
    summary: '我关注的店铺，最近关注的在前',
    access: user,
    reads: true,
    input: z.object({ ...paging, keyword: keyword.default('') }),
    output: listOf(followRow),
  }),
  followSave: call({
    path: '/sys/user/follow/new/save',
    summary: '关注一家店铺；已关注则不变',
    access: user,
    input: z.object({ shopId: id }),
    output: followState,
    perMinute: 60,
  }),
  followCancel: call({
    path: '/sys/user/follow/new/cancel',
    summary: '取消关注；未关注则不变',
    access: user,
    input: z.object({ shopId: id }),
    output: followState,
    perMinute: 60,
  }),
  favourites: call({
    path: '/user-center/follow/list-page',
    summary: '我收藏的服务与商品，带收藏时与现在的价格',
    access: user,
    reads: true,
    input: z.object({
      ...paging,
      kind: kind.optional(),
      keyword: keyword.default(''),
      /** Only listings with a lower price, or listings no longer on sale. */
      changed: z.enum(['down', 'gone']).optional(),
    }),
    output: listOf(favouriteRow).extend({
      /** Counts of all favourites of the caller, ignoring filters. */
      counts: z.object({ service: z.int(), product: z.int(), down: z.int(), gone: z.int() }),
    }),
  }),
  favouriteSave: call({
    path: '/user-center/follow/save',
    summary: '收藏一项在售的服务或商品；已收藏则不变',
    access: user,
    input: whichListing,
    output: followState,
    failures: ['tooManyFavourites'],
    perMinute: 60,
  }),
  favouritesDelete: call({
    path: '/user-center/follow/delete2',
    summary: '取消收藏多项，按收藏编号',
    access: user,
    input: z.object({ favouriteIds: z.array(id).min(1, '请先选择').max(100, '一次最多 100 项') }),
    output: z.object({ removed: z.int() }),
  }),
  favouriteDelete: call({
    path: '/user-center/follow/delete',
    summary: '取消收藏一项服务或商品；未收藏则不变',
    access: user,
    input: whichListing,
    output: followState,
    perMinute: 60,
  }),
  /** The caller's favourites and follows among the items of a cached public page. */
  ownFavourites: call({
    path: '/user-center/follow/own-marks',
    ours: true,
    summary: '这些服务、商品、店铺中，哪些是我收藏或关注的',
    access: user,
    reads: true,
    input: z.object({
      services: z.array(id).max(200).default([]),
      products: z.array(id).max(200).default([]),
      shops: z.array(id).max(200).default([]),
    }),
    output: z.object({ services: z.array(id), products: z.array(id), shops: z.array(id) }),
  }),
}
