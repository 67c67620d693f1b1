/** Whose policy it is, from the widest to the narrowest; the words are the wire values of policyList. */
export const policyLevels = ['国家', '省级', '市级', '园区'] as const
export type PolicyLevel = (typeof policyLevels)[number]

/** What a policy is about. */
export const policyTopics = [
  '研发投入',
  '临床与注册',
  '生产转化',
  '人才引进',
  '厂房与租金',
  '金融与税收',
  '审评审批',
  '公共平台',
] as const
export type PolicyTopic = (typeof policyTopics)[number]

/** How a policy stands on a day, by its own days (`2026-11-21`). */
export function policyState(
  { effectiveOn, expiresOn }: { readonly effectiveOn: string; readonly expiresOn: string },
  today: string,
): { readonly label: string; readonly tone: 'mute' | 'go' | 'good' } {
  if (expiresOn !== '' && expiresOn < today) return { label: '已失效', tone: 'mute' }
  if (effectiveOn > today) return { label: '待施行', tone: 'go' }
  return { label: '现行有效', tone: 'good' }
}
