import type { CertificationVersion } from '../../../contract/accounts/certification.ts'
import {
  certificationLabels,
  isCertified,
  isCertificationExpired,
  isCertificationRevoked,
  isCertificationSubmitted,
  isCertificationRejected,
  isUncertified,
  isCertificationSentBack,
  wasCertified,
} from '../../../domain/accounts/certification.ts'
import { dateTime, date } from '../../../domain/time.ts'
import {
  type Authorisation,
  expiryDate,
  openCertificationForm,
} from '../../../stores/accounts/certification/certification.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { FactList } from '../../FactList.tsx'
import { LicencePicture } from './LicencePicture.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Steps } from '../../../ui/navigation/Steps.tsx'

/** Fields of a version. */
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

/** 生效版本 and 历次版本: the version in force is expanded. */
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

type Props = { authorisation: Authorisation; writing: boolean }

const steps = [{ label: '上传执照' }, { label: '核对信息' }, { label: '提交' }, { label: '结果' }]

/** Sentence describing the certification in force. */
function inWords({ authStatus, certifiedUntil, inForce }: Authorisation): ReactNode {
  const until = certifiedUntil === null ? '长期有效' : `有效期至 ${date(certifiedUntil)}`
  if (isCertified(authStatus))
    return `第 ${inForce?.version ?? 1} 版生效中，${inForce?.reviewedAt ? `自 ${date(inForce.reviewedAt)} 起，` : ''}${until}`
  if (isCertificationExpired(authStatus))
    return `认证已于 ${certifiedUntil === null ? '--' : date(certifiedUntil)} 过期，更新营业执照后恢复`
  if (isCertificationRevoked(authStatus)) return '认证已被撤销，以本企业的营业执照重新认证后恢复交易'
  return '认证通过后可以发布需求、报价与下单，企业名称旁显示“企业认证”'
}

const Expiring = () => {
  const until = useStore(expiryDate)
  return (
    until !== null && (
      <Notice tone="act" title={`认证将于 ${date(until)} 到期`}>
        请上传新的营业执照更新认证，到期后不能发布需求、报价与下单。
      </Notice>
    )
  )
}

/** State of the newest version if it is not the one in force. */
const Latest = ({ authorisation }: { authorisation: Authorisation }) => {
  const { latest, authStatus } = authorisation
  if (latest === null || wasCertified(latest.status)) return null
  const kept = isCertified(authStatus) ? '原认证继续有效。' : ''
  if (isCertificationSubmitted(latest.status))
    return (
      <Notice tone="go" title={`第 ${latest.version} 版审核中`}>
        {dateTime(latest.createdAt)} 提交，通常 1 个工作日内有结果，届时发消息通知您。审核期间不能再次提交。{kept}
      </Notice>
    )
  if (isCertificationRevoked(latest.status))
    return (
      <Notice tone="bad" title="企业认证已被撤销">
        原因：{latest.reason || '--'}
        <br />
        店铺不再展示，服务与商品已下架；履行中的订单请继续完成。有异议的，可以在下方提交认领。
      </Notice>
    )
  const title = isCertificationRejected(latest.status)
    ? `第 ${latest.version} 版未通过`
    : `第 ${latest.version} 版需要补充`
  return (
    <Notice tone={isCertificationRejected(latest.status) ? 'bad' : 'act'} title={title}>
      原因：{latest.reason || '--'}
      {latest.reviewedAt && <span className="ml-2 text-ink-3">{dateTime(latest.reviewedAt)}</span>}
      <br />
      {kept}上次填写的内容已保留，修改后可重新提交。
    </Notice>
  )
}

/** State of the certification at the top of its page, with the next action. */
export const CertificationState = ({ authorisation, writing }: Props) => {
  const { authStatus, latest, maySubmit } = authorisation
  const { label, tone } = certificationLabels[authStatus]
  const sentBack = isCertificationSentBack(latest?.status)
  const waiting = isCertificationSubmitted(latest?.status)
  const head = useRef<HTMLElement>(null)
  const wrote = useRef(writing)
  // The form disappears after submitting: announce the result here.
  useEffect(() => {
    if (wrote.current && !writing) {
      head.current?.focus({ preventScroll: true })
      head.current?.scrollIntoView({ block: 'start' })
    }
    wrote.current = writing
  }, [writing])
  return (
    <section
      ref={head}
      tabIndex={-1}
      aria-label="认证状态"
      className="scroll-mt-20 rounded-lg border border-line bg-surface p-4 outline-none md:p-6"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-lg font-semibold">企业认证</h2>
        <StateBadge form="tint" tone={tone} label={label} />
        <p className="text-ink-2 max-md:basis-full">{inWords(authorisation)}</p>
        {maySubmit && !writing && (
          <span className="md:ml-auto">
            <Button kind={isCertified(authStatus) && !sentBack ? 'plain' : 'main'} onClick={openCertificationForm}>
              {sentBack ? '修改后重新提交' : isUncertified(authStatus) ? '开始认证' : '更新认证'}
            </Button>
          </span>
        )}
      </div>
      <div className="mt-4 space-y-4 empty:hidden">
        <Latest authorisation={authorisation} />
        <Expiring />
        {!maySubmit && !waiting && (
          <Notice tone="mute" title="您没有提交企业认证的权限">
            请联系贵企业的主账号，或有“企业信用”权限的同事提交。
          </Notice>
        )}
        {waiting && !isCertified(authStatus) && <Steps steps={steps} current={3} />}
      </div>
    </section>
  )
}
