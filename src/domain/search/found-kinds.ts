/** Kinds of content that the search of the whole site finds, in the order of their tabs. */
export const foundKinds = [
  'services',
  'products',
  'suppliers',
  'demands',
  'classes',
  'news',
  'policies',
  'questions',
] as const
export type FoundKind = (typeof foundKinds)[number]

/** Name and unit of each kind of content. */
export const foundKindLabels: Readonly<Record<FoundKind, { readonly label: string; readonly unit: string }>> = {
  services: { label: '服务', unit: '项服务' },
  products: { label: '商品', unit: '件商品' },
  suppliers: { label: '供应商', unit: '家供应商' },
  demands: { label: '需求', unit: '条需求' },
  classes: { label: '直播课堂', unit: '门课程' },
  news: { label: '资讯', unit: '条资讯' },
  policies: { label: '政策', unit: '项政策' },
  questions: { label: '帮助', unit: '个问题' },
}
