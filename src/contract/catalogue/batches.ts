import { z } from 'zod'
import { everyone, seller, user } from '../access.ts'
import { call } from '../call.ts'
import { day, dayInput, id, text } from '../fields.ts'

const fileId = z.string().regex(/^[\w-]{22}$/, '请重新上传文件')
const batch = {
  batchId: id,
  batchNo: z.string(),
  madeOn: day.nullable(),
  retestOn: day.nullable(),
  /** Past its retest day. */
  expired: z.boolean(),
}
const paper = z.object({ url: z.string(), name: z.string() })

const publicBatch = z.object({
  ...batch,
  /** A certificate of analysis is there; people who are signed in may open it. */
  hasCoa: z.boolean(),
  /** Safety data sheet, for everyone. */
  sds: paper.nullable(),
})
export type PublicBatch = z.output<typeof publicBatch>

const sellerBatch = z.object({
  ...batch,
  coa: paper.extend({ fileId }).nullable(),
  sds: paper.extend({ fileId }).nullable(),
})
export type SellerBatch = z.output<typeof sellerBatch>

/** Batches of goods with certificate of analysis (COA) and safety data sheet (SDS). */
export const batchesCalls = {
  productBatches: call({
    path: '/fmall/product/batch/list',
    summary: '在售商品的批次：批号、生产日期、复验日、SDS，以及是否有 COA',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({ productNo: text(40) }),
    output: z.object({ data: z.array(publicBatch) }),
    ours: true,
  }),
  batchCoa: call({
    path: '/fmall/product/batch/coa',
    summary: '打开一个批次的检验报告（COA），登录后可用',
    access: user,
    reads: true,
    input: z.object({ batchId: id }),
    output: paper,
    ours: true,
    perMinute: 60,
  }),
  sellerBatches: call({
    path: '/mall/goods/batch/list',
    summary: '本店一件商品的批次',
    access: seller('goods_manage'),
    reads: true,
    input: z.object({ productId: id }),
    output: z.object({ data: z.array(sellerBatch) }),
    ours: true,
  }),
  batchSave: call({
    path: '/mall/goods/batch/save',
    summary: '登记或修改批次：批号、生产日期、复验日、COA 与 SDS 文件，随即生效',
    access: seller('goods_manage'),
    idempotent: true,
    input: z.object({
      productId: id,
      /** Absent for a new batch. */
      batchId: id.optional(),
      batchNo: text(40),
      madeOn: dayInput.nullable().default(null),
      retestOn: dayInput.nullable().default(null),
      /** An upload for the purpose `attachment`. */
      coaFileId: fileId.nullable().default(null),
      /** An upload for the purpose `document`. */
      sdsFileId: fileId.nullable().default(null),
    }),
    output: z.object({ batchId: id }),
    failures: ['batchTaken', 'batchesFull'],
    ours: true,
    logs: '保存批次',
  }),
  batchDelete: call({
    path: '/mall/goods/batch/delete',
    summary: '删除一个未发货的批次；文件不再提供下载',
    access: seller('goods_manage'),
    input: z.object({ batchId: id }),
    output: z.object({}),
    failures: ['batchInUse'],
    ours: true,
    logs: '删除批次',
  }),
}
