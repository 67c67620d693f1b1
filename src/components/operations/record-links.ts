import type { AnyRecordKind } from '../../contract/operations/platform-records.ts'
import type { Query } from '../../domain/link-parts.ts'
import { links } from '../../domain/links.ts'

/** Lists of records by kind, with what each is searched by. */
export const recordKindTexts: Readonly<
  Record<AnyRecordKind, { readonly word: string; readonly placeholder: string; readonly to: (query?: Query) => string }>
> = {
  user: { word: '用户', placeholder: '手机号、登录名、姓名或编号', to: links.opsUsers },
  company: { word: '企业', placeholder: '企业名称（三个字起）、信用代码或编号', to: links.opsCompanies },
  shop: { word: '店铺', placeholder: '店铺名称（三个字起）或编号', to: links.opsShops },
  service: { word: '服务', placeholder: '服务标题（三个字起）或编号', to: links.opsServices },
  product: { word: '商品', placeholder: '商品标题（三个字起）或编号', to: links.opsGoods },
  demand: { word: '需求', placeholder: '需求标题（三个字起）或编号', to: links.opsTenders },
  order: { word: '订单', placeholder: '订单号', to: links.opsOrders },
  payment: { word: '付款', placeholder: '付款编号', to: links.opsPayments },
}

/** Page of one record. */
export const recordLink = ({ kind, id }: { readonly kind: AnyRecordKind; readonly id: number }): string =>
  recordKindTexts[kind].to({ id })
