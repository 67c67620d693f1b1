import { newsSources } from '../news.ts'
import { facilities, facilityKeys, factGroups, parkFields } from '../parks.ts'
import { policyLevels, policyTopics } from '../policies.ts'
import { createOptions, type EntryField, type EntrySections } from './entry-field.ts'
import { sample, summaryOf } from './shared-fields.ts'

const body: EntryField = { name: 'content', label: '正文', as: 'markdown', max: 50_000, wide: true }
const source: EntryField = {
  name: 'sourceUrl',
  label: '原文链接',
  as: 'text',
  max: 2000,
  wide: true,
  hint: '以 http:// 或 https:// 开头，没有则不填',
}

/** What is asked of news, policies and parks, in the order of their forms. */
export const tradeSections: Pick<EntrySections, 'news' | 'policy' | 'park'> = {
  news: [
    {
      title: '基本信息',
      fields: [
        { name: 'title', label: '标题', as: 'text', max: 200, required: true, wide: true },
        { name: 'sourceType', label: '来源类型', as: 'choice', options: createOptions(newsSources), required: true },
        { name: 'sourceName', label: '来源', as: 'text', max: 60, required: true },
        {
          name: 'publishedAt',
          label: '发布时间',
          as: 'moment',
          required: true,
          hint: '可以晚于现在：发布后到那时才公开',
        },
        sample,
        summaryOf(500),
        source,
      ],
    },
    { title: '正文', fields: [body] },
  ],
  policy: [
    {
      title: '基本信息',
      fields: [
        { name: 'title', label: '标题', as: 'text', max: 200, required: true, wide: true },
        { name: 'docNo', label: '文号', as: 'text', max: 80 },
        { name: 'issuer', label: '发文机关', as: 'text', max: 80, required: true },
        { name: 'level', label: '层级', as: 'choice', options: createOptions(policyLevels), required: true },
        { name: 'districtCode', label: '适用地区', as: 'district' },
        { name: 'issuedOn', label: '发文日期', as: 'day', required: true },
        { name: 'effectiveOn', label: '施行日期', as: 'day', required: true },
        { name: 'expiresOn', label: '失效日期', as: 'day', hint: '不填为长期有效' },
        sample,
        { name: 'topics', label: '主题', as: 'choices', options: createOptions(policyTopics) },
        summaryOf(500),
        source,
      ],
    },
    { title: '正文', fields: [body] },
  ],
  park: [
    {
      title: '基本信息',
      fields: [
        { name: 'name', label: '园区名称', as: 'text', max: 60, required: true },
        { name: 'districtCode', label: '所在地区', as: 'district', required: true },
        { name: 'address', label: '地址', as: 'text', max: 120, required: true, wide: true },
        { name: 'brief', label: '一句话简介', as: 'area', max: 200, required: true, wide: true },
        { name: 'fields', label: '产业方向', as: 'choices', options: createOptions(parkFields) },
        {
          name: 'facilities',
          label: '配套',
          as: 'choices',
          options: createOptions(facilityKeys, (key) => facilities[key]),
        },
      ],
    },
    {
      title: '空间与租金',
      fields: [
        { name: 'areaTotal', label: '建筑面积', as: 'whole', unit: '㎡', required: true },
        { name: 'areaFree', label: '可租面积', as: 'whole', unit: '㎡', required: true },
        { name: 'rentLow', label: '租金下限', as: 'money', unit: '元/㎡·月', hint: '不填显示为面议' },
        { name: 'rentHigh', label: '租金上限', as: 'money', unit: '元/㎡·月' },
        { name: 'openedIn', label: '开园年份', as: 'whole', required: true },
        { name: 'companyCount', label: '入驻企业', as: 'whole', unit: '家', required: true },
      ],
    },
    { title: '园区介绍', fields: [{ ...body, label: '介绍', max: 20_000 }] },
    {
      title: '参数与服务',
      fields: [
        {
          name: 'facts',
          label: '参数',
          as: 'rows',
          most: 60,
          row: '参数',
          cells: [
            { name: 'group', label: '类别', as: 'choice', options: createOptions(factGroups), required: true },
            { name: 'label', label: '名称', as: 'text', max: 20, required: true },
            { name: 'value', label: '内容', as: 'text', max: 80, required: true },
          ],
        },
        {
          name: 'services',
          label: '服务',
          as: 'rows',
          most: 30,
          row: '服务',
          cells: [
            { name: 'name', label: '名称', as: 'text', max: 30, required: true },
            { name: 'text', label: '说明', as: 'area', max: 300 },
          ],
        },
      ],
    },
    {
      title: '图片与政策',
      fields: [
        { name: 'gallery', label: '图片', as: 'gallery' },
        { name: 'policyIds', label: '可享政策', as: 'policies' },
      ],
    },
    {
      title: '联系方式',
      fields: [
        { name: 'contactName', label: '联系人', as: 'text', max: 40, required: true },
        { name: 'contactPhone', label: '联系电话', as: 'text', max: 30, required: true },
        { name: 'contactHours', label: '接待时间', as: 'text', max: 60, required: true },
        sample,
      ],
    },
  ],
}
