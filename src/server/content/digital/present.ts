import type { DigitalAppRow, DigitalUseRow } from '../../../contract/content/digital.ts'
import type { digitalApps, digitalSolutionApps, digitalSolutions } from '../../../db/tables/digital.ts'

type AppRecord = typeof digitalApps.$inferSelect
type UseRecord = typeof digitalSolutionApps.$inferSelect
type SolutionRecord = typeof digitalSolutions.$inferSelect

/** Wire format of an application in lists. */
export function presentApp(row: AppRecord): DigitalAppRow {
  const { id, name, kind, vendor, summary, deployment, compliance, price, priceUnit, sample } = row
  return { appId: id, name, kind, vendor, summary, deployment, compliance, price, priceUnit, sample }
}

/** Wire format of the use of an application in a solution. */
export const presentUse = (
  use: UseRecord,
  app: AppRecord,
  solution: Pick<SolutionRecord, 'id' | 'title'>,
): DigitalUseRow => ({
  useId: use.id,
  title: use.title,
  solutionId: solution.id,
  solutionTitle: solution.title,
  app: presentApp(app),
})
