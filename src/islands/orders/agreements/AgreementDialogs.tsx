import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import { isVersionProposed, type AgreementStep } from '../../../domain/orders/agreements/agreement-states.ts'
import { maxAgreementReason } from '../../../domain/orders/agreements/agreement-terms.ts'
import * as store from '../../../stores/orders/agreements/agreements.ts'
import { refusalText } from '../../../stores/shops/blocked-supplier.ts'
import { today } from '../../../domain/time.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Upload } from '../../../ui/form/Upload.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FactList } from '../../FactList.tsx'
import { ReasonDialog } from '../../form/ReasonDialog.tsx'
import { TermsView } from './TermsView.tsx'

type Now = store.AgreementDialog

const SignDialog = ({ now }: { now: Now }) => {
  const open = now.agreement.versions.find(({ status }) => isVersionProposed(status))
  if (open === undefined) return null
  const { agreementNo, buyer, seller, kind } = now.agreement
  const { terms, reason } = open
  const from = terms.kind === 'framework' ? terms.from : today()
  const isAhead = from > today()
  const sign = () =>
    void store
      .signAgreement()
      .then((done) => done && toast.success(isAhead ? `已签署，协议自 ${from} 起生效` : '已签署，协议立即生效'))
  return (
    <Dialog
      open
      width="lg"
      form="sheet"
      onClose={store.closeAgreementDialog}
      title={`签署第 ${open.version} 版`}
      text={`签署后${isAhead ? `自 ${from} 起` : '立即'}生效，取代此前的版本。签署前需确认登录密码或短信验证码。`}
      actions={
        <>
          <Button onClick={store.closeAgreementDialog}>取消</Button>
          <Button kind="main" busy={now.sending} onClick={sign}>
            签署
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {now.failure !== null && <Notice tone="bad" title={refusalText(now.failure)} />}
        <FactList
          facts={[
            { label: '协议', value: `${terms.title}（${agreementNo}）`, wide: true },
            { label: kind === 'nda' ? '甲方' : '买家', value: buyer },
            { label: kind === 'nda' ? '乙方' : '供应商', value: seller },
            { label: '说明', value: reason === '' ? '无' : reason, wide: true },
          ]}
        />
        <TermsView terms={terms} />
        <p className="text-sm text-ink-3">
          校验码（SHA-256）<span className="block font-mono break-all text-ink-2">{open.fingerprint}</span>
        </p>
      </div>
    </Dialog>
  )
}

const stepTexts: Readonly<Record<AgreementStep, { title: string; text: string; confirm: string; done: string }>> = {
  reject: {
    title: '拒绝这一版条款',
    text: '对方会看到原因；生效中的协议不受影响。',
    confirm: '拒绝',
    done: '已拒绝，对方会收到通知',
  },
  withdraw: {
    title: '撤回这一版条款',
    text: '对方不再能签署；生效中的协议不受影响。',
    confirm: '撤回',
    done: '已撤回，对方会收到通知',
  },
  terminate: {
    title: '终止协议',
    text: '终止后不能再按协议下单或登记附件；已有订单继续履行，已产生的保密义务继续有效。',
    confirm: '终止协议',
    done: '协议已终止，对方会收到通知',
  },
}

const StepDialog = ({ now, event }: { now: Now; event: AgreementStep }) => {
  const { done, ...texts } = stepTexts[event]
  return (
    <ReasonDialog
      open
      {...texts}
      label="原因"
      maxLength={maxAgreementReason}
      busy={now.sending}
      failure={now.failure}
      onCancel={store.closeAgreementDialog}
      onConfirm={(reason) => void store.sendAgreementStep(event, reason).then((ok) => ok && toast.success(done))}
    />
  )
}

/** Number of the demand or order, or a file. */
const AnnexDialog = ({ now }: { now: Now }) => {
  const items = useStore(store.annexUpload.items)
  const [title, setTitle] = useState('')
  const [reference, setReference] = useState('')
  const [fault, setFault] = useState<string>()
  const file = items.find((item) => item.at === 'ready')
  const send = () => {
    if (title.trim() === '') return setFault('请填写附件名称')
    setFault(undefined)
    if (items.some(({ at }) => at === 'sending')) return toast.error('文件正在上传，请稍候再登记')
    const fileId = file?.at === 'ready' ? file.file.fileId : null
    void store.addAnnex(title.trim(), fileId, fileId === null ? reference.trim() : '').then((done) => {
      if (!done) return
      for (const { id } of items) store.annexUpload.remove(id)
      toast.success('附件已登记，对方会收到通知')
    })
  }
  return (
    <Dialog
      open
      form="sheet"
      onClose={store.closeAgreementDialog}
      title="登记附件"
      text="登记后双方都能查看，不能删除。"
      actions={
        <>
          <Button onClick={store.closeAgreementDialog}>取消</Button>
          <Button kind="main" busy={now.sending} onClick={send}>
            登记
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {now.failure !== null && <Notice tone="bad" title={now.failure.message} />}
        <Input
          label="附件名称"
          required
          maxLength={60}
          autoComplete="off"
          value={title}
          error={fault}
          onChange={(event) => setTitle(event.target.value)}
        />
        <Upload
          label="文件"
          files={items}
          multiple={false}
          accept={acceptOf('attachment')}
          rule={`${fileRules.attachment.words}；登记时保存文件的校验码`}
          onAdd={store.annexUpload.add}
          onRemove={store.annexUpload.remove}
          onRetry={store.annexUpload.retry}
        />
        {file === undefined && (
          <Input
            label="或填写编号"
            maxLength={40}
            autoComplete="off"
            hint="双方之间的需求编号或订单编号"
            value={reference}
            onChange={(event) => setReference(event.target.value)}
          />
        )}
      </div>
    </Dialog>
  )
}

/** Dialogs of signing, of steps with a reason, and of annexes. */
export const AgreementDialogs = () => {
  const now = useStore(store.agreementDialog)
  if (now === null) return null
  if (now.kind === 'sign') return <SignDialog now={now} />
  return now.kind === 'annex' ? <AnnexDialog now={now} /> : <StepDialog now={now} event={now.kind} />
}
