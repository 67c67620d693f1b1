import type { DemandRow } from '../../contract/demands/demands.ts'
import { demandLabels } from '../../domain/demands/demand-states.ts'
import { links } from '../../domain/links.ts'
import { timeLeft } from '../../domain/time.ts'
import type { DemandCardProps } from '../../ui/card/card-types.ts'

export const demandCard = (row: DemandRow, now: string): DemandCardProps => ({
  href: links.demandDetail(row.demandId),
  title: row.demandTitle,
  note: `${row.stageName} / ${row.categoryName}`,
  budget: row.demandBudget,
  offers: row.offerCount,
  state: demandLabels[row.status],
  left: timeLeft(row.deadline, now),
})
