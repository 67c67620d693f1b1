import { appKindLabels, appKinds, deploymentLabels, deployments } from '../digital-apps.ts'
import {
  projectFieldLabels,
  projectFields,
  projectLevelLabels,
  projectLevels,
} from '../../projects/government-projects.ts'
import { createOptions, type EntryCell, type EntryField, type EntrySections } from './entry-field.ts'
import { sample, summaryOf } from './shared-fields.ts'

const sort: EntryField = { name: 'sort', label: '排序', as: 'whole', required: true, hint: '数小的在前' }
const titled: readonly EntryCell[] = [
  { name: 'title', label: '标题', as: 'text', max: 60, required: true },
  { name: 'text', label: '说明', as: 'area', max: 300 },
]

/** What is asked of calls for projects, applications and solutions, in the order of their forms. */
export const storeSections: Pick<EntrySections, 'project' | 'app' | 'solution'> = {
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
          label: '领域',
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
          label: '类别',
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
        { name: 'goLive', label: '上线周期', as: 'text', max: 40, required: true, hint: '如：4～8 周' },
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
