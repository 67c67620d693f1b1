import { eq } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { dictionaries } from '../../../../db/tables/reference.ts'
import type { AnyForm } from '../listing-type.ts'
import type { SellerRules } from '../seller-rules.ts'
import type { ListingSheet } from './listing-sheet.ts'
import { categoryPathText } from './shared-columns.ts'
import type { WorkbookSheet } from '../../../platform/workbooks/create-workbook.ts'

/** The sheets after the first: instructions for each column, and the categories with their attributes. */
export async function instructionSheets<F extends AnyForm>(
  db: Db,
  sheet: ListingSheet<F>,
  rules: SellerRules,
): Promise<WorkbookSheet[]> {
  const units = await db
    .select({ text: dictionaries.dictText })
    .from(dictionaries)
    .where(eq(dictionaries.dictKey, 'UNIT'))
    .orderBy(dictionaries.sort)
  const allowed: Readonly<Record<string, string>> = {
    资质标签: [...rules.tags].join('、') || '本店暂无通过审核的资质',
    能力标签: [...rules.capabilities].join('、'),
    单位: units.map(({ text }) => text).join('、'),
    服务地区: [...new Set(rules.places.values())].join('、'),
  }
  const columns = [...sheet.columns, ...sheet.specColumns]
  return [
    {
      sheet: '填写说明',
      widths: [16, 8, 70, 80],
      head: ['列', '必填', '怎样填写', '可选值'],
      rows: [
        [sheet.number, '', `留空为新建；填写本店已有的编号为修改那一条`, ''],
        ...columns.map(({ head, required, hint }) => [head, required === true ? '是' : '', hint, allowed[head] ?? '']),
        ...(sheet.specColumns.length > 0
          ? [['多个规格', '', '第一行写全；下面每行只填规格、商家编码、价格、库存，标题留空', '']]
          : []),
        ['检查', '', '导入前逐行检查，任何一行有误都不会导入；图片与附件请导入后在编辑页上传', ''],
      ],
    },
    {
      sheet: '类目',
      widths: [60, 80],
      head: ['类目', '属性与可选值'],
      rows: [...rules.categories.values()]
        .filter(({ level }) => level > 1)
        .map(({ id }) => [categoryPathText(rules, id), attributesText(rules, id)])
        .toSorted(([a = ''], [b = '']) => a.localeCompare(b, 'zh')),
    },
  ]
}

const attributesText = (rules: SellerRules, id: number) =>
  rules
    .attributesOf(id)
    .map(({ name, options, required, unit }) => {
      const how = options.length > 0 ? options.join('、') : unit === '' ? '自行填写' : `数字，${unit}`
      return `${name}${required ? '（必填）' : ''}：${how}`
    })
    .join('；')
