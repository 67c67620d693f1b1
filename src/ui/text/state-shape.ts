/** mute: not started or over. go: in progress. act: the reader's turn. good: done. bad: failed or overdue. */
export type Tone = 'mute' | 'go' | 'act' | 'good' | 'bad'

/** Tint of the badge in headings. */
export const toneTint: Record<Tone, string> = {
  mute: 'bg-surface-3 text-ink-2',
  go: 'bg-accent-tint text-accent',
  act: 'bg-warn-soft text-warn',
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
}

/** Background of a notice. */
export const toneNotice: Record<Tone, string> = {
  mute: 'border-line bg-surface-2 [&>svg]:text-ink-3',
  go: 'border-accent-line bg-accent-soft [&>svg]:text-accent',
  act: 'border-warn-line bg-warn-soft [&>svg]:text-warn',
  good: 'border-good-line bg-good-soft [&>svg]:text-good',
  bad: 'border-bad-line bg-bad-soft [&>svg]:text-bad',
}

type Shape = { colour: string; ring: boolean; dot: boolean; sign: string }

/** Shape with the same meaning as the colour, on a 14 px grid: ring, ring with dot, disc with sign. */
export const toneShape: Record<Tone, Shape> = {
  mute: { colour: 'text-ink-3', ring: true, dot: false, sign: '' },
  go: { colour: 'text-accent', ring: true, dot: true, sign: '' },
  act: { colour: 'text-warn', ring: false, dot: false, sign: 'M7 4.4v3M7 9.4v.1' },
  good: { colour: 'text-good', ring: false, dot: false, sign: 'M4.8 7.2l1.6 1.6L9.4 5.6' },
  bad: { colour: 'text-bad', ring: false, dot: false, sign: 'M5.2 5.2l3.6 3.6M8.8 5.2 5.2 8.8' },
}

export const badgeTintClass = 'inline-flex h-6 items-center rounded-sm px-2 text-xs font-medium whitespace-nowrap'
export const badgeShapeClass = 'inline-flex items-center gap-1.5 whitespace-nowrap'
