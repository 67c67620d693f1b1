import type { RecordAction, RecordLine, RecordPage, RecordRow } from '../../../contract/operations/platform-records.ts'
import type { Db } from '../../../db/open.ts'
import { listingStepText } from '../../../domain/catalogue/listing-states.ts'
import { demandStepLabel, isScoringStep } from '../../../domain/demands/history-labels.ts'
import { orDashes } from '../../../domain/masks.ts'
import { orderStepLabel } from '../../../domain/orders/order-labels.ts'
import { dateTime } from '../../../domain/time.ts'
import { historyOf } from '../../platform/history/histories.ts'

export type Fact = RecordPage['facts'][number]
export type Section = RecordPage['sections'][number]
/** What a kind contributes to its page; head and permitted actions are added to it. */
export interface RecordContent {
  readonly companyId: number | null
  readonly reason: string
  readonly facts: readonly Fact[]
  readonly sections: readonly Section[]
  readonly actions: readonly RecordAction[]
  readonly publicPath: string | null
}

/** Lines of a section; a section with more says how many there are. */
export const maxLines = 20

export const fact = (
  label: string,
  value: string | number | null | undefined,
  record: Fact['record'] = null,
): Fact => ({
  label,
  value: orDashes(value),
  record,
})
export const timeFact = (label: string, at: Date | null | undefined) =>
  fact(label, at ? dateTime(at.toISOString()) : null)
export const lineOf = ({ kind, id, number, title, note, state, at }: RecordRow): RecordLine => ({
  record: { kind, id },
  title,
  note: [number, note].filter((part) => part !== '').join('，'),
  state,
  at,
  file: null,
})
export const plainLine = (title: string, note: string, at: Date | null): RecordLine => ({
  record: null,
  title,
  note,
  state: null,
  at: at?.toISOString() ?? null,
  file: null,
})
export const section = (title: string, lines: readonly RecordLine[], total = lines.length): Section => ({
  title,
  total,
  lines: [...lines],
})

const stepLabels = {
  service: listingStepText,
  product: listingStepText,
  demand: demandStepLabel,
  order: orderStepLabel,
} as const

/** Steps of a record, newest first. */
export async function historySection(db: Db, entity: keyof typeof stepLabels, id: number): Promise<Section> {
  const all = await historyOf(db, entity, id)
  const steps = entity === 'demand' ? all.filter((step) => !isScoringStep(step)) : all
  return section(
    '经过',
    steps
      .toReversed()
      .slice(0, 50)
      .map((step) => plainLine(`${step.by}：${stepLabels[entity](step)}`, step.reason, new Date(step.at))),
    steps.length,
  )
}
