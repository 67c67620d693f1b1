import type { OfferTerms } from '../../contract/demands/offers.ts'
import { splitByMilestones } from '../../domain/demands/offer-terms.ts'
import { yuan } from '../../domain/money.ts'
import { cellClass, headCellClass, tableBoxClass, tableScrollClass } from '../../ui/table-class.ts'

type Props = { terms: OfferTerms; total: number }

/** What an offer says: items with their sum, payments by milestones. */
export const OfferTermsView = ({ terms, total }: Props) => {
  const amounts = splitByMilestones(total, terms.milestones)
  const head = 'border-b border-line bg-surface-2 text-sm text-ink-2'
  return (
    <div className="space-y-6">
      <section>
        <h3 className="mb-3 font-medium">报价明细</h3>
        <div className={tableBoxClass}>
          <div className={`relative ${tableScrollClass}`} tabIndex={0} role="region" aria-label="报价明细">
            <table className="w-full text-left max-md:min-w-[480px]">
              <caption className="sr-only">报价明细</caption>
              <thead className={head}>
                <tr>
                  <th scope="col" className={headCellClass()}>
                    项目
                  </th>
                  <th scope="col" className={headCellClass('right')}>
                    数量
                  </th>
                  <th scope="col" className={headCellClass('right')}>
                    单价
                  </th>
                  <th scope="col" className={headCellClass('right')}>
                    金额
                  </th>
                </tr>
              </thead>
              <tbody>
                {terms.items.map((item, index) => (
                  <tr key={`${item.name}${index}`} className="border-t border-line first:border-t-0">
                    <td className={cellClass()}>{item.name}</td>
                    <td
                      className={`${cellClass('right')} whitespace-nowrap`}
                    >{`${item.quantity.toLocaleString('en-US')} ${item.unit}`}</td>
                    <td className={`${cellClass('right')} whitespace-nowrap`}>¥{yuan(item.unitPrice)}</td>
                    <td className={`${cellClass('right')} font-medium whitespace-nowrap`}>
                      ¥{yuan(item.quantity * item.unitPrice)}
                    </td>
                  </tr>
                ))}
              </tbody>
              <tfoot className="border-t border-line bg-surface-2">
                <tr>
                  <td className={cellClass()} colSpan={3}>
                    合计
                  </td>
                  <td className={`${cellClass('right')} font-semibold whitespace-nowrap`}>¥{yuan(total)}</td>
                </tr>
              </tfoot>
            </table>
          </div>
        </div>
      </section>
      <section>
        <h3 className="mb-3 font-medium">付款节点</h3>
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {terms.milestones.map((milestone, index) => (
            <li key={`${milestone.name}${index}`} className="flex items-baseline justify-between gap-4 px-4 py-2.5">
              <span>
                {milestone.name}
                <span className="ml-2 text-sm text-ink-3">开工后第 {milestone.dueDays} 天</span>
              </span>
              <span className="whitespace-nowrap">
                ¥{yuan(amounts[index] ?? 0)} <span className="text-sm text-ink-3">{milestone.percent}%</span>
              </span>
            </li>
          ))}
        </ul>
      </section>
      {terms.note && (
        <section>
          <h3 className="mb-2 font-medium">方案说明</h3>
          <p className="whitespace-pre-line text-ink-2">{terms.note}</p>
        </section>
      )}
    </div>
  )
}
