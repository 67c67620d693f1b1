import { setImmediate } from 'node:timers/promises'
import { serviceForm } from '../../../contract/catalogue/listing-form.ts'
import { insertRows } from '../../../db/insert-rows.ts'
import { services } from '../../../db/tables/catalogue.ts'
import {
  daysOf,
  durationText,
  durationUnits,
  type DurationUnit,
  type ServiceForm,
} from '../../../domain/catalogue/listing-form.ts'
import { serviceErrors } from '../../../domain/catalogue/listing-rules.ts'
import { checkForm } from './check-form.ts'
import type { ListingType, ListingToWrite } from './listing-type.ts'
import { changedColumns, sharedColumns, sharedForm } from './listing-columns.ts'

type Row = typeof services.$inferSelect
type Insert = typeof services.$inferInsert

/** Rows per insert. Tokenizing blocks the event loop, so other requests run between two inserts. */
const insertBatchSize = 100

export const serviceKind: ListingType<ServiceForm> = {
  kind: 'service',
  word: '服务',
  permission: 'org_service_manage',
  table: services,
  number: services.serviceNo,
  numberOf: (id, year) => `S${year}-${String(id).padStart(7, '0')}`,
  parse: (form) => serviceForm.parse(form),
  check: (form) => checkForm(serviceForm, form),
  faults: serviceErrors,
  read: async (db, where, lock) => {
    const query = db.select().from(services).where(where).orderBy(services.id)
    const rows = await (lock === undefined ? query : query.for('no key update'))
    return rows.map((row) => ({ ...row, no: row.serviceNo, form: formOf(row), ...unparsedDuration(row) }))
  },
  write: async (tx, rows, now) => {
    for (let at = 0; at < rows.length; at += insertBatchSize) {
      await insertRows(
        tx,
        services,
        rows.slice(at, at + insertBatchSize).map((row) => columnsOf(row, now)),
        [...changedColumns, 'downPaymentPercent', 'minDays', 'maxDays', 'durationText'],
      )
      await setImmediate()
    }
  },
}

const columnsOf = (row: ListingToWrite<ServiceForm>, now: Date): Insert => {
  const { durationFrom, durationTo, durationUnit, downPaymentPercent } = row.form
  const [low, high] = [durationFrom ?? durationTo, durationTo ?? durationFrom]
  const said = durationText(row.form)
  return {
    ...sharedColumns(row, now, { brand: '', numbers: [], specifications: [] }),
    serviceNo: row.no,
    downPaymentPercent,
    minDays: low === null ? null : daysOf(low, durationUnit),
    maxDays: high === null ? null : daysOf(high, durationUnit),
    durationText: said === '' ? (row.looseDuration ?? '') : said,
  }
}

const formOf = (row: Row): ServiceForm => ({
  ...sharedForm(row),
  downPaymentPercent: row.downPaymentPercent,
  ...durationOf(row.durationText),
})

const unparsedDuration = ({ durationText: text }: Row): { looseDuration?: string } =>
  text !== '' && durationOf(text).durationFrom === null ? { looseDuration: text } : {}

function durationOf(text: string): Pick<ServiceForm, 'durationFrom' | 'durationTo' | 'durationUnit'> {
  const [, from, to = from, word] = /^(\d{1,3})(?:~(\d{1,3}))? (.+)$/.exec(text) ?? []
  const unit = durationUnits.find((each) => each === word)
  if (from === undefined || to === undefined || unit === undefined) return unknownDuration
  return { durationFrom: Number(from), durationTo: Number(to), durationUnit: unit }
}

const unknownDuration: { durationFrom: null; durationTo: null; durationUnit: DurationUnit } = {
  durationFrom: null,
  durationTo: null,
  durationUnit: '周',
}
