/** Ids of the sections of the developers' page. */
export const developerSections = {
  start: 'start',
  keys: 'keys',
  repeats: 'repeats',
  paging: 'paging',
  failures: 'failures',
  limits: 'limits',
  webhooks: 'webhooks',
} as const

/** The table of contents. */
export const developerContents = [
  { depth: 2, slug: developerSections.start, text: '开始使用' },
  { depth: 2, slug: developerSections.keys, text: '认证与权限' },
  { depth: 2, slug: developerSections.repeats, text: '重复提交' },
  { depth: 2, slug: developerSections.paging, text: '分页、金额与时间' },
  { depth: 2, slug: developerSections.failures, text: '失败' },
  { depth: 2, slug: developerSections.limits, text: '调用次数' },
  { depth: 2, slug: developerSections.webhooks, text: '接收推送' },
] as const
