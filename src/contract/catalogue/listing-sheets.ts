import { z } from 'zod'
import { exporting, seller } from '../access.ts'
import { call } from '../call.ts'
import { selectedIds } from '../daily-list.ts'
import * as publishing from './publishing.ts'

/** A sheet generated for the caller: a path of the site that only the caller can download. */
const sheet = z.object({ url: z.string(), name: z.string() })

/** Listings as Excel sheets. Goods require goods_manage, services org_service_manage; the handler checks. */
export const listingSheetsCalls = {
  listingTemplate: call({
    path: '/mall/listing/sheet/template',
    summary: '批量导入的 Excel 模板，含填写说明与可选值',
    access: seller(),
    input: z.object({ kind: publishing.kind }),
    output: sheet,
    ours: true,
    perMinute: 20,
  }),
  /**
   * Checks every row and imports nothing if one is invalid. A row with a number (服务编号, 商品编号) of the shop
   * updates that listing, other rows create new ones.
   */
  listingImport: call({
    path: '/mall/listing/sheet/import',
    summary: '检查或导入 Excel：逐行检查，全部无误才导入',
    access: seller(),
    input: z.object({
      kind: publishing.kind,
      /** An upload for the purpose `attachment`. */
      fileId: z.string().max(40),
      /** false = only check. */
      commit: z.boolean().default(false),
      submit: publishing.submit,
    }),
    output: z.object({
      rows: z.int(),
      /** Number of created and changed listings, imported or (without `commit`) planned. */
      created: z.int(),
      changed: z.int(),
      committed: z.boolean(),
      /** At most 200; `faultCount` is the total. */
      faults: z.array(publishing.sheetFault),
      faultCount: z.int(),
    }),
    failures: [
      'sheetBroken',
      'sheetTooLarge',
      'fileTooComplex',
      'filesBusy',
      'notCertified',
      'certificationExpired',
      'tooManyListings',
    ],
    ours: true,
    logs: '批量导入',
    perMinute: 20,
  }),
  listingFaultSheet: call({
    path: '/mall/listing/sheet/faults',
    summary: '有误的 Excel 原样交回，逐行注明错误原因，改好即可再导入',
    access: seller(),
    input: z.object({
      kind: publishing.kind,
      /** An upload for the purpose `attachment`. */
      fileId: z.string().max(40),
    }),
    output: sheet,
    failures: ['sheetBroken', 'sheetTooLarge', 'fileTooComplex', 'filesBusy'],
    ours: true,
    perMinute: 10,
  }),
  listingExport: call({
    path: '/mall/listing/sheet/export',
    summary: '导出本店的服务或商品为 Excel，可改后再导入',
    access: exporting(seller()),
    input: z.object({
      kind: publishing.kind,
      ...publishing.sellerFilter,
      /** Only these of the filtered listings; listings of other shops are left out. */
      listingIds: selectedIds(100).optional(),
    }),
    output: sheet,
    ours: true,
    logs: '导出',
    perMinute: 10,
  }),
}
