import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import {
  audienceLabels,
  audiences,
  type CompanyPart,
  companyPartLabels,
  companyParts,
  maySee,
  type Visibility,
} from '../../../domain/accounts/visibility.ts'
import * as certification from '../../../stores/accounts/certification/certification.ts'
import * as companies from '../../../stores/accounts/companies/company.ts'
import { Certified } from '../../../ui/card/Certified.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { Avatar } from '../../../ui/picture/Avatar.tsx'
import { cellClass, headCellClass, rowClass, tableHeadClass, tableScrollClass } from '../../../ui/table/table-class.ts'
import { StateShape } from '../../../ui/text/StateShape.tsx'
import { FactList } from '../../FactList.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { ReadOnlyNotice } from './CompanyFacts.tsx'
import { isCertified } from '../../../domain/accounts/certification.ts'

const readers = [
  { value: 'public', label: '未登录访客' },
  { value: 'signed_in', label: '登录用户' },
  { value: 'partners', label: '有订单往来的企业' },
] as const
type Reader = (typeof readers)[number]['value']

/** Preview of what others see with the chosen audiences. */
const VisibilityPreview = ({ visibility }: { visibility: Visibility }) => {
  const [reader, setReader] = useState<Reader>('public')
  const company = useStore(companies.company)
  const authorisation = useStore(certification.authorisation)
  useEffect(() => {
    void companies.loadCompany()
    void certification.loadCertification()
  }, [])
  if (company.at !== 'ready') return null
  const own = company.content
  const inForce = authorisation.at === 'ready' ? authorisation.content.inForce : null
  const words: Record<CompanyPart, string> = {
    contact: [own.contactName, own.contactPhone].filter(Boolean).join(' '),
    address: own.address,
    creditCode: own.creditCode,
    legalPerson: inForce?.legalPerson ?? '',
    founded: own.foundedAt,
    scale: own.scale,
  }
  const seen = companyParts.filter((part) => maySee(visibility, part, reader))
  const hidden = companyParts.length - seen.length
  return (
    <section aria-label="预览" className="rounded-lg border border-line bg-surface p-4 md:p-6">
      <Radio label="预览身份" form="chip" options={readers} value={reader} onChange={setReader} />
      <div className="mt-4 rounded-lg border border-line bg-surface-2 p-4 md:p-5" aria-live="polite">
        <div className="mb-4 flex items-center gap-3">
          <Avatar name={own.name} kind="org" size="lg" />
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              {own.name}
              {isCertified(own.authStatus) && <Certified />}
            </p>
            <p className="text-sm text-ink-2">{own.districtName || '--'}</p>
          </div>
        </div>
        <FactList facts={seen.map((part) => ({ label: companyPartLabels[part], value: words[part] }))} />
        {hidden > 0 && <p className="mt-3 text-sm text-ink-3">另有 {hidden} 项不向其显示</p>}
      </div>
    </section>
  )
}

/** Table of parts and audiences; every choice is saved at once. */
const VisibilityTable = ({ visibility, disabled }: { visibility: Visibility; disabled: boolean }) => (
  <div className={tableScrollClass} tabIndex={0} role="region" aria-label="信息公开范围表">
    <table className="w-full text-left">
      <caption className="sr-only">企业信息各部分对谁可见</caption>
      <thead className={tableHeadClass}>
        <tr>
          <th scope="col" className={headCellClass('left')}>
            信息
          </th>
          {audiences.map((audience) => (
            <th
              key={audience}
              scope="col"
              className={`${headCellClass('left')} max-md:px-1.5 max-md:whitespace-normal`}
            >
              {audienceLabels[audience]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {companyParts.map((part) => (
          <tr key={part} className={rowClass(false)}>
            <th scope="row" className={`${cellClass('left')} text-left font-normal`}>
              {companyPartLabels[part]}
            </th>
            {audiences.map((audience) => (
              <td key={audience} className={`${cellClass('left')} max-md:px-1.5`}>
                <label className="relative inline-flex min-h-9 min-w-9 items-center max-md:min-h-11 max-md:min-w-11">
                  <input
                    type="radio"
                    name={`visible-${part}`}
                    checked={visibility[part] === audience}
                    disabled={disabled}
                    onChange={() => void companies.setAudience(part, audience)}
                  />
                  <span className="sr-only">
                    {companyPartLabels[part]}对{audienceLabels[audience]}
                  </span>
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Table = ({ visibility, mayEdit }: { visibility: Visibility; mayEdit: boolean }) => {
  const choice = useStore(companies.visibilitySave)
  return (
    <section aria-label="信息公开范围" className="rounded-lg border border-line bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-4 pt-5 pb-3 md:px-6">
        <p className="text-ink-2">企业名称、认证状态与所在地区总是公开；其余由贵企业决定。</p>
        <span className="text-sm text-ink-3" role="status">
          {choice.at === 'saving' && '保存中'}
          {choice.at === 'saved' && (
            <span className="inline-flex items-center gap-1.5">
              <StateShape tone="good" />
              {companyPartLabels[choice.part]}已保存
            </span>
          )}
        </span>
      </div>
      {choice.at === 'failed' && (
        <div className="px-4 pb-4 md:px-6">
          <Notice tone="bad" title={`${companyPartLabels[choice.part]}保存失败：${choice.failure.message}`}>
            已恢复为原来的选择，请稍后重试。
          </Notice>
        </div>
      )}
      <VisibilityTable visibility={visibility} disabled={!mayEdit} />
    </section>
  )
}

/** 信息公开范围: audience of each part, with a preview. */
export const VisibilityTab = ({ mayEdit }: { mayEdit: boolean }) => {
  const state = useStore(companies.visibility)
  useEffect(() => void companies.loadVisibility(), [])
  return (
    <div className="space-y-4">
      {!mayEdit && <ReadOnlyNotice right="page_control" />}
      <AsyncContent
        state={state}
        what="信息公开范围"
        permission="corporate_show"
        onRetry={() => void companies.loadVisibility()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={8} className="min-h-[420px]" />}
      >
        {(visibility) => (
          <>
            <Table visibility={visibility} mayEdit={mayEdit} />
            <VisibilityPreview visibility={visibility} />
          </>
        )}
      </AsyncContent>
    </div>
  )
}
