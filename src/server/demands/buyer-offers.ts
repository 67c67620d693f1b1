import { and, asc, desc, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { offerDecisionsCalls } from '../../contract/demands/offer-decisions.ts'
import type { OfferView } from '../../contract/demands/offer-view.ts'
import type { offersCalls } from '../../contract/demands/offers.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands, offers, offerVersions as table } from '../../db/tables/demands.ts'
import {
  type CompareCell,
  type ComparedDemand,
  type CompareGroup,
  paymentPlan,
} from '../../domain/demands/compare-cells.ts'
import { compareOffers, withoutSupersededOffers } from '../../domain/demands/compare-offers.ts'
import { offerLabels } from '../../domain/demands/offer-states.ts'
import type { Side } from '../../domain/sides.ts'
import { dateTime } from '../../domain/time.ts'
import type { Handler, Member } from '../handler.ts'
import { saveGeneratedSheet } from '../platform/files/generated-files.ts'
import { createWorkbook, type SheetCell, type WorkbookSheet } from '../platform/workbooks/create-workbook.ts'
import { offerRows, presentOffers, presentVersion } from './present-offer.ts'
import { scoringSheets } from './evaluations/scoring-sheets.ts'
import { countReceivedOffers, getOwnDemand, readableOffers, sealedOffers } from './received-offers.ts'

export const buyerOffers: Handler<typeof offersCalls.buyerOffers> = async (input, { caller, db }) => {
  const { id } = await getOwnDemand(db, input.demandId, caller.companyId)
  const where = readableOffers(id)
  const [limit, offset] = [input.pageSize, (input.current - 1) * input.pageSize]
  const rows = await offerRows(db).where(where).orderBy(asc(table.total), asc(offers.id)).limit(limit).offset(offset)
  const sealed = await offerRows(db).where(sealedOffers(id)).orderBy(asc(offers.id)).limit(limit).offset(offset)
  return {
    total: await countReceivedOffers(db, where),
    data: await presentOffers(db, rows, 'buyer'),
    sealedTotal: await countReceivedOffers(db, sealedOffers(id)),
    sealed: sealed.map(({ offer, company, shopId, current }) => ({
      offerId: offer.id,
      offerNo: offer.offerNo,
      orgId: offer.companyId,
      companyName: company.name,
      shopId,
      version: offer.version,
      hash: current.hash,
      submittedAt: offer.submittedAt?.toISOString() ?? null,
    })),
  }
}

export const buyerOffer: Handler<typeof offersCalls.buyerOffer> = async ({ offerId }, { caller, db }) => {
  const own = and(eq(demands.companyId, caller.companyId), isNull(demands.deletedAt))
  // Withdrawn offers are hidden from the buyer.
  const offered = and(eq(offers.id, offerId), gt(offers.version, 0), ne(offers.status, 'withdrawn'))
  const [row] = await offerRows(db).where(and(offered, own))
  if (row === undefined) throw new CallFailed('notFound')
  const [presented] = await presentOffers(db, [row], 'buyer')
  if (presented === undefined || presented.sealed) throw new CallFailed('notFound')
  return presented
}

/** Sheets of the offer comparison, items, payments. Sealed offers are only counted. */
function comparisonSheets(
  demand: ComparedDemand,
  offers: readonly OfferView[],
  sealed: number,
  scoring: { readonly groups: readonly CompareGroup[]; readonly sheets: readonly WorkbookSheet[] },
): WorkbookSheet[] {
  const rows = [...scoring.groups, ...compareOffers(offers, demand)].flatMap((group) =>
    group.rows.map((row) => [group.label, row.label, ...row.cells.map(sheetCell)]),
  )
  const states: SheetCell[] = ['报价', '状态', ...offers.map(({ status }) => offerLabels[status].label)]
  const closed: SheetCell[][] = sealed === 0 ? [] : [['', '密封报价', `${sealed} 份，截止后开启`]]
  return [
    {
      sheet: '比价',
      widths: [12, 24, ...offers.map(() => 28)],
      head: ['分组', '项目', ...offers.map((offer) => `${offer.companyName}（第 ${offer.current.version} 版）`)],
      rows: [states, ...rows, ...closed],
    },
    {
      sheet: '报价明细',
      widths: [28, 30, 10, 10, 16, 16],
      head: ['供应商', '项目', '数量', '单位', '单价（元）', '金额（元）'],
      rows: offers.flatMap(({ companyName, current }) =>
        current.items.map(({ name, quantity, unit, unitPrice }) => [
          companyName,
          name,
          quantity,
          unit,
          { fen: unitPrice },
          { fen: quantity * unitPrice },
        ]),
      ),
    },
    {
      sheet: '付款计划',
      widths: [28, 24, 10, 16, 16, 48],
      head: ['供应商', '节点', '比例（%）', '金额（元）', '开工后第几天', '交付内容'],
      rows: offers.flatMap((offer) =>
        paymentPlan(offer).map(({ name, percent, fen, dueDays, deliverables }) => [
          offer.companyName,
          name,
          percent,
          { fen },
          dueDays,
          deliverables,
        ]),
      ),
    },
    ...scoring.sheets,
  ]
}

function sheetCell(cell: CompareCell): SheetCell {
  switch (cell.is) {
    case 'total':
    case 'part':
      return { fen: cell.fen }
    case 'budget':
      return { fen: cell.diff }
    case 'plan':
      return cell.parts.map(({ name, percent, dueDays }) => `${name} ${percent}%（第 ${dueDays} 天）`).join('；')
    case 'valid':
      return dateTime(cell.until)
    case 'days':
      return cell.days
    case 'text':
      return cell.text
    case 'has':
      return cell.has ? '有' : '未标注'
    case 'files':
      return cell.files.map(({ name }) => name).join('；')
    case 'moment':
      return cell.at === null ? '--' : dateTime(cell.at)
  }
}

/** Maximum number of offers, one column each. */
const maxOffers = 200

export const offersSheet: Handler<typeof offerDecisionsCalls.offersSheet> = async ({ demandId }, context) => {
  const { caller, db, note } = context
  const demand = await getOwnDemand(db, demandId, caller.companyId)
  const rows = await offerRows(db)
    .where(readableOffers(demandId))
    .orderBy(asc(table.total), asc(offers.id))
    .limit(maxOffers)
  const shown = withoutSupersededOffers(await presentOffers(db, rows, 'buyer'))
  const sealed = await countReceivedOffers(db, sealedOffers(demandId))
  const compared = { demandBudget: demand.budget, questions: demand.questions }
  const bytes = await createWorkbook(comparisonSheets(compared, shown, sealed, await scoringSheets(db, demand, shown)))
  note(demand.demandNo)
  return saveGeneratedSheet(context, caller, `${demand.demandNo} 比价表`, bytes)
}

/** Condition: versions readable by the buyer, not sealed or opened. */
const isReadable = or(eq(table.sealed, false), isNotNull(table.openedAt))

export const offerVersions: Handler<typeof offersCalls.offerVersions> = async (input, { caller, db }) => {
  const side = await callerSide(db, input.offerId, caller)
  const submitted = and(eq(table.offerId, input.offerId), gt(table.version, 0))
  const where = and(submitted, side === 'buyer' ? isReadable : undefined)
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(table)
    .where(where)
  const rows = await db
    .select()
    .from(table)
    .where(where)
    .orderBy(desc(table.version))
    .limit(input.pageSize)
    .offset((input.current - 1) * input.pageSize)
  return { total: counted?.total ?? 0, data: rows.map(presentVersion) }
}

/** Side of the caller's company; checks the permission of that side. Throws notFound for other companies. */
async function callerSide(db: Db, offerId: number, caller: Member): Promise<Side> {
  const [row] = await db
    .select({ seller: offers.companyId, buyer: demands.companyId })
    .from(offers)
    // Drafts, withdrawn offers and offers on deleted demands are invisible to the buyer.
    .leftJoin(
      demands,
      and(
        eq(demands.id, offers.demandId),
        isNull(demands.deletedAt),
        gt(offers.version, 0),
        ne(offers.status, 'withdrawn'),
      ),
    )
    .where(eq(offers.id, offerId))
  const side = row?.seller === caller.companyId ? 'seller' : row?.buyer === caller.companyId ? 'buyer' : undefined
  if (side === undefined) throw new CallFailed('notFound')
  if (!caller.permissions.has(side === 'buyer' ? 'my_requirement' : 'my_supply')) throw new CallFailed('forbidden')
  return side
}
