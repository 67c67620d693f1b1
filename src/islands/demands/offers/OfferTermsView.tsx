import { FileText } from 'lucide-react'
import type { DemandDetail } from '../../../contract/demands/demands.ts'
import type { OfferTerms, OfferVersion } from '../../../contract/demands/offer-view.ts'
import { isStage, splitByMilestones, unfilled } from '../../../domain/demands/offer-terms.ts'
import { finalPaymentDays } from '../../../domain/orders/deadlines.ts'
import { taxRateText } from '../../../domain/orders/tax-rates.ts'
import { yuan } from '../../../domain/money.ts'
import { formatFileSize } from '../../../domain/operations/file-size.ts'
import { cellClass, headCellClass, tableBoxClass, tableScrollClass } from '../../../ui/table/table-class.ts'

type Props = {
  terms: OfferTerms
  total: number
  files?: OfferVersion['files'] | undefined
  /** The demand's questions: labels of the answers, and unanswered ones. */
  questions?: readonly Question[] | undefined
}
type Question = Pick<DemandDetail['questions'][number], 'key' | 'label' | 'unit'>

const quantityOf = ({ quantity, unit }: OfferTerms['items'][number]) => `${quantity.toLocaleString('en-US')} ${unit}`

const Answers = ({ terms, questions }: { terms: OfferTerms; questions: readonly Question[] }) => {
  const given = new Map(terms.answers.map(({ key, value }) => [key, value]))
  const value = ({ key, unit }: Question) => {
    const text = given.get(key) ?? ''
    return text === '' ? '--' : unit === '' ? text : `${text} ${unit}`
  }
  return (
    <section>
      <h3 className="mb-3 font-medium">对需求方提问的回答</h3>
      <dl className="divide-y divide-line rounded-lg border border-line bg-surface">
        {questions.map((question) => (
          <div key={question.key} className="grid gap-x-4 px-4 py-2.5 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <dt className="text-ink-2">{question.label}</dt>
            <dd className="whitespace-pre-line">{value(question)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Files = ({ files }: { files: OfferVersion['files'] }) => (
  <section>
    <h3 className="mb-3 font-medium">附件</h3>
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {files.map(({ fileId, name, size, url }) => (
        <li key={fileId} className="flex items-center gap-3 px-4 py-2.5">
          <FileText className="size-5 shrink-0 text-ink-3" />
          <a href={url} className="min-w-0 flex-1 break-all hover:text-accent">
            {name}
          </a>
          <span className="shrink-0 text-sm text-ink-3">{formatFileSize(size)}</span>
        </li>
      ))}
    </ul>
  </section>
)

/**
 * Terms of an offer: items with total, payment milestones, answers, note and files. On phones unit price and quantity
 * are shown below the item's name.
 */
export const OfferTermsView = ({ terms, total, files = [], questions = [] }: Props) => {
  const amounts = splitByMilestones(total, terms.milestones)
  const head = 'border-b border-line bg-surface-2 text-sm text-ink-2'
  return (
    <div className="space-y-6">
      <section>
        <h3 className="mb-3 font-medium">报价明细</h3>
        <div className={tableBoxClass}>
          <div className={`relative ${tableScrollClass}`} tabIndex={0} role="region" aria-label="报价明细">
            <table className="w-full text-left">
              <caption className="sr-only">报价明细</caption>
              <thead className={head}>
                <tr>
                  <th scope="col" className={headCellClass()}>
                    项目
                  </th>
                  <th scope="col" className={`${headCellClass('right')} max-md:hidden`}>
                    数量
                  </th>
                  <th scope="col" className={`${headCellClass('right')} max-md:hidden`}>
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
                    <td className={`${cellClass()} wrap-anywhere`}>
                      {item.name || '--'}
                      <span className="block text-sm text-ink-3 md:hidden">
                        {quantityOf(item)} × ¥{yuan(item.unitPrice)}
                      </span>
                    </td>
                    <td className={`${cellClass('right')} whitespace-nowrap max-md:hidden`}>{quantityOf(item)}</td>
                    <td className={`${cellClass('right')} whitespace-nowrap max-md:hidden`}>¥{yuan(item.unitPrice)}</td>
                    <td className={`${cellClass('right')} font-medium whitespace-nowrap`}>
                      ¥{yuan(item.quantity * item.unitPrice)}
                    </td>
                  </tr>
                ))}
              </tbody>
              <tfoot className="border-t border-line bg-surface-2">
                <tr>
                  <td className={cellClass()}>
                    合计
                    {terms.taxRate !== null && (
                      <span className="ml-2 text-sm text-ink-3">含税，税率 {taxRateText(terms.taxRate)}</span>
                    )}
                  </td>
                  <td className={`${cellClass('right')} font-semibold whitespace-nowrap`} colSpan={3}>
                    ¥{yuan(total)}
                  </td>
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
                {milestone.name || '--'}
                <span className="ml-2 text-sm text-ink-3">
                  {milestone.dueDays === unfilled.dueDays ? '天数未填' : `开工后第 ${milestone.dueDays} 天`}
                  {isStage(milestone) && `，验收后 ${finalPaymentDays} 天内付款`}
                </span>
                {isStage(milestone) && (
                  <span className="mt-0.5 block text-sm wrap-anywhere whitespace-pre-line text-ink-2">
                    交付：{milestone.deliverables}
                  </span>
                )}
              </span>
              <span className="whitespace-nowrap">
                ¥{yuan(amounts[index] ?? 0)} <span className="text-sm text-ink-3">{milestone.percent}%</span>
              </span>
            </li>
          ))}
        </ul>
      </section>
      {questions.length > 0 && <Answers terms={terms} questions={questions} />}
      {terms.note && (
        <section>
          <h3 className="mb-2 font-medium">方案说明</h3>
          <p className="whitespace-pre-line text-ink-2">{terms.note}</p>
        </section>
      )}
      {files.length > 0 && <Files files={files} />}
    </div>
  )
}
