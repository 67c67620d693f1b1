import { withoutLegalForm } from '../accounts/legal-form.ts'
import { textHash } from './seeded-numbers.ts'

/** Drawn logo of a company without an own one, on a square of 40; it holds one letter of the name. */
export interface CompanyLogo {
  /** Outline behind the letter. */
  readonly ground: string
  readonly groundFill: string
  readonly letterFill: string
  /** A line or a dot that tells logos of one form apart. */
  readonly ornament: string
}

/** Colours with at least 4.5 : 1 against white. */
const tones = ['var(--accent,#1B56B0)', '#2B6A66', '#6A4C97', '#85562A', '#3A4454', '#9C3848', '#4A6424'] as const

const grounds = [
  'M10 2h20a8 8 0 0 1 8 8v20a8 8 0 0 1-8 8H10a8 8 0 0 1-8-8V10a8 8 0 0 1 8-8z',
  'M2 20a18 18 0 1 0 36 0a18 18 0 1 0-36 0z',
  'M20 1.5l16.5 9.2v18.6L20 38.5 3.5 29.3V10.7z',
  'M4 4h32v18q0 11-16 16Q4 33 4 22z',
  'M4 20Q4 4 20 4h16v16q0 16-16 16H4z',
  'M12 2h16l10 10v16L28 38H12L2 28V12z',
  'M20 2q18 0 18 18t-18 18T2 20 20 2z',
  'M2 8q0-6 6-6h24q6 0 6 6v12q0 18-18 18T2 20z',
] as const

const ornaments = ['', 'M8 33.5h24', 'M32 8.5h0', 'M7.5 12.5v15', 'M11 7.5h18', 'M9 31a16 16 0 0 0 22 0'] as const

/**
 * The logo of a name: always the same for the same name, with or without its legal form, so that a company and its shop
 * share it.
 */
export function companyLogo(name: string): CompanyLogo {
  const hash = textHash(withoutLegalForm(name.trim()))
  const tone = tones[hash % tones.length] ?? tones[0]
  const isLight = (hash >>> 5) % 3 === 0
  return {
    ground: grounds[(hash >>> 8) % grounds.length] ?? grounds[0],
    groundFill: isLight ? `color-mix(in srgb, ${tone} 14%, #fff)` : tone,
    letterFill: isLight ? tone : '#fff',
    ornament: ornaments[(hash >>> 16) % ornaments.length] ?? '',
  }
}
