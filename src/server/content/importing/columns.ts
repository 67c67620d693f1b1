import { z } from 'zod'
import { newsSources } from '../../../domain/content/news.ts'
import {
  facilities,
  facilityKeys,
  factGroups,
  parkFields,
  type Facility,
  type FactGroup,
} from '../../../domain/content/parks.ts'
import { policyLevels, policyTopics } from '../../../domain/content/policies.ts'

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

export const newsColumns = z.object({
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

export const policyColumns = z.object({
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

export const parkColumns = z.object({
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
            message: `“${part.trim()}”请写成“${factGroups[0]}:层高=6 m”，类别为${factGroups.join('、')}`,
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
