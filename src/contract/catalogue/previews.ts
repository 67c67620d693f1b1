import { z } from 'zod'
import { everyone, seller } from '../access.ts'
import { call } from '../call.ts'
import { fen, id, listOf, paging, text } from '../fields.ts'
import { previewed } from './listing-fields.ts'
import { productDetail, productRow } from './products.ts'
import * as publishing from './publishing.ts'
import { serviceDetail, serviceRow } from './services.ts'

const service = seller('org_service_manage')
const goods = seller('goods_manage')

/** Calls beyond the specification: previews of own listings, and view counts of public ones. */
export const previewsCalls = {
  servicePreview: call({
    path: '/mall/service/preview',
    summary: '本企业一项服务的预览：有未生效的修改时为修改后的样子',
    access: service,
    reads: true,
    input: z.object({ serviceId: id }),
    output: serviceDetail.extend(previewed),
    ours: true,
  }),
  servicesPreview: call({
    path: '/mall/service/preview/list-page',
    summary: '本企业的服务在列表中的样子，含草稿与未生效的修改',
    access: service,
    reads: true,
    input: z.object(paging),
    output: listOf(serviceRow.extend(previewed)),
    ours: true,
  }),
  productPreview: call({
    path: '/fmall/product/preview',
    summary: '本企业一件商品的预览：有未生效的修改时为修改后的样子',
    access: goods,
    reads: true,
    input: z.object({ productNo: text(40) }),
    output: productDetail.extend({
      ...previewed,
      /** A specification of a pending change has no id. */
      specs: z.array(z.object({ specId: id.nullable(), name: z.string(), price: fen.nullable(), stock: z.int() })),
    }),
    ours: true,
  }),
  productsPreview: call({
    path: '/fmall/product/preview/list-page',
    summary: '本企业的商品在列表中的样子，含草稿与未生效的修改',
    access: goods,
    reads: true,
    input: z.object(paging),
    output: listOf(productRow.extend(previewed)),
    ours: true,
  }),
  listingViewed: call({
    path: '/mall/listing/viewed',
    summary: '记一次浏览：同一地址一天只计一次，稍后累加',
    access: everyone,
    input: z.object({ kind: publishing.kind, listingId: id }),
    output: z.object({}),
    perMinute: 60,
    ours: true,
  }),
}
