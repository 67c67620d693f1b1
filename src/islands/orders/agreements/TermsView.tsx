import type { AgreementVersion } from '../../../contract/orders/agreements.ts'
import { yuan } from '../../../domain/money.ts'
import type { Article } from '../../../domain/orders/agreements/agreement-terms.ts'
import { lineName } from '../../../stores/orders/agreements/agreements.ts'
import { FactList } from '../../FactList.tsx'

type Terms = AgreementVersion['terms']
type FrameworkTerms = Extract<Terms, { kind: 'framework' }>

const Lines = ({ lines }: Pick<FrameworkTerms, 'lines'>) => (
  <ul className="mt-3 divide-y divide-line border-t border-line">
    {lines.map((line) => (
      <li
        key={`${line.kind} ${line.listingId} ${line.specId ?? ''}`}
        className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3"
      >
        <span className="min-w-0 wrap-anywhere">{lineName(line)}</span>
        <span className="ml-auto whitespace-nowrap tabular-nums">
          <span className="mr-3 text-sm text-ink-3">
            起订 {line.minQuantity} {line.unit}
          </span>
          ¥{yuan(line.unitPrice)} / {line.unit}
        </span>
      </li>
    ))}
  </ul>
)

/** The wording of a version. */
export const Articles = ({ articles }: { articles: readonly Article[] }) => (
  <ol className="space-y-3">
    {articles.map(({ title, text }, at) => (
      <li key={title}>
        <p className="font-medium">
          {at + 1}. {title}
        </p>
        <p className="whitespace-pre-line wrap-anywhere text-ink-2">{text}</p>
      </li>
    ))}
  </ol>
)

/** Terms of a version, as they are signed: all that its paper says. */
export const TermsView = ({ terms }: { terms: Terms }) =>
  terms.kind === 'nda' ? (
    <Articles articles={terms.articles} />
  ) : (
    <>
      <FactList
        facts={[
          { label: '期限', value: `${terms.from} 至 ${terms.until}` },
          { label: '协议总额', value: `¥${yuan(terms.ceiling)}（含运费）` },
          { label: '付款约定', value: terms.payment === '' ? '按各订单的付款计划' : terms.payment, wide: true },
        ]}
      />
      <Lines lines={terms.lines} />
      <div className="mt-3 border-t border-line pt-3">
        <Articles articles={terms.articles} />
      </div>
    </>
  )
