import { useStore } from '@nanostores/react'
import type { PayoutDetail } from '../../../contract/orders/payouts.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import { paymentMethodLabels } from '../../../domain/orders/payment-methods.ts'
import {
  isFirstApproved,
  isPayoutApproved,
  isPayoutDue,
  isPayoutFailed,
  isPayoutPaid,
  payoutBlockerLabels,
  payoutEventLabels,
  payoutLabels,
} from '../../../domain/orders/payouts.ts'
import { date, monthMinute, today } from '../../../domain/time.ts'
import { fieldErrorsOf } from '../../../stores/field-errors.ts'
import * as store from '../../../stores/orders/payouts.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DateInput } from '../../../ui/date/DateInput.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Upload } from '../../../ui/form/Upload.tsx'
import { Timeline } from '../../../ui/navigation/Timeline.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { FactList } from '../../FactList.tsx'
import { ReasonDialog } from '../../form/ReasonDialog.tsx'
import { AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'

const eventLabel = (event: string): string =>
  Object.entries(payoutEventLabels).find(([name]) => name === event)?.[1] ?? event

const accountText = ({ accountName, bankName, accountNo }: NonNullable<PayoutDetail['account']>) =>
  `${accountName}，${bankName}，${accountNo}`

const Lines = ({ payout }: { payout: PayoutDetail }) => (
  <ul className="divide-y divide-line rounded-md border border-line">
    {payout.lines.map((line) => (
      <li
        key={`${line.orderId} ${line.lineId} ${line.paidAt ?? ''}`}
        className="flex flex-wrap justify-between gap-2 p-3"
      >
        <div className="min-w-0 flex-1 basis-56">
          <p className="font-medium">
            <a className="hover:text-accent" href={links.opsOrders({ keyword: line.orderNo })}>
              {line.orderNo}
            </a>
            <span className="ml-2 font-normal text-ink-2">{line.lineName}</span>
          </p>
          <p className="text-sm wrap-anywhere text-ink-3">{line.title}</p>
          <p className="text-sm text-ink-3">
            {line.buyerName}，{paymentMethodLabels[line.method]}
            {line.paidAt !== null && `，${date(line.paidAt)} 支付`}
          </p>
          {line.blocker !== null && <p className="text-sm text-bad">{payoutBlockerLabels[line.blocker]}，请勿打款</p>}
          {line.heldNow !== null && <p className="text-sm text-bad">现暂存 ¥{yuan(line.heldNow)}，金额已变化</p>}
        </div>
        <p className="tabular-nums">
          <b className="font-semibold">¥{yuan(line.amount)}</b>
          {line.fee > 0 && <span className="block text-sm text-ink-3">手续费 ¥{yuan(line.fee)}</span>}
        </p>
      </li>
    ))}
  </ul>
)

const ReceiptLink = ({ url, label }: { url: string; label: string }) => (
  <a className="text-accent underline" href={url} target="_blank" rel="noopener">
    {label}
  </a>
)

/** Numbers and receipts of transfers that the bank returned. */
const BouncedTransfers = ({ bounced: { bankReferences, receiptUrls } }: Pick<PayoutDetail, 'bounced'>) => (
  <>
    流水号 {bankReferences.join('、')}
    {receiptUrls.map((url, at) => (
      <span key={url} className="ml-2">
        <ReceiptLink url={url} label={receiptUrls.length === 1 ? '查看回单' : `查看回单 ${at + 1}`} />
      </span>
    ))}
  </>
)

const Facts = ({ payout }: { payout: PayoutDetail }) => {
  const { account, accountNow, firstBy, firstAt, secondBy, secondAt, paidOn, bankReference, receiptUrl, bounced } =
    payout
  const by = (name: string | null, at: string | null) =>
    name === null || at === null ? '' : `${name}，${monthMinute(at)}`
  return (
    <>
      {accountNow !== null && (
        <Notice tone="act" title="供应商的收款账户在初审后已变更">
          现为 {accountText(accountNow)}。请退回初审，核对后重新审批。
        </Notice>
      )}
      <FactList
        columns={1}
        facts={[
          { label: '供应商', value: payout.companyName },
          { label: '打款金额', value: `¥${yuan(payout.net)}` },
          { label: '货款与手续费', value: `¥${yuan(payout.amount)}，手续费 ¥${yuan(payout.fee)}` },
          { label: '收款账户', value: account === null ? '供应商尚未填写' : accountText(account) },
          { label: '初审', value: by(firstBy, firstAt) },
          { label: '复审', value: by(secondBy, secondAt) },
          { label: '银行付款', value: paidOn === null ? '' : `${paidOn}，流水号 ${bankReference}` },
          {
            label: '银行回单',
            value: receiptUrl === null ? '' : <ReceiptLink url={receiptUrl} label="查看回单" />,
          },
          {
            label: '退汇的付款',
            value: bounced.bankReferences.length === 0 ? '' : <BouncedTransfers bounced={bounced} />,
          },
        ]}
      />
    </>
  )
}

/** Buttons of the step that the payout waits for. */
const Actions = ({ payout }: { payout: PayoutDetail }) => {
  const { status } = payout
  const open = (kind: store.PayoutStepKind) => () => store.openPayoutStep(kind, payout)
  return (
    <>
      <Button onClick={store.closePayout}>关闭</Button>
      {isFirstApproved(status) && <Button onClick={open('return')}>退回初审</Button>}
      {isPayoutDue(status) && (
        <Button kind="main" disabled={payout.accountMissing} onClick={open('approve')}>
          初审通过
        </Button>
      )}
      {isFirstApproved(status) && !payout.isOwnApproval && (
        <Button kind="main" onClick={open('approve')}>
          复审通过
        </Button>
      )}
      {isPayoutApproved(status) && (
        <>
          <Button onClick={open('failed')}>登记失败</Button>
          <Button kind="main" onClick={open('paid')}>
            登记已打款
          </Button>
        </>
      )}
      {isPayoutPaid(status) && <Button onClick={open('bounce')}>登记退汇</Button>}
      {isPayoutFailed(status) && (
        <Button kind="main" onClick={open('retry')}>
          重新打款
        </Button>
      )}
    </>
  )
}

const Detail = ({ payout }: { payout: PayoutDetail }) => (
  <div className="space-y-5">
    <p className="flex flex-wrap items-center gap-3">
      <StateBadge {...payoutLabels[payout.status]} />
      {payout.reason !== '' && <span className="text-sm text-ink-2">{payout.reason}</span>}
      {payout.isOwnApproval && <span className="text-sm text-ink-3">您已初审，须由另一位运营人员复审</span>}
    </p>
    <Facts payout={payout} />
    <section>
      <h3 className="mb-2 font-semibold">款项</h3>
      {payout.lines.length === 0 ? <p className="text-ink-3">暂无款项。</p> : <Lines payout={payout} />}
    </section>
    <section>
      <h3 className="mb-2 font-semibold">经过</h3>
      <Timeline
        entries={payout.history.toReversed().map(({ event, by, reason, at }) => ({
          tone: 'mute' as const,
          title: eventLabel(event),
          note: [by, reason].filter((part) => part !== '').join('：'),
          iso: at,
          time: monthMinute(at),
        }))}
      />
    </section>
  </div>
)

/** A payout with everything it is decided by, and its steps. */
export const PayoutPanel = () => {
  const id = useStore(store.openPayoutId)
  const state = useStore(store.openPayoutDetail)
  const step = useStore(store.payoutStep)
  if (id === null) return null
  const payout = state.at === 'ready' ? state.content : undefined
  return (
    <>
      <Dialog
        open
        persistsInput
        width="lg"
        title={payout === undefined ? '打款单' : `打款单 ${payout.payoutNo}`}
        onClose={store.closePayout}
        actions={payout === undefined ? <Button onClick={store.closePayout}>关闭</Button> : <Actions payout={payout} />}
      >
        <AsyncContent
          state={state}
          what="打款单"
          onRetry={() => void store.reloadPayout()}
          skeleton={<CardSkeleton lines={6} />}
        >
          {(content) => <Detail payout={content} />}
        </AsyncContent>
      </Dialog>
      {step !== null && <StepDialog step={step} />}
    </>
  )
}

type Step = NonNullable<ReturnType<typeof store.payoutStep.get>>
const submit = (done: string) =>
  void store.submitPayoutStep().then((worked) => {
    if (worked) toast.success(done)
  })

/** Texts of the steps with a reason; `sum`: what is transferred. */
const reasonTexts = {
  return: (sum: string) => ({
    title: '退回初审',
    text: `打款 ${sum} 退回初审，两次审批重新进行。供应商看不到原因。`,
    label: '退回原因',
    confirm: '退回',
    hint: undefined,
    done: '已退回初审',
  }),
  failed: (sum: string) => ({
    title: '登记打款失败',
    text: `打款 ${sum} 未成功。供应商会看到您写的原因。`,
    label: '失败原因',
    confirm: '登记失败',
    hint: '例如银行退回的原因：账号与户名不符',
    done: '已登记，供应商会收到通知',
  }),
  bounce: (sum: string) => ({
    title: '登记银行退汇',
    text: `已付出的 ${sum} 被银行退回平台账户后登记：货款恢复暂存，核对收款账户后重新打款。供应商会看到您写的原因。`,
    label: '退汇原因',
    confirm: '登记退汇',
    hint: '例如退汇通知上的原因：收款账户已销户',
    done: '已登记退汇，供应商会收到通知',
  }),
} as const

/** What a return does to transfers that the supplier has not made yet; undefined = there are none. */
function rerouteText(reroutes: PayoutDetail['reroutes']): string | undefined {
  if (reroutes.length === 0) return undefined
  const sum = reroutes.reduce((total, { amount }) => total + amount, 0)
  const numbers = reroutes.map(({ refundNo }) => refundNo).join('、')
  return `有 ${reroutes.length} 笔待供应商转账的退款（${numbers}，共 ¥${yuan(sum)}）将改由平台原路退回。已向供应商确认尚未转账`
}

const StepDialog = ({ step }: { step: Step }) => {
  const { kind, payout, sending, failure } = step
  const sum = `¥${yuan(payout.net)}`
  switch (kind) {
    case 'approve': {
      const isFirst = isPayoutDue(payout.status)
      const account = payout.account === null ? '' : `打入 ${accountText(payout.account)}。`
      return (
        <Confirm
          open
          busy={sending}
          title={isFirst ? `初审通过 ${sum}` : `复审通过 ${sum}`}
          text={
            failure?.message ??
            `${payout.companyName}，${account}${isFirst ? '通过后由另一位运营人员复审。' : '通过后即可由银行付款，订单出现争议也不再自动暂缓。'}`
          }
          confirm={isFirst ? '初审通过' : '复审通过'}
          onCancel={store.closePayoutStep}
          onConfirm={() => submit(isFirst ? '初审已通过，等待复审' : '复审已通过，可以打款')}
        />
      )
    }
    case 'retry':
      return (
        <Confirm
          open
          busy={sending}
          title="重新打款"
          text={failure?.message ?? '打款单重新进入初审，金额按现在的暂存款计算。请先确认供应商已更正收款账户。'}
          confirm="重新打款"
          onCancel={store.closePayoutStep}
          onConfirm={() => submit('已重新进入初审')}
        />
      )
    case 'return':
    case 'failed':
    case 'bounce': {
      const { title, text, label, confirm, hint, done } = reasonTexts[kind](sum)
      return (
        <ReasonDialog
          open
          calm={kind === 'return'}
          title={title}
          text={text}
          label={label}
          confirm={confirm}
          hint={hint}
          consequence={kind === 'bounce' ? rerouteText(payout.reroutes) : undefined}
          busy={sending}
          failure={failure}
          onCancel={store.closePayoutStep}
          onConfirm={(reason) => {
            store.changePayoutStep({ reason })
            submit(done)
          }}
        />
      )
    }
    case 'paid':
      return <PaidDialog step={step} sum={sum} />
  }
}

const PaidDialog = ({ step, sum }: { step: Step; sum: string }) => {
  const items = useStore(store.payoutReceipt.items)
  const files = useStore(store.payoutReceipt.files)
  const { bankReference, paidOn, sending, failure } = step
  const faults = failure === null ? [] : fieldErrorsOf(failure)
  const faultOf = (name: string) => faults.find(({ field }) => field === name)?.message
  return (
    <Dialog
      open
      onClose={store.closePayoutStep}
      title="登记已打款"
      text={`银行已向供应商付出 ${sum}。登记后供应商可以看到回单；银行退回的再登记退汇。`}
      actions={
        <>
          <Button onClick={store.closePayoutStep}>取消</Button>
          <Button
            kind="main"
            busy={sending}
            disabled={files.length === 0 || bankReference.trim() === ''}
            onClick={() => submit('已登记，供应商会收到通知')}
          >
            登记已打款
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {failure !== null && faults.length === 0 && <Notice tone="bad" title={failure.message} />}
        <Upload
          label="银行回单"
          required
          multiple={false}
          files={items}
          accept={acceptOf('attachment')}
          rule={`供应商可以看到，${fileRules.attachment.words}`}
          onAdd={store.payoutReceipt.add}
          onRemove={store.payoutReceipt.remove}
          onRetry={store.payoutReceipt.retry}
        />
        <Input
          label="银行流水号"
          required
          maxLength={60}
          value={bankReference}
          error={faultOf('bankReference')}
          onChange={(event) => store.changePayoutStep({ bankReference: event.target.value })}
        />
        <DateInput
          label="打款日期"
          required
          max={today()}
          value={paidOn}
          error={faultOf('paidOn')}
          onChange={(day) => store.changePayoutStep({ paidOn: day })}
        />
      </div>
    </Dialog>
  )
}
