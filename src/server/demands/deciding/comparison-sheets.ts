import type { OfferView } from '../../../contract/demands/offer-view.ts'
import type { CompareCell, ComparedDemand } from '../../../domain/demands/compare-cells.ts'
import { planOf } from '../../../domain/demands/compare-cells.ts'
import { compareOffers } from '../../../domain/demands/compare-offers.ts'
import { offerLabels } from '../../../domain/demands/offer-states.ts'
import { dateTime } from '../../../domain/time.ts'
import type { MadeSheet, SheetCell } from '../../operations/public.ts'

/** Sheets of a comparison: side by side, items, payments. Of what is under seal only the number is told. */
export function comparisonSheets(demand: ComparedDemand, offers: readonly OfferView[], sealed: number): MadeSheet[] {
  const rows = compareOffers(offers, demand).flatMap((group) =>
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
          ...[companyName, name, quantity, unit],
          ...[{ fen: unitPrice }, { fen: quantity * unitPrice }],
        ]),
      ),
    },
    {
      sheet: '付款计划',
      widths: [28, 24, 10, 16, 16],
      head: ['供应商', '节点', '比例（%）', '金额（元）', '开工后第几天'],
      rows: offers.flatMap((offer) =>
        planOf(offer).map(({ name, percent, fen, dueDays }) => [offer.companyName, name, percent, { fen }, dueDays]),
      ),
    },
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
