import { useStore } from '@nanostores/react'
import { letterGroupLabels, maxLetterLength, maxSubjectLength } from '../../../domain/chat/letters.ts'
import * as store from '../../../stores/chat/message-centre/letter-form.ts'
import { Input } from '../../../ui/form/Input.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { DistrictPicker } from '../../reference/DistrictPicker.tsx'
import { useForm } from '../../form/use-form.ts'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button/Button.tsx'
import { controlBase } from '../../../ui/form/control-class.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { isComposing } from '../../../ui/form/ime.ts'

const because: Readonly<Record<store.Recipient['because'], string>> = {
  colleague: '同事',
  trade: '有订单往来',
  chat: '沟通过',
  service: '平台',
}

/** Debounce of the search in milliseconds. */
const pause = 250

const Choice = ({ word, note, onChoose }: { word: string; note: string; onChoose: () => void }) => (
  <li>
    <button
      type="button"
      className="flex min-h-9 w-full items-center justify-between gap-3 px-3 py-1.5 text-left hover:bg-surface-2 max-md:min-h-11"
      onClick={onChoose}
    >
      <span className="min-w-0 truncate">{word}</span>
      <span className="shrink-0 text-xs text-ink-3">{note}</span>
    </button>
  </li>
)

/** Recipient: searched by name among possible recipients, or a group. */
const RecipientField = ({ to, name, error }: { to: string; name: string; error: string | undefined }) => {
  const found = useStore(store.recipients)
  const groups = useStore(store.availableGroups)
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => void store.searchRecipients(typed.trim()), pause)
    return () => clearTimeout(timer)
  }, [typed])
  if (to !== '') {
    return (
      <Field label="收件人" required group>
        {() => (
          <div className="flex items-center justify-between gap-3 rounded-md border border-line bg-surface-2 py-1 pr-1 pl-3">
            <span className="min-w-0 truncate">{name}</span>
            <Button size="sm" className="max-md:h-11" onClick={() => store.chooseRecipient('', '')}>
              更换
            </Button>
          </div>
        )}
      </Field>
    )
  }
  const shownGroups = groups.filter((group) => letterGroupLabels[group].includes(typed.trim()))
  return (
    <Field label="收件人" required error={error} hint="同事，或与您有订单、沟通往来的企业与个人">
      {(ids) => (
        <div className="overflow-hidden rounded-md border border-line">
          <input
            {...ids}
            type="search"
            className={`${controlBase} h-9 rounded-none border-0 border-b px-3 max-md:h-11`}
            placeholder="输入姓名或企业名称"
            maxLength={30}
            autoComplete="off"
            aria-required
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              // Enter searches instead of submitting the form.
              if (event.key === 'Enter' && !isComposing(event)) event.preventDefault()
            }}
          />
          <ul className="max-h-48 overflow-y-auto" aria-label="可选收件人">
            {shownGroups.map((group) => (
              <Choice
                key={group}
                word={letterGroupLabels[group]}
                note="群发"
                onChoose={() => store.chooseRecipient(`g:${group}`, letterGroupLabels[group])}
              />
            ))}
            {found.map((one) => (
              <Choice
                key={one.key}
                word={one.name}
                note={because[one.because]}
                onChoose={() => store.chooseRecipient(one.key, one.name)}
              />
            ))}
          </ul>
          {shownGroups.length + found.length === 0 && (
            <p className="px-3 py-2 text-sm text-ink-3">没有找到可以写消息的人或企业</p>
          )}
        </div>
      )}
    </Field>
  )
}

/** Number of recipients of a letter to a group. */
const GroupSize = ({ to }: { to: string }) => {
  const size = useStore(store.groupSize)
  const group = store.letterGroupOf(to)
  if (group === undefined || size === undefined) return null
  const count = size >= 10_000 ? '10000+' : String(size)
  return size === 0 ? (
    <Notice tone="act" title={`${letterGroupLabels[group]}目前没有人`} />
  ) : (
    <Notice tone="go" title={`将发送给 ${count} 人，发送后不能撤回`} />
  )
}

/** Form of a letter to a recipient or a group. The input is kept until it is sent. */
export const LetterForm = () => {
  const form = useForm(store.letterForm)
  const values = form.values
  if (values === null) return null
  const send = () =>
    void store.sendLetter().then((sent) => {
      if (sent) toast.success('消息已发送')
    })
  return (
    <FormDialog form={form} title="写消息" submit="发送" onSubmit={send} onClose={store.closeLetterForm}>
      <RecipientField to={values.to} name={values.toName} error={form.error('to')} />
      {values.to === 'g:area' && (
        <DistrictPicker
          label="地区"
          required
          value={values.districtCode}
          onChange={(code) => store.chooseLetterDistrict(code ?? '')}
          error={form.error('districtCode')}
        />
      )}
      <GroupSize to={values.to} />
      <Input
        label="主题"
        required
        maxLength={maxSubjectLength}
        typed={values.subject.length}
        {...form.text('subject')}
      />
      <Textarea
        label="内容"
        required
        rows={6}
        maxLength={maxLetterLength}
        typed={values.text.length}
        {...form.text('text')}
      />
    </FormDialog>
  )
}
