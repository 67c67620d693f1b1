import type { ScopeItem } from '../../../domain/shops/qualifications.ts'

/** Issuer of each kind of certificate, and for how many years it is issued. */
export const certificateIssuers: ReadonlyMap<string, readonly [issuer: string, years: number]> = new Map([
  ['GLP', ['国家药品监督管理局', 5]],
  ['CNAS', ['中国合格评定国家认可委员会', 6]],
  ['AAALAC', ['AAALAC International', 3]],
  ['CMA', ['省级市场监督管理局', 6]],
  ['GMP', ['省级药品监督管理局', 5]],
  ['EHS', ['第三方评估机构', 3]],
  ['CAP', ['College of American Pathologists', 2]],
  ['GCP', ['国家药品监督管理局', 5]],
  ['ISO 9001', ['方圆标志认证集团有限公司', 3]],
  ['ISO 13485', ['北京国医械华光认证有限公司', 3]],
  ['ISO 15189', ['中国合格评定国家认可委员会', 6]],
  ['ISO 17025', ['中国合格评定国家认可委员会', 6]],
  ['ISO 17034', ['中国合格评定国家认可委员会', 6]],
  ['ISO 27001', ['中国网络安全审查认证和市场监管大数据中心', 3]],
])

/** First letter of a drug production licence by the first two digits of the district. */
const licenceLetters: ReadonlyMap<string, string> = new Map([
  ['11', '京'], ['12', '津'], ['13', '冀'], ['21', '辽'], ['22', '吉'], ['23', '黑'], ['31', '沪'], ['32', '苏'],
  ['33', '浙'], ['34', '皖'], ['35', '闽'], ['36', '赣'], ['37', '鲁'], ['41', '豫'], ['42', '鄂'], ['43', '湘'],
  ['44', '粤'], ['50', '渝'], ['51', '川'], ['53', '云'], ['61', '陕'],
]) // prettier-ignore

const digits = (number: number, length: number) => String(number).padStart(length, '0')

/** Number of a demo certificate in the form of its kind; `serial` differs for each certificate. */
export function certificateNumber(tag: string, issuedOn: string, district: string, serial: number): string {
  const [year, short] = [issuedOn.slice(0, 4), issuedOn.slice(2, 4)]
  const province = district.slice(0, 2)
  switch (tag) {
    case 'GLP':
      return `GLP${short}${digits(serial % 1000, 3)}${digits((serial * 7) % 1000, 3)}`
    case 'CNAS':
    case 'ISO 17025':
      return `CNAS L${digits(3000 + serial * 41, 4)}`
    case 'ISO 15189':
      return `CNAS MT${digits(200 + serial * 3, 4)}`
    case 'ISO 17034':
      return `CNAS RM${digits(10 + serial, 4)}`
    case 'CMA':
      return `${short}${province}2034${digits(serial * 13, 4)}`
    case 'GMP':
      return `${licenceLetters.get(province) ?? '京'}${year}${digits(serial * 17, 4)}`
    case 'GCP':
      return `药临机构备字${year}${digits(serial * 11, 6)}`
    case 'AAALAC':
      return digits(1200 + serial * 3, 6)
    case 'CAP':
      return String(7_180_000 + serial * 37)
    case 'ISO 13485':
      return `047${short}Q10${digits(serial * 19, 3)}R1M`
    case 'ISO 27001':
      return `CCRC-${year}-ISMS-${digits(serial, 4)}`
    case 'ISO 9001':
      return `002${short}Q2${digits(serial * 23, 4)}R1M`
    default:
      return `${tag}-${year}-${digits(serial, 4)}`
  }
}

const items = (text: string): ScopeItem[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [item = '', parameter = '', method = ''] = line.split('|').map((part) => part.trim())
      return { item, parameter, method }
    })

const drugAnalysis = items(`
化学药品制剂|有关物质|中国药典 2025 年版 通则 0512
化学药品制剂|溶出度|中国药典 2025 年版 通则 0931
化学药品制剂|含量均匀度|中国药典 2025 年版 通则 0941
原料药|残留溶剂|中国药典 2025 年版 通则 0861
原料药|元素杂质|中国药典 2025 年版 通则 0411
原料药|亚硝胺杂质|ICH M7(R2)
注射剂|细菌内毒素|中国药典 2025 年版 通则 1143
注射剂|可见异物|中国药典 2025 年版 通则 0904
药包材|可提取物与浸出物|YBB 00142002
`)
const toxicology = items(`
化学药品|单次给药毒性|药物单次给药毒性研究技术指导原则
化学药品|重复给药毒性（啮齿类）|ICH M3(R2)
化学药品|重复给药毒性（非啮齿类）|ICH M3(R2)
化学药品|遗传毒性（Ames、染色体畸变、微核）|ICH S2(R1)
化学药品|生殖毒性|ICH S5(R3)
化学药品|安全药理|ICH S7A
化学药品|毒代动力学|ICH S3A
`)
const devices = items(`
无源医疗器械|细胞毒性|GB/T 16886.5
无源医疗器械|致敏|GB/T 16886.10
无源医疗器械|植入后局部反应|GB/T 16886.6
骨科植入物|疲劳性能|YY/T 0117
有源医疗器械|电磁兼容|YY 9706.102
有源医疗器械|电气安全|GB 9706.1
`)
const sequencing = items(`
人体组织样本|肿瘤基因突变（高通量测序）|WS/T 785
全血|外显子组测序|实验室自建方法
血浆|循环肿瘤 DNA|实验室自建方法
`)
const bioanalysis = items(`
血浆|药物浓度（LC-MS/MS）|中国药典 2025 年版 9012
血浆|抗药抗体|生物样品免疫分析方法验证
尿液|药物浓度（LC-MS/MS）|中国药典 2025 年版 9012
`)

/** Accredited items by supplier and kind. */
const scopes: ReadonlyMap<string, readonly ScopeItem[]> = new Map([
  ...['恒谱 CNAS', '恒谱 CMA', '和度 CNAS', '浑岚 CMA'].map((key) => [key, drugAnalysis] as const),
  ...['臻境 GLP', '和度 GLP', '海榆 GLP', '澜格 GLP', '沐澄 GLP'].map((key) => [key, toxicology] as const),
  ...['朔原 CNAS', '朔原 CMA'].map((key) => [key, devices] as const),
  ...['启微 CMA', '启微 ISO 15189', '鹭屿 ISO 15189'].map((key) => [key, sequencing] as const),
  ...['麓原 CNAS', '臻境 CNAS'].map((key) => [key, bioanalysis] as const),
])
export const scopeOf = (supplier: string, tag: string): readonly ScopeItem[] => scopes.get(`${supplier} ${tag}`) ?? []
