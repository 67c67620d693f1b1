import { links } from '../../src/domain/links.ts'
import type { Area } from '../area.ts'
import { recordsOf, shared } from '../shared.ts'

const area = (): Area => ({
  id: 'taizhou',
  title: '泰州药械研发服务平台',
  secondTitle: '泰州医药产业公共服务',
  logo: 'taizhou',
  accent: '#006a79',
  ...shared,
  ...recordsOf('苏'),
  owner: '泰州药械研发服务平台',
  officialAccount: '泰州药械研发服务平台',
  description: '依托中国医药城的药械公共服务：疫苗、制剂、诊断试剂与特医食品的研发、检测、注册和厂房一站对接。',
  keywords: ['泰州', '中国医药城', '疫苗', '制剂', '诊断试剂', '特医食品'],
  highlights: [
    {
      title: '中国医药城',
      text: '国家级医药高新区：标准厂房、制剂车间与冷库可租可看。',
      link: links.parks({ keyword: '中国医药城' }),
      mark: 'park',
    },
    {
      title: '疫苗与生物制品',
      text: '从毒种库、工艺放大到批签发准备的配套服务。',
      link: links.serviceList({ keyword: '疫苗' }),
      mark: 'vial',
    },
    {
      title: '公共检测平台',
      text: '药品、器械与诊断试剂的检验检测就近送样。',
      link: links.registrationList(),
      mark: 'analysis',
    },
    {
      title: '泰州政策',
      text: '临床批件、上市许可与设备投入的兑现条款与时限。',
      link: links.policies({ keyword: '泰州' }),
      mark: 'policy',
    },
  ],
})

// Marked pure, so that a build for another area leaves it out.
export const taizhou = /* @__PURE__ */ area()
