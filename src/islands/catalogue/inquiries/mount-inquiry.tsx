import { useStore } from '@nanostores/react'
import type { SubmitEvent } from 'react'
import { createRoot } from 'react-dom/client'
import { maxQuestionLength } from '../../../domain/catalogue/inquiry-states.ts'
import { links } from '../../../domain/links.ts'
import * as store from '../../../stores/catalogue/inquiry-form.ts'
import { type InquiryListing, openInquiryForm } from '../../../stores/catalogue/inquiry-form.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'

/** Inquiry form to a listing's supplier; private unless the person makes it public. */
const InquiryForm = ({ shopName }: { shopName: string }) => {
  const asking = useStore(store.inquiryFormState)
  const question = useStore(store.inquiryText)
  const isPublic = useStore(store.isInquiryPublic)
  if (asking.at === 'sent') {
    return (
      <div role="status" className="mt-4 rounded-lg border border-good-line bg-good-soft p-4">
        <p className="font-medium text-good">咨询已发送给{shopName}</p>
        <p className="mt-1 text-ink-2">供应商回复后会提醒您，也可以在买家中心查看和追问。</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <LinkButton size="sm" className="max-md:h-11" href={links.buyerInquiries()}>
            查看我的咨询
          </LinkButton>
          <Button size="sm" kind="link" className="max-md:h-11" onClick={store.resetInquiryForm}>
            继续提问
          </Button>
        </div>
      </div>
    )
  }
  const sending = asking.at === 'sending'
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    void store.submitInquiry()
  }
  return (
    <form className="mt-4 rounded-lg border border-line bg-surface p-4" onSubmit={send} noValidate>
      {asking.at === 'writing' && asking.failure && (
        <div className="mb-3">
          <Notice tone="bad" title={asking.failure.message} />
        </div>
      )}
      <Textarea
        label="您的问题"
        required
        autoFocus
        rows={4}
        maxLength={maxQuestionLength}
        typed={question.length}
        value={question}
        disabled={sending}
        error={asking.at === 'writing' ? (asking.error ?? undefined) : undefined}
        placeholder="例如：样品量与保存条件有什么要求，最快什么时候可以开始？"
        onChange={(event) => store.setInquiryText(event.target.value)}
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <Checkbox
          checked={isPublic}
          disabled={sending}
          onChange={(event) => store.isInquiryPublic.set(event.target.checked)}
        >
          供应商回复后公开问答（不显示您的姓名）
        </Checkbox>
        <Button kind="main" type="submit" className="max-md:h-11" busy={sending}>
          提交咨询
        </Button>
      </div>
      <p className="mt-2 text-sm text-ink-3">不勾选时，只有您与供应商能看到。请勿在公开问答中写入未公开的项目信息。</p>
    </form>
  )
}

/** Mounts the inquiry form; loaded on demand. */
export function mountInquiry(place: HTMLElement, listing: InquiryListing, shopName: string): void {
  openInquiryForm(listing)
  createRoot(place).render(<InquiryForm shopName={shopName} />)
}
