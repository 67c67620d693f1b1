import { links } from '../../src/domain/links.ts'
import type { Area } from '../area.ts'
import { recordsOf, shared } from '../shared.ts'

const area = (): Area => ({
  id: 'changchun',
  title: '长春药械研发服务平台',
  secondTitle: '长春生物医药产业协作',
  logo: 'changchun',
  accent: '#4a6521',
  ...shared,
  ...recordsOf('吉'),
  owner: '长春药械研发服务平台',
  officialAccount: '长春药械研发服务平台',
  description: '面向长春及东北的药械研发协作：疫苗与重组蛋白、中药现代化、医学光学器械与园区政策。',
  keywords: ['长春', '生物制品', '疫苗', '重组蛋白', '中药', '光学医疗器械'],
  highlights: [
    {
      title: '疫苗与重组蛋白',
      text: '细胞株、发酵纯化到制剂灌装，沿着生物制品链找服务。',
      link: links.serviceList({ keyword: '重组蛋白' }),
      mark: 'antibody',
    },
    {
      title: '光学医疗器械',
      text: '内窥、眼科与检验光学部件的设计、检测与注册。',
      link: links.serviceList({ keyword: '光学' }),
      mark: 'device',
    },
    {
      title: '北药与中药',
      text: '人参、鹿茸等道地药材的质量标准与制剂研究。',
      link: links.serviceList({ keyword: '中药' }),
      mark: 'capsule',
    },
    {
      title: '长春园区',
      text: '国家生物产业基地的厂房、动物房与公共平台。',
      link: links.parks({ keyword: '长春' }),
      mark: 'park',
    },
  ],
})

// Marked pure, so that a build for another area leaves it out.
export const changchun = /* @__PURE__ */ area()
