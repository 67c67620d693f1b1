import { and, inArray, isNotNull } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Db } from '../../../db/open.ts'
import { news, parks, policies } from '../../../db/tables/drug.ts'
import { newsSources } from '../../../domain/content/news.ts'
import {
  createGallery,
  facilities,
  type Facility,
  facilityKeys,
  type FactGroup,
  factGroups,
  parkFields,
} from '../../../domain/content/parks.ts'
import { policyLevels, policyTopics } from '../../../domain/content/policies.ts'
import { districtNamesOf } from '../../platform/district-names.ts'
import { saveNews, saveParks, savePolicies } from '../entries/save-rows.ts'
import { createImporter, type ReadRow, type RowError } from './import-rows.ts'

/** Columns of import files by their Chinese headings, which errors refer to. */

const required = (max: number) => z.string().trim().min(1, '请填写').max(max, `最多 ${max} 个字`)
const optional = (max: number) => z.string().trim().max(max, `最多 ${max} 个字`).default('')
const dayForm = z
  .string()
  .trim()
  .transform((text) =>
    text
      .replaceAll('/', '-')
      .replace(/^(\d{4})-(\d)-/, '$1-0$2-')
      .replace(/-(\d)$/, '-0$1'),
  )
const day = dayForm.pipe(z.iso.date('请按 2026-11-21 的格式填写'))
const dayOrNone = dayForm.pipe(z.union([z.literal(''), z.iso.date('请按 2026-11-21 的格式填写')])).default('')
const link = z.union([z.literal(''), z.url({ protocol: /^https?$/, error: '请填写 http(s) 地址' })]).default('')
const count = z
  .string()
  .trim()
  .regex(/^\d{1,9}$/, '请填写整数')
  .transform(Number)
