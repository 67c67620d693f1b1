import { links } from '../../src/domain/links.ts'
import type { Area } from '../area.ts'
import { recordsOf, shared } from '../shared.ts'

const area = (): Area => ({
  id: 'yaogang',
  title: '药港药械研发服务平台',
  secondTitle: '药港产业园区服务',
  logo: 'yaogang',
  accent: '#026a5b',
  ...shared,
  ...recordsOf('沪'),
  owner: '药港药械研发服务平台',
  officialAccount: '药港药械研发服务平台',
  description: '药港园区的药械产业服务：进口试剂通关、保税研发、冷链仓储与园区厂房。',
  keywords: ['药港', '保税研发', '进口试剂', '冷链', '通关', '产业园区'],
  highlights: [
    {
      title: '进口试剂与对照品',
      text: '按 CAS 号与货号查现货，注明通关与到货周期。',
      link: links.goodsList({ keyword: '对照品' }),
      mark: 'reagent',
    },
    {
      title: '冷链供应',
      text: '2~8 ℃ 到液氮温区的仓储与运输，温度记录随单。',
      link: links.supplyChain(),
      mark: 'supply',
    },
    { title: '园区载体', text: '临港厂房、洁净车间与甲类仓库，面积与层高可筛。', link: links.parks(), mark: 'park' },
    {
      title: '保税研发政策',
      text: '研发用物品进口、保税与便利通关的办理条款。',
      link: links.policies({ keyword: '保税' }),
      mark: 'policy',
    },
  ],
})

// Marked pure, so that a build for another area leaves it out.
export const yaogang = /* @__PURE__ */ area()
