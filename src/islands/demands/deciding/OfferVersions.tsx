import { useState } from 'react'
import type { DemandDetail } from '../../../contract/demands/demands.ts'
import type { OfferVersion } from '../../../contract/demands/offer-view.ts'
import { offerDifference, type Difference } from '../../../domain/demands/offer-difference.ts'
import { yuan } from '../../../domain/money.ts'
import { monthMinute } from '../../../domain/time.ts'
import { Select } from '../../../ui/form/Select.tsx'
import {
  cellClass,
  headCellClass,
  tableBoxClass,
  tableHeadClass,
  tableScrollClass,
} from '../../../ui/table/table-class.ts'

type Props = {
  /** Newest first. */
  versions: readonly OfferVersion[]
  questions: DemandDetail['questions']
}

const Changes = ({ changes, from, to }: { changes: readonly Difference[]; from: number; to: number }) => (
  <div className={tableBoxClass}>
    <div className={`relative ${tableScrollClass}`} tabIndex={0} role="region" aria-label="版本差异">
      <table className="w-full text-left break-words">
        <caption className="sr-only">{`第 ${from} 版与第 ${to} 版的差异`}</caption>
        <thead className={tableHeadClass}>
          <tr>
            {['内容', `第 ${from} 版`, `第 ${to} 版`].map((head) => (
              <th key={head} scope="col" className={headCellClass()}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ label, before, after }, index) => (
            <tr key={`${label}${index}`} className="border-t border-line align-top">
              <th scope="row" className={`${cellClass()} font-normal text-ink-2`}>
                {label}
              </th>
              <td className={`${cellClass()} whitespace-pre-line ${before === null ? 'text-ink-3' : ''}`}>
                {before ?? '无'}
              </td>
              <td className={`${cellClass()} font-medium whitespace-pre-line ${after === null ? 'text-ink-3' : ''}`}>
                {after ?? '已删除'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </div>
)

/** Two versions of an offer side by side, changes only. */
export const OfferVersions = ({ versions, questions }: Props) => {
  const [newest, previous] = versions
  const [chosen, choose] = useState<{ from?: number; to?: number }>({})
  if (newest === undefined) return <p className="text-ink-3">提交报价后，每一版都会留在这里。</p>
  if (previous === undefined)
    return <p className="text-ink-3">目前只有第 {newest.version} 版，更新报价后可在这里对比各版差异。</p>
  const of = (number: number) => versions.find(({ version }) => version === number)
  const from = of(chosen.from ?? previous.version) ?? previous
  const to = of(chosen.to ?? newest.version) ?? newest
  const options = versions.map(({ version, total, createdAt }) => ({
    value: version,
    label: `第 ${version} 版 · ¥${yuan(total)} · ${monthMinute(createdAt)}`,
  }))
  const changes = offerDifference(from, to, questions)
  return (
    <div className="space-y-4">
      <div className="grid gap-3 md:grid-cols-2">
        <Select
          label="对比"
          options={options}
          value={from.version}
          onChange={(at) => choose({ ...chosen, from: at })}
        />
        <Select label="与" options={options} value={to.version} onChange={(at) => choose({ ...chosen, to: at })} />
      </div>
      {changes.length === 0 ? (
        <p className="text-ink-3">
          {from.version === to.version ? '请选择两个不同的版本。' : '两版内容相同，只改变了密封方式。'}
        </p>
      ) : (
        <Changes changes={changes} from={from.version} to={to.version} />
      )}
    </div>
  )
}
