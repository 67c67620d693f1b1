import type { StateLabel } from '../../transition.ts'
import type { AcceptanceState } from './match-order.ts'

export const acceptanceLabels: Readonly<Record<AcceptanceState, StateLabel>> = {
  accepted: { label: '已验收', tone: 'good' },
  waiting: { label: '未验收', tone: 'go' },
  notRequired: { label: '无需验收', tone: 'mute' },
  skipped: { label: '不再执行', tone: 'mute' },
}
