import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ClaimRow } from '../../../contract/accounts/company-claims.ts'
import {
  claimEventLabels,
  claimLabels,
  claimTransitions,
  type ClaimEvent,
  isClaimApproved,
  isClaimWithdrawn,
  claimStepTone,
} from '../../../domain/accounts/company-claims.ts'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import { dateTime } from '../../../domain/time.ts'
import { nextState } from '../../../domain/transition.ts'
import * as store from '../../../stores/accounts/certification/claims.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Timeline } from '../../../ui/navigation/Timeline.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Upload } from '../../../ui/form/Upload.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm } from '../../form/use-form.ts'

const isEvent = (event: string): event is ClaimEvent => Object.hasOwn(claimEventLabels, event)

/** History of a claim, newest first. */
export const ClaimTimeline = ({ history }: { history: ClaimRow['history'] }) => (
  <Timeline
    entries={history.toReversed().map(({ event, toStatus, reason, at }) => ({
      tone: claimStepTone(toStatus),
      title: isEvent(event) ? claimEventLabels[event] : event,
      note: reason === '' ? undefined : reason,
      time: dateTime(at),
      iso: at,
    }))}
  />
)

const Paper = ({ which, label, hint }: { which: 'licence' | 'letter'; label: string; hint: string }) => {
  const upload = which === 'licence' ? store.licenceUpload : store.letterUpload
  const items = useStore(upload.items)
  const { values, error: fault } = useForm(store.claimForm)
  const error = fault(which)
  const kept = values?.[which] ?? null
  return (
    <div data-fault={error ? '' : undefined}>
      <Upload
        label={label}
        required
        error={error}
        files={items}
        multiple={false}
        accept={acceptOf('licence')}
        rule={`${hint}；${fileRules.licence.words}`}
        onAdd={(files) => upload.add(files)}
        onRemove={() => store.removeClaimFile(which)}
        onRetry={(id) => upload.retry(id)}
      />
      {kept !== null && items.length === 0 && <p className="mt-2 text-sm text-ink-2">已上传：{kept.name}</p>}
    </div>
  )
}

const ClaimDialog = () => {
  const drawn = useForm(store.claimForm)
  const open = useStore(store.isClaimFormOpen)
  const { values, text } = drawn
  if (!open || values === null) return null
  return (
    <FormDialog
      form={drawn}
      keeps
      width="lg"
      title="认领企业"
      text="名称或信用代码被其他人认证时，由平台工作人员核实证明材料后决定。同事已建立企业的，请向其索取邀请，不必认领。"
      submit="提交认领"
      onSubmit={() => void store.submitClaim().then((done) => done && toast.success('认领已提交，核实后会通知您'))}
      onClose={store.closeClaimForm}
    >
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Input label="企业名称" required maxLength={60} hint="与营业执照一致" {...text('companyName')} />
        <Input
          label="统一社会信用代码"
          required
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          {...text('creditCode')}
        />
        <Input label="联系人" required maxLength={30} {...text('contactName')} />
        <Input label="联系电话" required maxLength={20} inputMode="tel" {...text('contactPhone')} />
      </div>
      <Textarea
        label="认领理由"
        required
        rows={4}
        maxLength={500}
        typed={values.statement.length}
        placeholder="如：本公司未授权任何人在平台认证，目前的持有账号与本公司无关"
        {...text('statement')}
      />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Paper which="licence" label="营业执照" hint="原件照片或加盖公章的复印件" />
        <Paper which="letter" label="授权书" hint="写明授权您代表企业办理，加盖公章" />
      </div>
    </FormDialog>
  )
}

const Withdrawing = () => {
  const asked = useStore(store.claimWithdrawal)
  const refusal = asked?.failure ? `撤回失败：${asked.failure.message}。` : ''
  return (
    <Confirm
      open={asked !== null}
      title="撤回认领"
      text={`${refusal}撤回后平台不再核实这份认领，可以重新提交。`}
      confirm="撤回"
      danger
      busy={asked?.sending === true}
      onCancel={store.closeClaimWithdrawal}
      onConfirm={() => void store.withdrawClaim().then((done) => done && toast.success('认领已撤回'))}
    />
  )
}

const Claim = ({ claim, open }: { claim: ClaimRow; open: boolean }) => (
  <details open={open} className="group border-t border-line">
    <summary className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 hover:bg-surface-2 md:px-6">
      <span className="font-medium wrap-anywhere">{claim.companyName}</span>
      <StateBadge {...claimLabels[claim.status]} />
      <span className="text-sm text-ink-3">{dateTime(claim.createdAt)} 提交</span>
      <span className="ml-auto text-sm text-accent group-open:hidden">展开</span>
      <span className="ml-auto hidden text-sm text-accent group-open:inline">收起</span>
    </summary>
    <div className="space-y-4 px-4 pt-2 pb-5 md:px-6">
      {isClaimApproved(claim.status) && (
        <Notice tone="good" title="信用代码已为贵企业保留">
          请在上方提交企业认证，通过后即可交易。
        </Notice>
      )}
      <p className="text-ink-2">信用代码 {claim.creditCode}</p>
      <p className="text-ink-2 wrap-anywhere whitespace-pre-line">{claim.statement}</p>
      <ClaimTimeline history={claim.history} />
      {nextState(claimTransitions, claim.status, 'withdraw', 'claimant') !== undefined && (
        <Button size="sm" className="max-md:h-11" onClick={() => store.openClaimWithdrawal(claim)}>
          撤回认领
        </Button>
      )}
    </div>
  </details>
)

/** 认领与申诉: for companies whose name or credit code another company was certified with. */
export const Claims = ({ mayClaim }: { mayClaim: boolean }) => {
  const state = useStore(store.claims)
  useEffect(() => void store.loadClaims(), [])
  const rows = state.at === 'ready' ? state.content : []
  if (!mayClaim && rows.length === 0) return null
  return (
    <section aria-label="认领与申诉" className="overflow-clip rounded-lg border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-6">
        <h2 className="font-semibold">认领与申诉</h2>
        <p className="text-ink-2 max-md:basis-full">企业名称或信用代码被他人认证时，提交证明材料由平台核实。</p>
        {mayClaim && (
          <span className="md:ml-auto">
            <Button className="max-md:h-11" onClick={store.openClaimForm}>
              认领企业
            </Button>
          </span>
        )}
      </div>
      {state.at === 'failed' && (
        <div className="px-4 pb-4 md:px-6">
          <Notice tone="bad" title="认领记录加载失败">
            <Button kind="link" size="sm" onClick={() => void store.loadClaims()}>
              重试
            </Button>
          </Notice>
        </div>
      )}
      {rows.map((claim, index) => (
        <Claim key={claim.claimId} claim={claim} open={index === 0 && !isClaimWithdrawn(claim.status)} />
      ))}
      <ClaimDialog />
      <Withdrawing />
    </section>
  )
}
