import { clinicalTemplates } from './templates/clinical.ts'
import { olderTemplates } from './templates/older.ts'
import { pharmaceuticalTemplates } from './templates/pharmaceutical.ts'
import { preclinicalTemplates } from './templates/preclinical.ts'
import type { DemandTemplate } from './templates/template.ts'
import { testingTemplates } from './templates/testing.ts'

/** The kinds of study one can start from, each in its newest version. */
export const demandTemplates: readonly DemandTemplate[] = [
  ...preclinicalTemplates,
  ...pharmaceuticalTemplates,
  ...testingTemplates,
  ...clinicalTemplates,
]

/** Every version that a demand may have been made from. */
export const everyTemplate: readonly DemandTemplate[] = [...demandTemplates, ...olderTemplates]

/** A template by its key: the version asked for, the newest without one; undefined for what there never was. */
export const templateOf = (key: string | null | undefined, version?: number | null): DemandTemplate | undefined =>
  (version == null ? demandTemplates : everyTemplate).find(
    (template) => template.key === key && (version == null || template.version === version),
  )
