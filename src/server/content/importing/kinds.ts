import { and, inArray, isNotNull } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/open.ts'
import { news, parks, policies } from '../../../db/tables/drug.ts'
import { createGallery } from '../../../domain/content/parks.ts'
import { saveNews, saveParks, savePolicies } from '../entries/save-rows.ts'
import { newsColumns, parkColumns, policyColumns } from './columns.ts'
import { createImporter, type ReadRow, type RowError } from './import-rows.ts'
import { districtNamesOf } from '../../reference/district-names.ts'

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
