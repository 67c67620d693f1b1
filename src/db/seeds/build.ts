import { buildAccounts } from './build-accounts.ts'
import { buildCatalogue } from './build-catalogue.ts'
import { buildDictionaries, buildDistricts } from './build-reference.ts'
import { calendar } from './calendar.ts'
import { changeLog } from './changes.ts'

/** Every row of the demo as plain values with ids, the same for the same day. */
export function build(now: Date) {
  const days = calendar(now)
  const log = changeLog()
  const accounts = buildAccounts(days, log)
  const catalogue = buildCatalogue(accounts, days, log)
  return {
    days,
    accounts,
    catalogue,
    districts: buildDistricts(),
    dictionaries: buildDictionaries(),
    changes: log.rows,
  }
}
