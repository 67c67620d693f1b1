import { links } from '../../src/domain/links.ts'
import type { Area } from '../area.ts'
import { recordsOf, shared } from '../shared.ts'

const area = (): Area => ({
  id: 'benxi',
  title: '本溪药械研发服务平台',
  secondTitle: '本溪药都产业服务',
  logo: 'benxi',
  accent: '#954114',
  ...shared,
  ...recordsOf('辽'),
  owner: '本溪药械研发服务平台',
  officialAccount: '本溪药械研发服务平台',
  description: '中国药都本溪的药械产业服务：原料药与制剂生产、中药材、人才与厂房，研产供一处对接。',
  keywords: ['本溪', '中国药都', '原料药', '制剂', '中药材', '委托生产'],
  highlights: [
    {
      title: '中国药都',
      text: '本溪高新区的原料药与制剂基地，车间与公用工程可查。',
      link: links.parks({ keyword: '本溪' }),
      mark: 'park',
    },
    {
      title: '原料药与制剂',
      text: '工艺放大、注册批与商业化生产，按品种找产线。',
      link: links.serviceList({ keyword: '原料药' }),
      mark: 'cdmo',
    },
    {
      title: '辽药中药材',
      text: '辽五味子、龙胆与人参的基源、含量与农残检测。',
      link: links.goodsList({ keyword: '中药材' }),
      mark: 'material',
    },
    {
      title: '校地协作',
      text: '药学院校的检测平台与实习人才，面向企业开放。',
      link: links.serviceList({ keyword: '药学研究' }),
      mark: 'microscope',
    },
  ],
})

// Marked pure, so that a build for another area leaves it out.
export const benxi = /* @__PURE__ */ area()
