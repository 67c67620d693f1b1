import { z } from 'zod'
import { shopBackgrounds } from '../../domain/shell/shop-header.ts'
import { shopLimits } from '../../domain/shops/shop-rules.ts'
import { seller } from '../access.ts'
import { call } from '../call.ts'
import { count, id, optionalText, text } from '../fields.ts'
import { capabilities, optionalDay, shopPicture, shownHoliday } from './shop-fields.ts'

const access = seller('corporate_show')
const pageAccess = seller('page_manage')

/** Form fields of a shop profile. */
const shopForm = {
  shopName: text(shopLimits.name),
  brief: text(shopLimits.brief),
  /** Paragraphs separated by empty lines. */
  introduction: optionalText(shopLimits.introduction).default(''),
  /** File of purpose `logo`; the current id leaves it unchanged; empty = none. */
  logoFileId: z.string().max(60).default(''),
  /** One of the nine header backgrounds, from 1; 0 = random, see `shopBackground`. */
  backdrop: z.int().min(0).max(shopBackgrounds).default(0),
  /** First and last day of the holiday in Shanghai; both empty = none planned. */
  holidayFrom: optionalDay.default(''),
  holidayUntil: optionalDay.default(''),
  holidayNotice: optionalText(shopLimits.holidayNotice).default(''),
}

/** The shop profile for its seller. */
const ownShop = z.object({
  shopId: id,
  orgId: id,
  shopName: z.string(),
  brief: z.string(),
  introduction: z.string(),
  logoFileId: z.string(),
  shopLogo: z.string(),
  backdrop: z.int(),
  holidayFrom: z.string(),
  holidayUntil: z.string(),
  holidayNotice: z.string(),
  /** To be sent with an update; a write in between returns conflict. */
  version: z.int(),
  companyName: z.string(),
  certified: z.boolean(),
  districtName: z.string(),
  foundedAt: z.string(),
  tags: z.array(z.string()),
  capabilities: z.array(z.string()),
  serviceAccount: z.int(),
  productAccount: z.int(),
})
export type OwnShop = z.output<typeof ownShop>

/** Overview of the shop. */
const glance = z.object({
  shopId: id,
  orgId: id,
  shopName: z.string(),
  shopLogo: z.string(),
  backdrop: z.int(),
  certified: z.boolean(),
  holiday: shownHoliday,
  serviceAccount: z.int(),
  productAccount: z.int(),
  followCount: z.int(),
  /** Total views and favourites of its listings. */
  viewCount: z.int(),
  favouriteCount: z.int(),
  /** Listings under review, and rejected ones. */
  waitingCount: z.int(),
  rejectedCount: z.int(),
  /** Unanswered inquiries about its listings. */
  openInquiries: z.int(),
  /** Certificates that expire within 60 days, and those under review or rejected. */
  endingQualifications: z.int(),
  waitingQualifications: z.int(),
  rejectedQualifications: z.int(),
  facts: z.object({
    logo: z.boolean(),
    briefLength: z.int(),
    introduction: z.boolean(),
    pictures: z.int(),
    capabilities: z.int(),
    /** Number of certificates in force and under review. */
    qualifications: z.int(),
    waitingQualifications: z.int(),
    listings: z.int(),
  }),
  /** Whether the caller may close the shop. */
  mayClose: z.boolean(),
})
export type ShopGlance = z.output<typeof glance>

const pictures = z.object({ pictures: z.array(shopPicture) })
const pictureFile = z.string({ error: '请选择图片' }).min(1, '请选择图片').max(60)
const caption = optionalText(shopLimits.caption).default('')

/** Calls beyond the specification: a seller's shop profile and its pictures. */
export const sellerShopCalls = {
  shopGlance: call({
    path: '/fmall/shop/seller/glance',
    summary: '本店概况：状态、计数、待完善的内容',
    access,
    reads: true,
    input: z.object({}),
    output: glance,
    ours: true,
  }),
  sellerShop: call({
    path: '/fmall/shop/seller/detail',
    summary: '本店资料，供修改',
    access,
    reads: true,
    input: z.object({}),
    output: ownShop,
    ours: true,
  }),
  sellerShopSave: call({
    path: '/fmall/shop/seller/save',
    summary: '修改本店资料；其间被他人改过则拒绝',
    access,
    input: z.object({ ...shopForm, version: count.min(1) }),
    output: ownShop,
    failures: ['shopNameUsed', 'conflict'],
    ours: true,
    logs: '修改店铺资料',
  }),
  /** Closes the shop; main account only. `supplierOpen` reopens it. */
  shopClose: call({
    path: '/fmall/shop/seller/close',
    summary: '关闭店铺：在售的服务与商品全部下架，公开页面不再可见；可重新开通',
    access,
    input: z.object({
      /** Name of the shop, typed as confirmation. */
      shopName: text(shopLimits.name),
    }),
    output: z.object({
      /** Number of unlisted listings. */
      unlisted: z.int(),
    }),
    failures: ['shopBusy'],
    ours: true,
    logs: '关闭店铺',
  }),
  shopPictures: call({
    path: '/fmall/shop/seller/picture/list',
    summary: '本店图片，按显示顺序',
    access: pageAccess,
    reads: true,
    input: z.object({}),
    output: pictures,
    ours: true,
  }),
  shopPictureAdd: call({
    path: '/fmall/shop/seller/picture/save',
    summary: '添加一张店铺图片，排在最后',
    access: pageAccess,
    input: z.object({ fileId: pictureFile, caption }),
    output: shopPicture,
    failures: ['tooManyPictures'],
    ours: true,
    logs: '添加店铺图片',
  }),
  shopPictureUpdate: call({
    path: '/fmall/shop/seller/picture/update',
    summary: '修改图片说明，或换成裁剪后的图片',
    access: pageAccess,
    input: z.object({ pictureId: id, caption, fileId: pictureFile.optional() }),
    output: shopPicture,
    ours: true,
    logs: '修改店铺图片',
  }),
  shopPictureOrder: call({
    path: '/fmall/shop/seller/picture/order',
    summary: '调整图片顺序：须列出全部图片各一次',
    access: pageAccess,
    input: z.object({ pictureIds: z.array(id).max(shopLimits.pictures) }),
    output: pictures,
    failures: ['conflict'],
    ours: true,
    logs: '调整店铺图片顺序',
  }),
  shopPictureDelete: call({
    path: '/fmall/shop/seller/picture/delete',
    summary: '删除一张店铺图片',
    access: pageAccess,
    input: z.object({ pictureId: id }),
    output: z.object({}),
    ours: true,
    logs: '删除店铺图片',
  }),
  shopCapabilitiesSave: call({
    path: '/fmall/shop/seller/capability/save',
    summary: '选择本店的能力标签',
    access,
    input: z.object({ capabilities }),
    output: z.object({ capabilities: z.array(z.string()) }),
    ours: true,
    logs: '修改店铺能力标签',
  }),
}
