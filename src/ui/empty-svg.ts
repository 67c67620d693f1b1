import type { EmptyName } from './mark-names.ts'
import { readSvg } from './svg-source.ts'

// Inlined, also into script (5 KB for all eight): what is shown when the network is gone cannot come from it.
const files = import.meta.glob<string>('./marks/empty-*.svg', { query: '?raw', import: 'default', eager: true })

/** The drawing of an empty place, taken apart. */
export const emptySvg = (name: EmptyName) => readSvg(files[`./marks/empty-${name}.svg`], `empty-${name}`)
