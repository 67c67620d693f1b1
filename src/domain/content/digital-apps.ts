/** Kinds of applications in the store, in the order of a drug's way. */
export const appKinds = [
  'research',
  'lims',
  'clinical',
  'registration',
  'quality',
  'production',
  'safety',
  'data',
] as const
export type AppKind = (typeof appKinds)[number]
export const appKindLabels: Readonly<Record<AppKind, { readonly label: string; readonly text: string }>> = {
  research: { label: '研发管理', text: '电子实验记录、化合物与样品、项目管理' },
  lims: { label: '实验室与检测', text: 'LIMS、仪器数据采集、环境监测' },
  clinical: { label: '临床试验', text: 'CTMS、EDC、eTMF、随机与药物管理' },
  registration: { label: '注册申报', text: '申报资料编写、eCTD、法规与证书管理' },
  quality: { label: '质量管理', text: 'QMS、文件、培训、偏差与变更' },
  production: { label: '生产制造', text: 'MES、批记录、称量与设备' },
  safety: { label: '药物警戒', text: '个例报告、信号检测、文献监测' },
  data: { label: '数据与智能', text: '数据平台、统计分析、文献与结构检索' },
}

export const deployments = ['saas', 'private', 'both'] as const
export type Deployment = (typeof deployments)[number]
export const deploymentLabels: Readonly<Record<Deployment, string>> = {
  saas: '云端订阅',
  private: '私有部署',
  both: '云端或私有',
}

/** Orders of the list. */
export const appSorts = ['default', 'new', 'price'] as const
export type AppSort = (typeof appSorts)[number]
export const appSortLabels: Readonly<Record<AppSort, string>> = {
  default: '综合',
  new: '最新上架',
  price: '价格从低到高',
}

/** Applications of one page. */
export const appsPerPage = 12
