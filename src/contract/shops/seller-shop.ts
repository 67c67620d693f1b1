import { z } from 'zod'
import { shopBackgrounds } from '../../domain/shell/shop-header.ts'
import { shopLimits } from '../../domain/shops/shop-rules.ts'
import { seller } from '../access.ts'
import { call } from '../call.ts'
import { count, id, optionalText, text } from '../fields.ts'
import { capabilities, optionalDay, shopPicture, shownHoliday } from './shop-fields.ts'

const access = seller('corporate_show')

/** What a seller writes of the shop. */
const shopForm = {
  shopName: text(shopLimits.name),
  brief: text(shopLimits.brief),
  /** Paragraphs divided by empty lines. */
  introduction: optionalText(shopLimits.introduction).default(''),
  /** File of purpose `logo`; the one that is there = it stays; empty = none. */
  logoFileId: z.string().max(60).default(''),
  /** One of the nine backgrounds of the header, from 1; 0 = by the shop's id. */
  backdrop: z.int().min(0).max(shopBackgrounds).default(0),
  /** Days of rest in Shanghai, both included; both empty = none planned. */
  holidayFrom: optionalDay.default(''),
  holidayUntil: optionalDay.default(''),
  holidayNotice: optionalText(shopLimits.holidayNotice).default(''),
}

/** The shop as its seller edits it. */
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
  /** To be given back with a change; another tab's write in between answers conflict. */
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

/** The shop at a glance. */
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
  /** How often its listings were opened, and how often they are favourites. */
  viewCount: z.int(),
  favouriteCount: z.int(),
  /** Listings under review; listings that were refused. */
  waitingCount: z.int(),
  rejectedCount: z.int(),
  /** Questions about its listings that wait for an answer. */
  openInquiries: z.int(),
  /** Certificates whose last day is within 60 days, and those under review or refused. */
  endingQualifications: z.int(),
  waitingQualifications: z.int(),
  rejectedQualifications: z.int(),
  facts: z.object({
    logo: z.boolean(),
    briefLength: z.int(),
    introduction: z.boolean(),
    pictures: z.int(),
    capabilities: z.int(),
    /** Certificates in force, and those under review. */
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

/** Calls of our own: a seller's shop, its words and its pictures. */
export const sellerShopCalls = {
  shopGlance: call({
    path: '/fmall/shop/seller/glance',
    summary: '本店概况：状态、计数、待完善的内容',
    access,
    input: z.object({}),
    output: glance,
    ours: true,
  }),
  sellerShop: call({
    path: '/fmall/shop/seller/detail',
    summary: '本店资料，供修改',
    access,
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
  /** The main account only. What is closed is opened again by `supplierOpen`. */
  shopClose: call({
    path: '/fmall/shop/seller/close',
    summary: '关闭店铺：在售的服务与商品全部下架，公开页面不再可见；可重新开通',
    access,
    input: z.object({
      /** Name of the shop, typed to be sure. */
      shopName: text(shopLimits.name),
    }),
    output: z.object({
      /** Listings that left the lists. */
      unlisted: z.int(),
    }),
    failures: ['shopBusy'],
    ours: true,
    logs: '关闭店铺',
  }),
  shopPictures: call({
    path: '/fmall/shop/seller/picture/list',
    summary: '本店图片，按显示顺序',
    access,
    input: z.object({}),
    output: pictures,
    ours: true,
  }),
  shopPictureAdd: call({
    path: '/fmall/shop/seller/picture/save',
    summary: '添加一张店铺图片，排在最后',
    access,
    input: z.object({ fileId: pictureFile, caption }),
    output: shopPicture,
    failures: ['tooManyPictures'],
    ours: true,
    logs: '添加店铺图片',
  }),
  shopPictureUpdate: call({
    path: '/fmall/shop/seller/picture/update',
    summary: '修改图片说明，或换成裁剪后的图片',
    access,
    input: z.object({ pictureId: id, caption, fileId: pictureFile.optional() }),
    output: shopPicture,
    ours: true,
    logs: '修改店铺图片',
  }),
  shopPictureOrder: call({
    path: '/fmall/shop/seller/picture/order',
    summary: '调整图片顺序：须列出全部图片各一次',
    access,
    input: z.object({ pictureIds: z.array(id).max(shopLimits.pictures) }),
    output: pictures,
    failures: ['conflict'],
    ours: true,
    logs: '调整店铺图片顺序',
  }),
  shopPictureDelete: call({
    path: '/fmall/shop/seller/picture/delete',
    summary: '删除一张店铺图片',
    access,
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
