/** One progress step and, optionally, its duration or time. */
export type Step = { label: string; note?: string | undefined }
/** Position of a step relative to the current one. */
export type StepPlace = 'past' | 'now' | 'ahead'

export const stepPlace = (index: number, current: number): StepPlace =>
  index < current ? 'past' : index === current ? 'now' : 'ahead'

const line =
  'before:absolute max-md:before:top-8 max-md:before:-bottom-3 max-md:before:left-3 max-md:before:w-px md:before:top-3 md:before:right-2 md:before:left-8 md:before:h-px'

export const stepsClass = 'flex flex-col gap-4 md:flex-row md:gap-0'
export const stepClass = (place: StepPlace, last: boolean) =>
  `relative flex flex-1 gap-3 md:block ${last ? '' : `${line} ${place === 'past' ? 'before:bg-accent' : 'before:bg-line-strong'}`}`
export const stepDotClass = (place: StepPlace) =>
  `grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold ${
    { past: 'bg-accent-tint text-accent', now: 'bg-accent text-white', ahead: 'border border-line-strong text-ink-3' }[
      place
    ]
  }`
export const stepLabelClass = (place: StepPlace) =>
  `pr-4 font-medium md:mt-2 ${{ past: '', now: 'text-accent', ahead: 'text-ink-3' }[place]}`
export const stepNoteClass = 'pr-4 text-sm text-ink-3'
