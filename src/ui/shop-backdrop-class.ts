/** How the drawing behind a shop's head stands: cut at the left, where the name is, never stretched. */
export const backdropShape = {
  viewBox: '0 0 1440 160',
  /** The part with lines alone, for choosing. */
  sampleBox: '640 0 800 160',
  fit: 'xMaxYMid slice',
  class: 'pointer-events-none absolute inset-x-0 top-0 h-16 w-full desk:h-32',
} as const
