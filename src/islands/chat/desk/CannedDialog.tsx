import { useStore } from '@nanostores/react'
import { longestCanned, longestCannedTitle } from '../../../domain/chat/desk.ts'
import * as store from '../../../stores/chat/desk-canned.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Input } from '../../../ui/Input.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Textarea } from '../../../ui/Textarea.tsx'
import { toast } from '../../../ui/toast.ts'
import { useTypedForm } from '../../use-typed-form.ts'

/** One canned answer being written. */
export function CannedDialog() {
  const open = useStore(store.writingCanned)
  const { values, sending, text } = useTypedForm(store.form)
  const failure = sending.at === 'refused' && sending.faults.length === 0 ? sending.failure : null
  const save = () => void store.saveCanned().then((saved) => saved && toast.good('常用答复已保存'))
  return (
    <Dialog
      open={open}
      onClose={store.dismissCanned}
      title={values?.answerId === 0 ? '新增常用答复' : '修改常用答复'}
      width="md"
      actions={
        <>
          <Button onClick={store.dismissCanned}>取消</Button>
          <Button kind="main" busy={sending.at === 'sending'} onClick={save}>
            保存
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {failure && <Notice tone="bad" title={failure.message} />}
        <Input label="名称" required maxLength={longestCannedTitle} {...text('title')} />
        <Textarea
          label="答复"
          required
          rows={5}
          maxLength={longestCanned}
          typed={values?.text.length ?? 0}
          {...text('text')}
        />
      </div>
    </Dialog>
  )
}
