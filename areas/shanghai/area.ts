import { links } from '../../src/domain/links.ts'
import type { Area } from '../area.ts'
import { recordsOf, shared } from '../shared.ts'

const area = (): Area => ({
  id: 'shanghai',
  title: '上海药械研发服务平台',
  secondTitle: '上海生物医药产业协作',
  logo: 'shanghai',
  accent: '#464aa9',
  ...shared,
  ...recordsOf('沪'),
  owner: '上海药械研发服务平台',
  officialAccount: '上海药械研发服务平台',
  description: '面向上海的药械研发协作：张江药谷、临港生命蓝湾的研发服务、细胞与基因治疗平台、园区与政策。',
  keywords: ['上海', '张江药谷', '临港生命蓝湾', '细胞治疗', '基因治疗', '上市许可持有人'],
  highlights: [
    {
      title: '张江药谷',
      text: '新药研发最密的片区：筛选、药化与临床团队步行可达。',
      link: links.parks({ keyword: '张江' }),
      mark: 'molecule',
    },
    {
      title: '临港生命蓝湾',
      text: '大分子、细胞与基因治疗的产业化厂房与冷链。',
      link: links.parks({ keyword: '临港' }),
      mark: 'park',
    },
    {
      title: '细胞与基因治疗',
      text: '质粒、病毒载体到放行检测，找得到能接单的平台。',
      link: links.serviceList({ keyword: '细胞治疗' }),
      mark: 'cell',
    },
    {
      title: '持有人委托生产',
      text: '上市许可持有人找受托方：产能、资质与审计记录。',
      link: links.serviceList({ keyword: 'CDMO' }),
      mark: 'cdmo',
    },
  ],
})

// Marked pure, so that a build for another area leaves it out.
export const shanghai = /* @__PURE__ */ area()
