import type { Tone } from '../text/state-shape.ts'

/** One timeline entry. */
export type TimelineEntry = {
  tone: Tone
  title: string
  note?: string | undefined
  /** As shown, from domain/time.ts. */
  time: string
  /** ISO 8601 time for `datetime`. */
  iso?: string | undefined
}

export const timelineItemClass = 'relative flex gap-3 pb-4 last:pb-0'
export const timelineLineClass = 'absolute top-5 bottom-0 left-[6.5px] w-px bg-line-strong'
export const timelineTimeClass = 'text-sm whitespace-nowrap text-ink-3'
