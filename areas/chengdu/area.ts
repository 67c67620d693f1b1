import { links } from '../../src/domain/links.ts'
import type { Area } from '../area.ts'
import { recordsOf, shared } from '../shared.ts'

const area = (): Area => ({
  id: 'chengdu',
  title: '成都药械研发服务平台',
  secondTitle: '成都生物医药产业协作',
  logo: 'chengdu',
  accent: '#146c39',
  ...shared,
  ...recordsOf('川'),
  owner: '成都药械研发服务平台',
  officialAccount: '成都药械研发服务平台',
  description: '面向成都及西南的药械研发协作：天府国际生物城、成都医学城的服务、商品、园区与政策一处查清。',
  keywords: ['成都', '天府国际生物城', '成都医学城', '新药安全性评价', '临床研究', '核药'],
  highlights: [
    {
      title: '天府国际生物城',
      text: '双流永安湖畔的生物城：研发楼、标准厂房与中试平台可预约实地考察。',
      link: links.parks({ keyword: '天府国际生物城' }),
      mark: 'park',
    },
    {
      title: '成都医学城',
      text: '温江三医融合片区，临床研究与药械制造相邻。',
      link: links.parks({ keyword: '成都医学城' }),
      mark: 'clinical',
    },
    {
      title: '西南安评力量',
      text: '毒理、药代与病理机构集中，GLP 试验就近开展。',
      link: links.serviceList({ keyword: '安全性评价' }),
      mark: 'safety',
    },
    {
      title: '川渝政策',
      text: '新药临床、生产转化与公共平台使用的扶持条款。',
      link: links.policies({ keyword: '成都' }),
      mark: 'policy',
    },
  ],
})

// Marked pure, so that a build for another area leaves it out.
export const chengdu = /* @__PURE__ */ area()
