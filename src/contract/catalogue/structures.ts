import { z } from 'zod'
import { defaultSimilarity, structureLimits, structureModes } from '../../domain/catalogue/structures.ts'
import { everyone, seller } from '../access.ts'
import { call } from '../call.ts'
import { paging } from '../fields.ts'
import { molecule, productRow } from './products.ts'
import { submit } from './publishing.ts'

/** A SMILES, or a molfile of version 2000 or 3000. It is neither stored nor logged. */
const structureText = z.string({ error: '请画出或粘贴一个结构' }).max(structureLimits.text, '结构过大：最多 999 个原子')

const structureRow = productRow.extend({
  formula: z.string(),
  mass: z.number(),
  drawing: z.string(),
  /** Atoms of the drawing that match the fragment; empty for other searches. */
  matched: z.array(z.int()),
  /** Tanimoto coefficient from 0 to 1; null for other searches. */
  similarity: z.number().nullable(),
})
export type StructureRow = z.output<typeof structureRow>

const unread = [
  'structureEmpty',
  'structureUnreadable',
  'structureTooLarge',
  'structureTooComplex',
  'structuresBusy',
] as const

/** Goods by their chemical structure. */
export const structuresCalls = {
  structureSearch: call({
    path: '/fmall/product/structure/search',
    summary: '按化学结构检索在售商品：完全一致、子结构、相似；结构不存储、不记入日志',
    access: everyone,
    reads: true,
    input: z.object({
      structure: structureText,
      mode: z.enum(structureModes).default('substructure'),
      /** Least Tanimoto coefficient in percent, for similar structures. */
      similarity: z.int().min(30).max(100).default(defaultSimilarity),
      ...paging,
    }),
    output: z.object({
      total: z.int(),
      data: z.array(structureRow),
      /** More structures match than a search returns: the total is a lower bound. */
      more: z.boolean(),
      /** What was searched for. */
      query: z.object({ formula: z.string(), mass: z.number(), atoms: z.int() }),
    }),
    failures: unread,
    ours: true,
    perMinute: 30,
  }),
  structureRead: call({
    path: '/fmall/product/structure/read',
    summary: '读取一个结构：标准 SMILES、分子式、分子量与平面图；不存储、不记入日志',
    access: everyone,
    reads: true,
    input: z.object({ structure: structureText }),
    output: molecule,
    failures: unread,
    ours: true,
    perMinute: 60,
  }),
  structureImport: call({
    path: '/mall/goods/structure/import',
    summary: '由 SDF 为本店商品补充结构：按商品编号、货号或 CAS 号对应，全部无误才导入',
    access: seller('goods_manage'),
    input: z.object({
      /** An upload for the purpose `attachment`: an SDF file. */
      fileId: z.string().max(40),
      /** false = only check. */
      commit: z.boolean().default(false),
      submit,
    }),
    output: z.object({
      /** Records of the file. */
      records: z.int(),
      /** Goods whose structure changes. */
      changed: z.int(),
      /** Goods that have this structure already. */
      same: z.int(),
      committed: z.boolean(),
      /** At most 200; `faultCount` is the total. `record` counts from 1. */
      faults: z.array(z.object({ record: z.int(), name: z.string(), message: z.string() })),
      faultCount: z.int(),
    }),
    failures: [
      'sdfBroken',
      'sdfTooLarge',
      'fileTooComplex',
      'filesBusy',
      'conflict',
      'notCertified',
      'certificationExpired',
    ],
    ours: true,
    logs: '导入结构',
    perMinute: 20,
  }),
}
