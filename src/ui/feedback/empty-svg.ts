import type { EmptyName } from '../picture/mark-names.ts'
import { readSvgSource } from './svg-source.ts'

// Inlined, also in scripts (5 KB for all eight), so that it works without a connection.
const files = import.meta.glob<string>('../marks/empty-*.svg', { query: '?raw', import: 'default', eager: true })

/** Parsed illustration of an empty state. */
export const emptySvg = (name: EmptyName) => readSvgSource(files[`../marks/empty-${name}.svg`], `empty-${name}`)
