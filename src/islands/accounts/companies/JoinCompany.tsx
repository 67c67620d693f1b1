import { useEffect } from 'react'
import * as store from '../../../stores/accounts/companies/join-company.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useForm } from '../../form/use-form.ts'

/** Joins a company by its invitation link, then reloads the page. */
export const JoinCompany = ({ className }: { className: string }) => {
  const { sending, box, text } = useForm(store.joinForm)
  useEffect(() => store.startJoinForm(), [])
  const refused = sending.at === 'refused' && sending.fieldErrors.length === 0 ? sending.failure : null
  const join = () =>
    void store.joinCompany().then((companyName) => {
      if (companyName === undefined) return
      toast.success(`已加入 ${companyName}`)
      location.reload()
    })
  return (
    <section className={className}>
      <h2 className="text-lg font-semibold">凭邀请加入企业</h2>
      <p className="mt-2 text-ink-2">您的企业已在平台：请主账号在“子账号”中发出邀请，把收到的链接粘贴在这里。</p>
      <form
        ref={box}
        noValidate
        className="mt-4 flex flex-1 flex-col justify-end gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (sending.at !== 'sending') join()
        }}
      >
        {refused && <Notice tone="bad" title={refused.message} />}
        <Input label="邀请链接或邀请码" required maxLength={300} autoComplete="off" {...text('inviteCode')} />
        <div>
          <Button type="submit" busy={sending.at === 'sending' || sending.at === 'done'}>
            加入企业
          </Button>
        </div>
      </form>
    </section>
  )
}
