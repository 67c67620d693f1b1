import type { StateLabel } from '../transition.ts'

/** Level of the funding authority. */
export const projectLevels = ['national', 'province', 'city', 'park'] as const
export type ProjectLevel = (typeof projectLevels)[number]
export const projectLevelLabels: Readonly<Record<ProjectLevel, string>> = {
  national: '国家级',
  province: '省级',
  city: '市级',
  park: '园区级',
}

/** Funded fields. */
export const projectFields = ['drug', 'device', 'platform', 'digital', 'talent'] as const
export type ProjectField = (typeof projectFields)[number]
export const projectFieldLabels: Readonly<Record<ProjectField, string>> = {
  drug: '创新药研发',
  device: '医疗器械',
  platform: '公共服务平台',
  digital: '数字化改造',
  talent: '人才与团队',
}

/** Phases of a government project. */
export const projectPhases = ['coming', 'open', 'over'] as const
export type ProjectPhase = (typeof projectPhases)[number]
export const projectPhaseLabels: Record<ProjectPhase, StateLabel> = {
  coming: { label: '即将开始', tone: 'mute' },
  open: { label: '申报中', tone: 'go' },
  over: { label: '已截止', tone: 'mute' },
}

/** Phase at `now`; declarations are accepted from `startsAt` to `deadline`, both inclusive. */
export function projectPhaseAt(project: { readonly startsAt: Date; readonly deadline: Date }, now: Date): ProjectPhase {
  if (now < project.startsAt) return 'coming'
  return now <= project.deadline ? 'open' : 'over'
}
