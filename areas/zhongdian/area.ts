import { links } from '../../src/domain/links.ts'
import type { Area } from '../area.ts'
import { recordsOf, shared } from '../shared.ts'

const area = (): Area => ({
  id: 'zhongdian',
  title: '中电药械研发服务平台',
  secondTitle: '数字园区与研发协作',
  logo: 'zhongdian',
  accent: '#006495',
  ...shared,
  ...recordsOf('京'),
  owner: '中电药械研发服务平台',
  officialAccount: '中电药械研发服务平台',
  description: '数字园区里的药械研发协作：实验室信息化、电子记录、数据合规与研发服务同台。',
  keywords: ['数字园区', '实验室信息系统', '电子记录', '计算机化系统验证', '数据合规'],
  highlights: [
    {
      title: '数字应用商店',
      text: 'LIMS、ELN 与质量系统，按场景选择并预约演示。',
      link: links.digitalStore(),
      mark: 'app',
    },
    {
      title: '系统验证',
      text: '计算机化系统验证与数据完整性评估，报告可追溯。',
      link: links.serviceList({ keyword: '计算机化系统验证' }),
      mark: 'registration',
    },
    { title: '数字园区', text: '能耗、危化品与公用工程在线可查的研发载体。', link: links.parks(), mark: 'park' },
    { title: '数据大屏', text: '交易、需求与供应商分布，实时汇总。', link: links.screen(), mark: 'analysis' },
  ],
})

// Marked pure, so that a build for another area leaves it out.
export const zhongdian = /* @__PURE__ */ area()
