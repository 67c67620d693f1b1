import { z } from 'zod'
import { maxReference, referenceKinds } from '../../domain/external-references.ts'
import { company, seller, type Access, type Who } from '../access.ts'
import { call } from '../call.ts'
import { id, optionalCode } from '../fields.ts'

const reference = optionalCode(maxReference).describe('本企业自己的单号（如 ERP 单号）；空字符串为清除')

/** The save call of one kind. Setting the same reference again changes nothing, so repeats are harmless. */
const saveOf = <W extends Who>(path: `/${string}`, what: string, access: Access<W>, idNote: string) =>
  call({
    path,
    summary: `为${what}填写本企业的单号：同一类记录中不重复，只有本企业可见`,
    access,
    byKey: true,
    input: z.object({ id: id.describe(idNote), reference }),
    output: z.object({ reference: z.string().describe('保存后的单号') }),
    failures: ['referenceUsed'],
    logs: `填写${what}的单号`,
    ours: true,
  })

/** A company's own numbers of orders, demands and listings. */
export const externalReferencesCalls = {
  references: call({
    path: '/user-center/reference/list',
    summary: '本企业为所给记录填写的单号；没有填写的不在其中',
    access: company(),
    byKey: true,
    reads: true,
    input: z.object({
      kind: z.enum(referenceKinds).describe('记录的种类：订单、需求、服务、商品'),
      ids: z.array(id).max(100).default([]).describe('记录的 id；与 reference 二者取一'),
      reference: optionalCode(maxReference).default('').describe('按单号查找；空字符串为不按单号'),
    }),
    output: z.array(z.object({ id: id.describe('记录的 id'), reference: z.string().describe('本企业的单号') })),
    ours: true,
  }),
  buyerOrderReferenceSave: saveOf('/user-center/reference/buyer-order', '采购订单', company('my_orders'), '订单 id'),
  sellerOrderReferenceSave: saveOf(
    '/user-center/reference/seller-order',
    '承接的订单',
    seller('order_manage'),
    '订单 id',
  ),
  demandReferenceSave: saveOf('/user-center/reference/demand', '需求', company('my_requirement'), '需求 id'),
  serviceReferenceSave: saveOf('/user-center/reference/service', '服务', seller('org_service_manage'), '服务 id'),
  productReferenceSave: saveOf('/user-center/reference/product', '商品', seller('goods_manage'), '商品 id'),
}
