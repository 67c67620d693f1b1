import { useStore } from '@nanostores/react'
import { letterGroupLabels, longestLetter, longestSubject } from '../../../domain/chat/letters.ts'
import * as store from '../../../stores/chat/write-letter.ts'
import { Input } from '../../../ui/Input.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Textarea } from '../../../ui/Textarea.tsx'
import { toast } from '../../../ui/toast.ts'
import { FormDialog } from '../../FormDialog.tsx'
import { DistrictPicker } from '../../DistrictPicker.tsx'
import { useTypedForm } from '../../use-typed-form.ts'
import { RecipientField } from './RecipientField.tsx'

/** How many a letter to a group reaches. */
const GroupSize = ({ to }: { to: string }) => {
  const size = useStore(store.groupSize)
  const group = store.groupOf(to)
  if (group === undefined || size === undefined) return null
  const count = size >= 10_000 ? '10000+' : String(size)
  return size === 0 ? (
    <Notice tone="act" title={`${letterGroupLabels[group]}目前没有人`} />
  ) : (
    <Notice tone="go" title={`将发送给 ${count} 人，发送后不能撤回`} />
  )
}

/** A letter to somebody, or to a group of one's own. What is typed stays until it is sent. */
export const WriteLetter = () => {
  const form = useTypedForm(store.form)
  const values = form.values
  if (values === null) return null
  const send = () =>
    void store.sendLetter().then((sent) => {
      if (sent) toast.good('消息已发送')
    })
  return (
    <FormDialog form={form} title="写消息" submit="发送" onSubmit={send} onClose={store.stopWriting}>
      <RecipientField to={values.to} name={values.toName} error={form.fault('to')} />
      {values.to === 'g:area' && (
        <DistrictPicker
          label="地区"
          required
          value={values.districtCode}
          onChange={(code) => store.chooseDistrict(code ?? '')}
          error={form.fault('districtCode')}
        />
      )}
      <GroupSize to={values.to} />
      <Input label="主题" required maxLength={longestSubject} typed={values.subject.length} {...form.text('subject')} />
      <Textarea
        label="内容"
        required
        rows={6}
        maxLength={longestLetter}
        typed={values.text.length}
        {...form.text('text')}
      />
    </FormDialog>
  )
}
