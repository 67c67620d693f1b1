import type { MarkName } from '../../ui/mark-names.ts'

const marks: Readonly<Record<string, MarkName>> = {
  1: 'molecule',
  2: 'flask',
  3: 'safety',
  4: 'clinical',
  5: 'registration',
  6: 'cdmo',
  7: 'device',
  8: 'analysis',
  9: 'reagent',
  10: 'instrument',
  11: 'cell',
  12: 'material',
}

/** Mark of a class of companies by its code; a class added later has the one of suppliers. */
export const classMark = (code: string): MarkName => marks[code] ?? 'supplier'
