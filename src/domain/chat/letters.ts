/** Whom a letter goes to: one person, the people of a company, or a group of its sender's. */
export const letterAudiences = [
  'person',
  'company',
  'colleagues',
  'buyers',
  'all',
  'allBuyers',
  'allSellers',
  'area',
] as const
export type LetterAudience = (typeof letterAudiences)[number]

/** Groups that a letter can be sent to at once. */
export const letterGroups = ['colleagues', 'buyers', 'all', 'allBuyers', 'allSellers', 'area'] as const
export type LetterGroup = (typeof letterGroups)[number]

/** Groups of the platform: only its operators with the permission to edit write to them, and nobody writes back. */
export const platformGroups: readonly LetterAudience[] = ['all', 'allBuyers', 'allSellers', 'area']

export const letterGroupLabels: Readonly<Record<LetterGroup, string>> = {
  colleagues: '本企业全体成员',
  buyers: '本店铺的下单客户',
  all: '全体用户',
  allBuyers: '全体买家',
  allSellers: '全体供应商',
  area: '某个地区的企业用户',
}

export const maxSubjectLength = 60
export const maxLetterLength = 2_000
