import type { AppKind } from '../../domain/content/digital-apps.ts'
import type { MarkName } from '../../ui/mark-names.ts'

/** The mark of each kind of application. */
export const kindMarks: Readonly<Record<AppKind, MarkName>> = {
  research: 'flask',
  lims: 'analysis',
  clinical: 'clinical',
  registration: 'registration',
  quality: 'policy',
  production: 'cdmo',
  safety: 'safety',
  data: 'gene',
}
