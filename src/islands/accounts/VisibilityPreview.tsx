import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import {
  companyPartLabels,
  companyParts,
  maySee,
  type CompanyPart,
  type Visibility,
} from '../../domain/accounts/visibility.ts'
import * as certification from '../../stores/accounts/certification.ts'
import * as companies from '../../stores/accounts/company.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Certified } from '../../ui/Certified.tsx'
import { Radio } from '../../ui/Radio.tsx'
import { FactList } from '../FactList.tsx'

const readers = [
  { value: 'public', label: '未登录访客' },
  { value: 'signed_in', label: '登录用户' },
  { value: 'partners', label: '有订单往来的企业' },
] as const
type Reader = (typeof readers)[number]['value']

/** What people outside see of the company with the chosen audiences. */
export const VisibilityPreview = ({ visibility }: { visibility: Visibility }) => {
  const [reader, setReader] = useState<Reader>('public')
  const company = useStore(companies.company)
  const authorisation = useStore(certification.authorisation)
  useEffect(() => {
    void companies.load()
    void certification.load()
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
      <Radio label="预览：看到这些的是" form="chip" options={readers} value={reader} onChange={setReader} />
      <div className="mt-4 rounded-lg border border-line bg-surface-2 p-4 md:p-5" aria-live="polite">
        <div className="mb-4 flex items-center gap-3">
          <Avatar name={own.name} kind="org" size="lg" />
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              {own.name}
              {own.certification === 'approved' && <Certified />}
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
