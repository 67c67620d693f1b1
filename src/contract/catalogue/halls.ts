import { z } from 'zod'
import { everyone } from '../access.ts'
import { call } from '../call.ts'
import { id } from '../fields.ts'
import { productRow } from './products.ts'
import { serviceRow } from './services.ts'

/** Calls beyond the specification for the halls: listings of every stage, kind and theme in two queries. */
export const hallsCalls = {
  stageServices: call({
    path: '/mall/service/stages',
    summary: '每个研发阶段的推荐服务：认证机构的最新发布',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({ perStage: z.int().min(1).max(8).default(4) }),
    output: z.array(z.object({ categoryId: id, services: z.array(serviceRow) })),
    ours: true,
  }),
  popularProducts: call({
    path: '/fmall/product/popular',
    summary: '近期发布的商品中看得最多的',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({ most: z.int().min(1).max(20).default(10) }),
    output: z.array(productRow),
    ours: true,
  }),
  goodsThemes: call({
    path: '/fmall/product/themes',
    summary: '科研超市的专题，每个专题带它的清单开头几件商品；没有商品的专题不在其中',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({ perTheme: z.int().min(1).max(10).default(5) }),
    output: z.array(
      z.object({
        themeId: id,
        title: z.string(),
        text: z.string(),
        picture: z.string(),
        /** URL of the theme's list. */
        href: z.string(),
        products: z.array(productRow),
      }),
    ),
    ours: true,
  }),
}
