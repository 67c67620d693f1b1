const phone = 'pointer-events-none absolute inset-x-0 top-0 h-16 w-full'

/** Layout of the backdrop behind a shop's header: cropped at the left, never stretched. */
export const backdropShape = {
  viewBox: '0 0 1440 160',
  fit: 'xMaxYMid slice',
  /** Phone layout on every screen, for the seller's preview. */
  phone,
  class: `${phone} desk:h-32`,
  /** Distinctive part, for choosing. */
  sampleBox: '900 0 400 160',
  sample: 'block h-full w-full',
} as const
