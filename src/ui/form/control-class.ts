/** Base of all inputs: visible outline, focus ring, disabled background. */
export const controlBase = 'control'

/** Control with an invalid value. */
export const controlBad = 'border-bad! focus:outline-bad/25'

/** Single line: input, select button. 44 px high on phones. */
export const controlLine = 'h-9 px-3 max-md:h-11'

export const controlClass = (invalid?: boolean | undefined) =>
  invalid ? `${controlBase} ${controlLine} ${controlBad}` : `${controlBase} ${controlLine}`

export const labelClass = 'mb-1.5 flex items-center gap-1 font-medium'
export const hintClass = 'mt-1.5 text-sm text-ink-3'
export const errorClass = 'mt-1.5 flex items-start gap-1 text-sm text-bad'

/** Check box or radio with label; the whole line is clickable. */
export const choiceClass = (disabled?: boolean | undefined) =>
  `inline-flex items-start gap-2 max-md:min-h-11 max-md:items-center ${disabled ? 'text-ink-disabled' : ''}`

/** Floating list of a select, menu or suggestion. */
export const popClass = 'z-40 rounded-lg bg-surface p-1 shadow-pop focus:outline-none'
export const optionClass = 'flex h-9 w-full items-center justify-between gap-2 rounded-md px-3 text-left max-md:h-11'
