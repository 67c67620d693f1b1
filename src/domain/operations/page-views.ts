/** Kind of referrer of a page view; the URL itself is never stored. */
export const referrerKinds = ['direct', 'inner', 'search', 'social', 'other'] as const
export type ReferrerKind = (typeof referrerKinds)[number]

export const referrerLabels: Readonly<Record<ReferrerKind, string>> = {
  direct: '直接打开',
  inner: '站内点击',
  search: '搜索引擎',
  social: '社交与消息',
  other: '其他网站',
}

const search = ['baidu.com', 'so.com', 'sogou.com', 'sm.cn', 'bing.com', 'google.', 'haosou.com', 'toutiao.com']
const social = [
  'weixin.qq.com',
  'qq.com',
  'weibo.com',
  'weibo.cn',
  'zhihu.com',
  'douban.com',
  'dingtalk.com',
  'feishu.cn',
]

/** Of the page before (`document.referrer`, empty where there is none); `host` is the site's own. */
export function getReferrerKind(referrer: string, host: string): ReferrerKind {
  if (!URL.canParse(referrer)) return 'direct'
  const from = new URL(referrer).host
  if (from === host) return 'inner'
  const isOf = (names: readonly string[]) =>
    names.some((name) =>
      name.endsWith('.') ? `.${from}`.includes(`.${name}`) : from === name || from.endsWith(`.${name}`),
    )
  return isOf(search) ? 'search' : isOf(social) ? 'social' : 'other'
}

/** Days that the figures can be asked for, today included. */
export const pageViewPeriods = [7, 30, 90, 365] as const
export type PageViewPeriod = (typeof pageViewPeriods)[number]

/** Change against the time before, in whole percent; null where there was nothing before. */
export const getPercentChange = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round(((now - before) / before) * 100)
