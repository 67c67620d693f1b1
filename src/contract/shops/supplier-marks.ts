import { z } from 'zod'
import { maxMarkReason, supplierMarkKinds } from '../../domain/shops/supplier-marks.ts'
import { company } from '../access.ts'
import { call } from '../call.ts'
import { id, listOf, moment, paging, text } from '../fields.ts'

/** Those who order. */
const buyer = company('my_orders')
const mark = z.enum(supplierMarkKinds)

const row = z.object({
  /** The supplier's company. */
  orgId: id,
  companyName: z.string(),
  /** Its shop; null = closed. */
  shopId: id.nullable(),
  shopName: z.string(),
  mark,
  reason: z.string(),
  /** Who marked it. */
  by: z.string(),
  at: moment,
})
export type SupplierMarkRow = z.output<typeof row>

const own = z.object({ orgId: id, mark, reason: z.string() })
const ownOfShop = own.extend({
  /** null = it has no shop. */
  shopId: id.nullable(),
})
export type OwnSupplierMark = z.output<typeof ownOfShop>

/** Preferred and blocked suppliers of the caller's company. Suppliers never read any of it. */
export const supplierMarksCalls = {
  supplierMarks: call({
    path: '/fmall/supplier/mark/list',
    summary: '本企业的优选与停用供应商，新的在前',
    access: buyer,
    reads: true,
    input: z.object({ ...paging, mark: mark.optional() }),
    output: listOf(row),
    ours: true,
  }),
  supplierMarkSave: call({
    path: '/fmall/supplier/mark/save',
    summary: '把一家供应商列为优选或停用，写明原因；已列入的改为新的',
    access: buyer,
    input: z.object({ orgId: id, mark, reason: text(maxMarkReason) }),
    output: own,
    failures: ['tooManyMarks'],
    logs: '列入优选或停用供应商',
    ours: true,
  }),
  supplierMarkDelete: call({
    path: '/fmall/supplier/mark/delete',
    summary: '取消一家供应商的优选或停用；未列入则不变',
    access: buyer,
    input: z.object({ orgId: id }),
    output: z.object({}),
    logs: '取消优选或停用供应商',
    ours: true,
  }),
  ownSupplierMarks: call({
    path: '/fmall/supplier/mark/own',
    summary: '所给企业与店铺中，本企业列为优选或停用的',
    access: company(),
    reads: true,
    input: z.object({ orgIds: z.array(id).max(200).default([]), shopIds: z.array(id).max(200).default([]) }),
    output: z.array(ownOfShop),
    ours: true,
  }),
}
