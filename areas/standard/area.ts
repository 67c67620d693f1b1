import { links } from '../../src/domain/links.ts'
import type { Area } from '../area.ts'
import { recordsOf, shared } from '../shared.ts'

const area = (): Area => ({
  id: 'standard',
  title: '药械研发服务平台',
  secondTitle: '药品与医疗器械研发协作',
  logo: 'standard',
  accent: '#1b56b0',
  ...shared,
  ...recordsOf('京'),
  owner: '药械研发服务平台',
  officialAccount: '药械研发服务平台',
  description: '药品与医疗器械研发的技术服务、试剂原料和仪器设备：按资质、周期与价格比较，在线下单、报价与交付。',
  keywords: ['药品研发', '医疗器械', 'CRO', 'CDMO', '药效', '安全性评价', '基因检测'],
  highlights: [
    {
      title: '资质逐项核对',
      text: '营业执照与 GLP、CNAS、CMA 等证书逐项核对，注明有效期。',
      link: links.helpList(29, '企业认证'),
      mark: 'policy',
    },
    {
      title: '报价并排比较',
      text: '一份需求，几家报价对齐到同一张表，每一版都留存。',
      link: links.helpList(52, '参与报价'),
      mark: 'demand',
    },
    {
      title: '付款对应节点',
      text: '首付款、里程碑款与尾款按合同节点付款，每笔都有凭证。',
      link: links.platformRules(1),
      mark: 'analysis',
    },
    {
      title: '限期验收，可要求修改',
      text: '交付后 14 天内验收，可要求修改，也可提出争议。',
      link: links.acceptance(),
      mark: 'registration',
    },
  ],
})

// Marked pure, so that a build for another area leaves it out.
export const standard = /* @__PURE__ */ area()
