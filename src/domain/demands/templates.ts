import { clinicalTemplates } from './templates/clinical.ts'
import { pharmaceuticalTemplates } from './templates/pharmaceutical.ts'
import { preclinicalTemplates } from './templates/preclinical.ts'
import type { DemandTemplate } from './templates/template.ts'
import { testingTemplates } from './templates/testing.ts'

/**
 * Superseded versions, kept unchanged: demands created from them are still displayed, edited and copied with them.
 */
const supersededTemplates: readonly DemandTemplate[] = []

/** Current templates, each in its newest version. */
export const demandTemplates: readonly DemandTemplate[] = [
  ...preclinicalTemplates,
  ...pharmaceuticalTemplates,
  ...testingTemplates,
  ...clinicalTemplates,
]

/** All template versions that existing demands may use. */
export const allTemplates: readonly DemandTemplate[] = [...demandTemplates, ...supersededTemplates]

/** Finds a template by key and version; without a version the newest. Undefined if unknown. */
export const findTemplate = (key: string | null | undefined, version?: number | null): DemandTemplate | undefined =>
  (version == null ? demandTemplates : allTemplates).find(
    (template) => template.key === key && (version == null || template.version === version),
  )
