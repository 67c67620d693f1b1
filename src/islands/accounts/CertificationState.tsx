import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { certificationLabels } from '../../domain/accounts/certification.ts'
import { date, dateTime } from '../../domain/time.ts'
import { expiring, openForm, type Authorisation } from '../../stores/accounts/certification.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Steps } from '../../ui/Steps.tsx'

type Props = { authorisation: Authorisation; writing: boolean }

const steps = [{ label: '上传执照' }, { label: '核对信息' }, { label: '提交' }, { label: '结果' }]

/** What stands in force, as a sentence. */
function inWords({ certification, certifiedUntil, inForce }: Authorisation): ReactNode {
  const until = certifiedUntil === null ? '长期有效' : `有效期至 ${date(certifiedUntil)}`
  if (certification === 'approved')
    return `第 ${inForce?.version ?? 1} 版生效中，${inForce?.reviewedAt ? `自 ${date(inForce.reviewedAt)} 起，` : ''}${until}`
  if (certification === 'expired')
    return `认证已于 ${certifiedUntil === null ? '--' : date(certifiedUntil)} 过期，更新营业执照后恢复`
  if (certification === 'revoked') return '认证已被撤销，以本企业的营业执照重新认证后恢复交易'
  return '认证通过后可以发布需求、报价与下单，企业名称旁显示“企业认证”'
}

const Expiring = () => {
  const until = useStore(expiring)
  return (
    until !== null && (
      <Notice tone="act" title={`认证将于 ${date(until)} 到期`}>
        请上传新的营业执照更新认证，到期后不能发布需求、报价与下单。
      </Notice>
    )
  )
}

/** What became of the newest version, when that is not what is in force. */
const Latest = ({ authorisation }: { authorisation: Authorisation }) => {
  const { latest, certification } = authorisation
  if (latest === null || latest.status === 'approved' || latest.status === 'expired') return null
  const kept = certification === 'approved' ? '原认证继续有效。' : ''
  if (latest.status === 'submitted')
    return (
      <Notice tone="go" title={`第 ${latest.version} 版审核中`}>
        {dateTime(latest.createdAt)} 提交，通常 1 个工作日内有结果，届时发消息通知您。审核期间不能再次提交。{kept}
      </Notice>
    )
  if (latest.status === 'revoked')
    return (
      <Notice tone="bad" title="企业认证已被撤销">
        原因：{latest.reason || '--'}
        <br />
        店铺不再展示，服务与商品已下架；履行中的订单请继续完成。有异议的，可以在下方提交认领。
      </Notice>
    )
  const title = latest.status === 'rejected' ? `第 ${latest.version} 版未通过` : `第 ${latest.version} 版需要补充`
  return (
    <Notice tone={latest.status === 'rejected' ? 'bad' : 'act'} title={title}>
      原因：{latest.reason || '--'}
      {latest.reviewedAt && <span className="ml-2 text-ink-3">{dateTime(latest.reviewedAt)}</span>}
      <br />
      {kept}上次填写的内容已保留，修改后可重新提交。
    </Notice>
  )
}

/** The state of the certification at the top of its page, and the way on. */
export const CertificationState = ({ authorisation, writing }: Props) => {
  const { certification, latest, maySubmit } = authorisation
  const { label, tone } = certificationLabels[certification]
  const sentBack = latest?.status === 'rejected' || latest?.status === 'more_info'
  const waiting = latest?.status === 'submitted'
  const head = useRef<HTMLElement>(null)
  const wrote = useRef(writing)
  // After the sending the form is gone: what became of it is here.
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
            <Button kind={certification === 'approved' && !sentBack ? 'plain' : 'main'} onClick={openForm}>
              {sentBack ? '修改后重新提交' : certification === 'draft' ? '开始认证' : '更新认证'}
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
        {waiting && certification !== 'approved' && <Steps steps={steps} current={3} />}
      </div>
    </section>
  )
}
