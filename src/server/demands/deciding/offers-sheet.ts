import { asc } from 'drizzle-orm'
import type { offerDecisionsCalls } from '../../../contract/demands/offer-decisions.ts'
import { offers, offerVersions } from '../../../db/tables/demands.ts'
import { sideBySide } from '../../../domain/demands/compare-offers.ts'
import type { Handler } from '../../handler.ts'
import { keepMadeSheet, makeWorkbook } from '../../operations/public.ts'
import { offerRows, presentOffers } from '../present-offer.ts'
import { countReceived, ownDemandOf, readableOffers, sealedOffers } from '../received-offers.ts'
import { comparisonSheets } from './comparison-sheets.ts'

/** Columns of the sheet: more suppliers than anybody compares. */
const mostOffers = 200

export const offersSheet: Handler<typeof offerDecisionsCalls.offersSheet> = async ({ demandId }, context) => {
  const { caller, db, note } = context
  const demand = await ownDemandOf(db, demandId, caller.companyId)
  const rows = await offerRows(db)
    .where(readableOffers(demandId))
    .orderBy(asc(offerVersions.total), asc(offers.id))
    .limit(mostOffers)
  const shown = sideBySide(await presentOffers(db, rows, 'buyer'))
  const sealed = await countReceived(db, sealedOffers(demandId))
  const compared = { demandBudget: demand.budget, questions: demand.questions }
  const bytes = await makeWorkbook(comparisonSheets(compared, shown, sealed))
  note(demand.demandNo)
  return keepMadeSheet(context, caller, `${demand.demandNo} 比价表`, bytes)
}
