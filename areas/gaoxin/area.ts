import { links } from '../../src/domain/links.ts'
import type { Area } from '../area.ts'
import { recordsOf, shared } from '../shared.ts'

const area = (): Area => ({
  id: 'gaoxin',
  title: '高新药械研发服务平台',
  secondTitle: '高新区生物医药协作',
  logo: 'gaoxin',
  accent: '#6a3aa0',
  ...shared,
  ...recordsOf('川'),
  owner: '高新药械研发服务平台',
  officialAccount: '高新药械研发服务平台',
  description: '高新区药械企业的研发协作：创新药、高端器械、数字医疗的服务、载体与科技政策。',
  keywords: ['高新区', '创新药', '高端医疗器械', '孵化器', '数字医疗', '科技政策'],
  highlights: [
    {
      title: '孵化与加速',
      text: '从单间实验室到独栋研发楼，按成长阶段选择载体。',
      link: links.siteSelection(),
      mark: 'park',
    },
    {
      title: '创新药首研',
      text: '靶点验证、先导优化到 IND 申报，按阶段找团队。',
      link: links.serviceList({ keyword: 'IND' }),
      mark: 'molecule',
    },
    {
      title: '高端器械',
      text: '植入、影像与体外诊断的设计验证和注册检验。',
      link: links.serviceList({ keyword: '医疗器械' }),
      mark: 'device',
    },
    {
      title: '科技政策',
      text: '研发投入、创新券与人才条款，按截止日期排好。',
      link: links.policies({ keyword: '高新区' }),
      mark: 'policy',
    },
  ],
})

// Marked pure, so that a build for another area leaves it out.
export const gaoxin = /* @__PURE__ */ area()
