const phone = 'pointer-events-none absolute inset-x-0 top-0 h-16 w-full'

/** How the drawing behind a shop's head stands: cut at the left, where the name is, never stretched. */
export const backdropShape = {
  viewBox: '0 0 1440 160',
  fit: 'xMaxYMid slice',
  /** As on a phone, whatever the screen: the seller's preview. */
  phone,
  class: `${phone} desk:h-32`,
  /** A part that tells them apart, for choosing. */
  sampleBox: '900 0 400 160',
  sample: 'block h-full w-full',
} as const
