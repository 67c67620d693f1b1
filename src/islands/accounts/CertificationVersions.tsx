import type { CertificationVersion } from '../../contract/accounts/certification.ts'
import { certificationLabels } from '../../domain/accounts/certification.ts'
import { dateTime } from '../../domain/time.ts'
import type { Authorisation } from '../../stores/accounts/certification.ts'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { FactList } from '../FactList.tsx'
import { LicencePicture } from './LicencePicture.tsx'

/** The facts of one version, as they were confirmed. */
export const versionFacts = (version: CertificationVersion) => [
  { label: '企业名称', value: version.companyName },
  { label: '统一社会信用代码', value: version.creditCode },
  { label: '法定代表人', value: version.legalPerson },
  { label: '所在地区', value: version.districtName },
  { label: '住所', value: version.address, wide: true },
  { label: '成立日期', value: version.foundedAt },
  { label: '营业期限', value: version.validUntil === null ? '长期' : `至 ${version.validUntil}` },
  { label: '经营范围', value: version.businessScope, wide: true },
]

const Version = ({ version, open, inForce }: { version: CertificationVersion; open: boolean; inForce: boolean }) => {
  const { label, tone } = certificationLabels[version.status]
  return (
    <details open={open} className="group border-t border-line first:border-t-0">
      <summary className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 hover:bg-surface-2 md:px-6">
        <span className="font-medium">第 {version.version} 版</span>
        <StateBadge tone={tone} label={label} />
        {inForce && <span className="rounded-sm bg-accent-soft px-1.5 text-xs text-accent">生效版本</span>}
        <span className="text-sm text-ink-3">{dateTime(version.createdAt)} 提交</span>
        <span className="ml-auto text-sm text-accent group-open:hidden">展开</span>
        <span className="ml-auto hidden text-sm text-accent group-open:inline">收起</span>
      </summary>
      <div className="flex flex-col gap-6 px-4 pt-2 pb-5 md:px-6 desk:flex-row">
        <LicencePicture url={version.licenceUrl} name={`第 ${version.version} 版营业执照`} />
        <div className="min-w-0 flex-1">
          {version.reason && <p className="mb-3 text-ink-2">审核意见：{version.reason}</p>}
          <FactList facts={versionFacts(version)} />
        </div>
      </div>
    </details>
  )
}

/** 生效版本 and 历次版本: the one in force open, the others to be opened. */
export const CertificationVersions = ({ authorisation }: { authorisation: Authorisation }) => {
  const { versions, inForce } = authorisation
  if (versions.length === 0) return null
  return (
    <section aria-label="历次版本" className="overflow-clip rounded-lg border border-line bg-surface">
      <h2 className="border-b border-line px-4 py-3 font-semibold md:px-6">历次版本</h2>
      {versions.map((version) => {
        const now = version.certificationId === inForce?.certificationId
        return <Version key={version.certificationId} version={version} inForce={now} open={now} />
      })}
    </section>
  )
}