const splitList = (text: string) =>
  text
    .split(/[;；、,，|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
/** A cell with several values of a fixed list. */
const listField = <T extends string>(known: readonly T[], what: string) =>
  z
    .string()
    .default('')
    .transform((text, context) =>
      splitList(text).flatMap((word) => {
        const found = known.find((each) => each === word)
        if (found === undefined) context.addIssue({ code: 'custom', message: `${what}没有“${word}”` })
        return found ?? []
      }),
    )
/** Yuan as typed, converted to fen; empty = none. */
const rent = z
  .string()
  .trim()
  .regex(/^(\d{1,5}(\.\d{1,2})?)?$/, '请填写金额，最多两位小数')
  .default('')
  .transform((text) => (text === '' ? null : Math.round(Number(text) * 100)))
/** Six digits; empty = the whole country. */
const district = z
  .string()
  .trim()
  .regex(/^(\d{6})?$/, '请填写六位行政区划代码')
const isSample = z
  .enum(['', '是', '否'], { error: '请填写是或否' })
  .default('')
  .transform((word) => word === '是')

const newsColumns = z.object({
  编号: required(200),
  标题: required(200),
  摘要: optional(500),
  正文: optional(50_000),
  来源类型: z.enum(newsSources, { error: `请填写${newsSources.join('、')}之一` }),
  来源: required(60),
  原文链接: link,
  发布日期: day,
  示例: isSample,
})

const policyColumns = z.object({
  编号: required(200),
  标题: required(200),
  文号: optional(80),
  层级: z.enum(policyLevels, { error: `请填写${policyLevels.join('、')}之一` }),
  地区代码: district.default(''),
  发文机关: required(80),
  发文日期: day,
  施行日期: day,
  失效日期: dayOrNone,
  主题: listField(policyTopics, '主题里'),
  摘要: optional(500),
  正文: optional(50_000),
  原文链接: link,
  示例: isSample,
})

const facilityLabels = facilityKeys.map((key) => facilities[key])
const getFacility = (word: string): Facility[] => facilityKeys.filter((key) => facilities[key] === word)
const isGroup = (word: string): word is FactGroup => factGroups.some((group) => group === word)

const parkColumns = z.object({
  编号: required(200),
  名称: required(60),
  地区代码: district.refine((code) => code !== '', '请填写六位行政区划代码'),
  地址: required(120),
  简介: required(200),
  介绍: optional(20_000),
  产业方向: listField(parkFields, '产业方向里'),
  配套: listField(facilityLabels, '配套里').transform((words) => words.flatMap(getFacility)),
  建筑面积: count,
  可租面积: count,
  租金下限: rent,
  租金上限: rent,
  开园年份: count.refine((year) => year >= 1950 && year <= 2100, '请填写四位年份'),
  企业数: count,
  /** `空间:层高=6 m；交通:机场=26 km` */
  参数: z
    .string()
    .default('')
    .transform((text, context) =>
      text
        .split(/[;；\n]/)
        .filter((part) => part.trim() !== '')
        .flatMap((part) => {
          const [colon, equals] = [part.search(/[:：]/), part.search(/[=＝]/)]
          const name = part.slice(0, Math.max(0, colon)).trim()
          const [label, value] = [part.slice(colon + 1, equals).trim(), part.slice(equals + 1).trim()]
          if (isGroup(name) && equals > colon && label !== '' && value !== '') return [{ group: name, label, value }]
          context.addIssue({
            code: 'custom',
            message: `“${part.trim()}”请写成“${factGroups[0]}:层高=6 m”，分类为${factGroups.join('、')}`,
          })
          return []
        }),
    ),
  /** `注册服务窗口=工作日常驻；…` */
  服务: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(/[;；\n]/)
        .filter((part) => part.trim() !== '')
        .map((part) => {
          const [name = '', ...rest] = part.split(/[=＝]/)
          return { name: name.trim(), text: rest.join('=').trim() }
        }),
    ),
  /** 编号 of policies, separated by semicolons. */
  政策编号: z.string().default('').transform(splitList),
  联系人: required(40),
  联系电话: required(30),
  接待时间: required(60),
  示例: isSample,
})

/** Errors for unknown district codes. */
async function checkDistricts(tx: Db, rows: readonly ReadRow<{ 地区代码: string }>[]): Promise<RowError[]> {
  const names = await districtNamesOf(tx, [
    ...new Set(rows.map(({ row }) => row.地区代码).filter((code) => code !== '')),
  ])
  return rows.flatMap(({ line, row }) =>
    row.地区代码 === '' || names.has(row.地区代码)
      ? []
      : [{ line, column: '地区代码', message: `没有代码为 ${row.地区代码} 的地区` }],
  )
}

/** Counter of rows edited by operators, by key. */
const createHandEditedCounter =
  (table: PgTable & { readonly editedBy: PgColumn }, key: PgColumn) => (tx: Db, keys: readonly string[]) =>
    tx.$count(table, and(inArray(key, [...keys]), isNotNull(table.editedBy)))

const getPolicyIds = async (tx: Db, codes: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  codes.length === 0
    ? new Map()
    : new Map(
        (
          await tx
            .select({ code: policies.code, id: policies.id })
            .from(policies)
            .where(inArray(policies.code, [...codes]))
        ).map(({ code, id }) => [code, id]),
      )

export const importNews = createImporter({
  columns: newsColumns,
  validate: async () => [],
  countHandEdited: createHandEditedCounter(news, news.guid),
  save: (tx, rows) =>
    saveNews(
      tx,
      rows.map((row) => ({
        guid: row.编号,
        title: row.标题,
        summary: row.摘要,
        content: row.正文,
        sourceType: row.来源类型,
        sourceName: row.来源,
        sourceUrl: row.原文链接,
        isSample: row.示例,
        publishedAt: new Date(`${row.发布日期}T08:00:00+08:00`),
      })),
    ),
})

export const importPolicies = createImporter({
  columns: policyColumns,
  validate: checkDistricts,
  countHandEdited: createHandEditedCounter(policies, policies.code),
  save: (tx, rows) =>
    savePolicies(
      tx,
      rows.map((row) => ({
        code: row.编号,
        title: row.标题,
        docNo: row.文号,
        level: row.层级,
        issuer: row.发文机关,
        issuedOn: row.发文日期,
        effectiveOn: row.施行日期,
        expiresOn: row.失效日期,
        topics: row.主题,
        summary: row.摘要,
        content: row.正文,
        sourceUrl: row.原文链接,
        isSample: row.示例,
        districtCode: row.地区代码 === '' ? null : row.地区代码,
      })),
    ),
})

export const importParks = createImporter({
  columns: parkColumns,
  countHandEdited: createHandEditedCounter(parks, parks.code),
  validate: async (tx, rows) => {
    const ids = await getPolicyIds(tx, [...new Set(rows.flatMap(({ row }) => row.政策编号))])
    return [
      ...(await checkDistricts(tx, rows)),
      ...rows.flatMap(({ line, row }) =>
        row.政策编号
          .filter((code) => !ids.has(code))
          .map((code) => ({ line, column: '政策编号', message: `没有编号为 ${code} 的政策，请先导入政策` })),
      ),
      ...rows.flatMap(({ line, row }) => [
        ...(row.可租面积 > row.建筑面积 ? [{ line, column: '可租面积', message: '不能大于建筑面积' }] : []),
        ...(row.租金上限 !== null && (row.租金下限 === null || row.租金上限 < row.租金下限)
          ? [{ line, column: '租金上限', message: '不能低于租金下限' }]
          : []),
      ]),
    ]
  },
  save: async (tx, rows) => {
    const ids = await getPolicyIds(tx, [...new Set(rows.flatMap(({ 政策编号 }) => 政策编号))])
    return saveParks(
      tx,
      rows.map((row) => ({
        code: row.编号,
        name: row.名称,
        districtCode: row.地区代码,
        address: row.地址,
        brief: row.简介,
        content: row.介绍,
        fields: row.产业方向,
        facilities: row.配套,
        gallery: createGallery(row.配套),
        areaTotal: row.建筑面积,
        areaFree: row.可租面积,
        rentLow: row.租金下限,
        rentHigh: row.租金上限,
        openedIn: row.开园年份,
        companyCount: row.企业数,
        facts: row.参数,
        services: row.服务,
        contactName: row.联系人,
        contactPhone: row.联系电话,
        contactHours: row.接待时间,
        isSample: row.示例,
      })),
      new Map(rows.map((row) => [row.编号, row.政策编号.flatMap((code) => ids.get(code) ?? [])])),
    )
  },
})
