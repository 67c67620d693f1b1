import {
  projectFieldLabels,
  projectFields,
  projectLevelLabels,
  projectLevels,
} from '../../projects/government-projects.ts'
import { announcementTopics } from '../announcements.ts'
import { linkGroups } from '../friend-links.ts'
import { findHelpCategory, questionCategories } from '../help-categories.ts'
import { appKindLabels, appKinds, deploymentLabels, deployments } from '../digital-apps.ts'
import { newsSources } from '../news.ts'
import { facilities, facilityKeys, factGroups, parkFields } from '../parks.ts'
import { policyLevels, policyTopics } from '../policies.ts'
import { createOptions, type EntryCell, type EntryField, type EntrySections } from './entry-field.ts'
import type { EntryKind } from './entry-states.ts'

/** Fields that several kinds ask for. */
const sample: EntryField = { name: 'sample', label: '标注为示例内容', as: 'check' }
const summaryOf = (max: number, required?: true): EntryField => ({
  name: 'summary',
  label: '摘要',
  as: 'area',
  max,
  wide: true,
  ...(required ? { required } : {}),
})

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
const tradeSections: Pick<EntrySections, 'news' | 'policy' | 'park'> = {
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
            { name: 'group', label: '分类', as: 'choice', options: createOptions(factGroups), required: true },
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

const sort: EntryField = { name: 'sort', label: '排序', as: 'whole', required: true, hint: '数值小的在前' }
const titled: readonly EntryCell[] = [
  { name: 'title', label: '标题', as: 'text', max: 60, required: true },
  { name: 'text', label: '说明', as: 'area', max: 300 },
]

/** What is asked of calls for projects, applications and solutions, in the order of their forms. */
const storeSections: Pick<EntrySections, 'project' | 'app' | 'solution'> = {
  project: [
    {
      title: '基本信息',
      fields: [
        { name: 'title', label: '项目名称', as: 'text', max: 100, required: true, wide: true },
        { name: 'authority', label: '主管部门', as: 'text', max: 60, required: true },
        {
          name: 'level',
          label: '级别',
          as: 'choice',
          required: true,
          options: createOptions(projectLevels, (level) => projectLevelLabels[level]),
        },
        {
          name: 'field',
          label: '分类',
          as: 'choice',
          required: true,
          options: createOptions(projectFields, (field) => projectFieldLabels[field]),
        },
        summaryOf(1000, true),
      ],
    },
    {
      title: '申报时间与支持',
      fields: [
        { name: 'startsAt', label: '开始申报', as: 'moment', required: true },
        { name: 'deadline', label: '申报截止', as: 'moment', required: true },
        { name: 'supportMax', label: '最高支持', as: 'money', unit: '元', hint: '通知没有写明金额则不填' },
        { name: 'supportWay', label: '支持方式', as: 'text', max: 200, hint: '如：后补助，分两年拨付' },
      ],
    },
    {
      title: '条件与材料',
      fields: [
        { name: 'conditions', label: '申报条件', as: 'lines', maxCount: 30, required: true, hint: '每行一条' },
        { name: 'materials', label: '申报材料', as: 'lines', maxCount: 30, required: true, hint: '每行一份' },
        sample,
      ],
    },
  ],
  app: [
    {
      title: '基本信息',
      fields: [
        { name: 'name', label: '应用名称', as: 'text', max: 60, required: true },
        { name: 'vendor', label: '厂商', as: 'text', max: 60, required: true },
        {
          name: 'appKind',
          label: '分类',
          as: 'choice',
          required: true,
          options: createOptions(appKinds, (kind) => appKindLabels[kind].label),
        },
        {
          name: 'deployment',
          label: '部署方式',
          as: 'choice',
          required: true,
          options: createOptions(deployments, (each) => deploymentLabels[each]),
        },
        summaryOf(200, true),
        { name: 'keywords', label: '搜索词', as: 'text', max: 200, wide: true, hint: '别名与缩写，用空格隔开' },
      ],
    },
    {
      title: '价格与上线',
      fields: [
        { name: 'price', label: '起价', as: 'money', unit: '元', hint: '不填显示为面议' },
        { name: 'priceUnit', label: '计价单位', as: 'text', max: 30, hint: '如：每用户每年' },
        { name: 'goLive', label: '上线周期', as: 'text', max: 40, required: true, hint: '如：4~8 周' },
        sort,
      ],
    },
    {
      title: '功能与适用',
      fields: [
        { name: 'features', label: '主要功能', as: 'rows', cells: titled, most: 12, row: '功能', required: true },
        { name: 'users', label: '适用对象', as: 'lines', maxCount: 12, required: true, hint: '每行一个' },
        { name: 'compliance', label: '合规依据', as: 'lines', maxCount: 12, hint: '每行一个，如：21 CFR Part 11' },
        { name: 'joins', label: '可对接', as: 'lines', maxCount: 20, hint: '每行一个，如：色谱数据系统' },
        sample,
      ],
    },
  ],
  solution: [
    {
      title: '基本信息',
      fields: [
        { name: 'title', label: '方案名称', as: 'text', max: 60, required: true },
        { name: 'audience', label: '适用企业', as: 'text', max: 60, required: true },
        summaryOf(300, true),
        sort,
        sample,
      ],
    },
    {
      title: '方案内容',
      fields: [
        { name: 'pains', label: '难点', as: 'rows', cells: titled, most: 12, row: '难点', required: true },
        { name: 'steps', label: '实施步骤', as: 'rows', cells: titled, most: 12, row: '步骤', required: true },
        { name: 'results', label: '预期效果', as: 'lines', maxCount: 12, required: true, hint: '每行一条' },
      ],
    },
    {
      title: '用到的应用',
      fields: [
        {
          name: 'uses',
          label: '应用',
          as: 'rows',
          most: 20,
          row: '应用',
          cells: [
            { name: 'appId', label: '应用', as: 'app', required: true },
            { name: 'title', label: '用途', as: 'text', max: 60, required: true },
            { name: 'before', label: '使用前', as: 'area', max: 500, required: true },
            { name: 'after', label: '使用后', as: 'area', max: 500, required: true },
            { name: 'steps', label: '步骤', as: 'area', max: 2000, hint: '每行一步，写成“标题：说明”' },
          ],
        },
      ],
    },
  ],
}

const title = (max: number): EntryField => ({
  name: 'title',
  label: '标题',
  as: 'text',
  max,
  required: true,
  wide: true,
})
const requiredBody: EntryField = { ...body, required: true }

/** What is asked of the platform's own texts, in the order of their forms. */
const textSections: Pick<EntrySections, 'announcement' | 'question' | 'page' | 'link'> = {
  announcement: [
    {
      title: '基本信息',
      fields: [
        title(40),
        { name: 'topic', label: '类型', as: 'choice', options: createOptions(announcementTopics), required: true },
        { name: 'publishedOn', label: '发布日期', as: 'day', required: true, hint: '读者看到的日期' },
        summaryOf(120, true),
      ],
    },
    { title: '正文', fields: [requiredBody] },
  ],
  question: [
    {
      title: '基本信息',
      fields: [
        { ...title(30), label: '问题' },
        {
          name: 'category',
          label: '分类',
          as: 'choice',
          options: createOptions(questionCategories, (id) => findHelpCategory(Number(id))?.name ?? id),
          required: true,
          hint: '首次保存时按分类编号，此后编号不变',
        },
        { name: 'hot', label: '热门排序', as: 'whole', hint: '不填则不列入热门问题' },
        { ...summaryOf(90, true), label: '一句话回答' },
        { name: 'keywords', label: '搜索词', as: 'lines', maxCount: 10, hint: '每行一个' },
        { name: 'related', label: '相关问题', as: 'lines', maxCount: 4, hint: '每行一个问题编号，如 2803' },
      ],
    },
    { title: '回答', fields: [{ ...requiredBody, label: '回答' }] },
  ],
  page: [
    {
      title: '基本信息',
      fields: [
        title(30),
        { name: 'effectiveOn', label: '施行日期', as: 'day', hint: '规则的施行日期，指南不填' },
        summaryOf(120, true),
      ],
    },
    { title: '正文', fields: [requiredBody] },
  ],
  link: [
    {
      title: '基本信息',
      fields: [
        { name: 'name', label: '网站名称', as: 'text', max: 20, required: true },
        { name: 'group', label: '分组', as: 'choice', options: createOptions(linkGroups), required: true },
        { name: 'url', label: '地址', as: 'text', max: 500, required: true, wide: true },
        { name: 'intro', label: '说明', as: 'text', max: 60, required: true, wide: true },
        sort,
      ],
    },
  ],
}

/** What is asked of each kind, in the order of its form. */
export const entrySections: EntrySections = { ...storeSections, ...tradeSections, ...textSections }

/** All fields of a kind. */
export const getEntryFields = (kind: EntryKind): readonly EntryField[] =>
  entrySections[kind].flatMap(({ fields }) => fields)

/** The field that names one: what a draft cannot do without. */
export function getNameField(kind: EntryKind): EntryField & { readonly max: number } {
  const [first] = getEntryFields(kind)
  if (first === undefined || !('max' in first)) throw new Error(`A form of ${kind} begins with its name`)
  return first
}

/** Labels of the fields in which two forms differ: what the history says of a change. */
export function getChangedFields(kind: EntryKind, before: object, after: object): string[] {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return getEntryFields(kind).flatMap(({ name, label }) =>
    JSON.stringify(was.get(name)) === JSON.stringify(is.get(name)) ? [] : [label],
  )
}
