import { links } from '../links.ts'

/** Shop data that the checklist evaluates. */
export interface ShopFacts {
  readonly logo: boolean
  readonly briefLength: number
  readonly introduction: boolean
  readonly pictures: number
  readonly capabilities: number
  /** Number of certificates in force; only these are shown to buyers. */
  readonly qualifications: number
  /** Number of certificates under review. */
  readonly waitingQualifications: number
  /** Number of published services and goods. */
  readonly listings: number
}

export interface CheckItem {
  readonly label: string
  /** Benefit for buyers. */
  readonly why: string
  readonly done: boolean
  readonly href: string
  /** Link text while the item is incomplete. */
  readonly action: string
}

/** Checklist of a complete shop, most important items first. */
export const shopChecklist = (shop: ShopFacts): readonly CheckItem[] => [
  {
    label: '上架服务或商品',
    why: '没有在售内容的店铺不会出现在分类与搜索结果里',
    done: shop.listings > 0,
    href: links.sellerEditService(),
    action: '发布服务',
  },
  {
    label: '资质证书',
    why:
      shop.waitingQualifications > 0 ? '已提交的资质审核中，通过后买家才能看到' : '买家按 GLP、CNAS 等资质筛选供应商',
    done: shop.qualifications > 0,
    href: `${links.sellerTags()}#qualifications`,
    action: shop.waitingQualifications > 0 ? '查看审核' : '添加资质',
  },
  {
    label: '能力标签',
    why: '说明能做什么，便于按能力找到您',
    done: shop.capabilities > 0,
    href: links.sellerTags(),
    action: '选择标签',
  },
  {
    label: '店铺标志',
    why: '列表、聊天与店铺头部都会显示',
    done: shop.logo,
    href: links.sellerOpenShop(),
    action: '上传标志',
  },
  {
    label: '店铺简介不少于 30 字',
    why: '搜索结果与店铺列表的摘要',
    done: shop.briefLength >= 30,
    href: links.sellerOpenShop(),
    action: '完善简介',
  },
  {
    label: '店铺介绍',
    why: '设施、团队与服务过的项目，显示在店铺简介页',
    done: shop.introduction,
    href: links.sellerOpenShop(),
    action: '填写介绍',
  },
  {
    label: '至少 3 张店铺图片',
    why: '实验室、设备与车间的照片',
    done: shop.pictures >= 3,
    href: links.sellerShopImages(),
    action: '上传图片',
  },
]
