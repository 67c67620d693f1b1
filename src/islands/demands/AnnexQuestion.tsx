import { useStore } from '@nanostores/react'
import * as store from '../../stores/demands/annex-readers.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { toast } from '../../ui/toast.ts'
import { ReasonDialog } from '../ReasonDialog.tsx'

/** Stops one company with a reason, or lets it in again. */
export const AnnexQuestion = () => {
  const question = useStore(store.question)
  if (question.is === 'none') return null
  const { reader, sending, failure } = question
  const send = (said: string, reason?: string) =>
    void store.decide(reason).then((worked) => {
      if (worked) toast.good(said)
    })
  if (question.is === 'allow') {
    return (
      <Confirm
        open
        onCancel={store.dismiss}
        onConfirm={() => send('已恢复查看，供应商会收到通知')}
        title="恢复查看"
        text={failure ? failure.message : `“${reader.companyName}”将可以再次查看保密说明与保密附件。`}
        confirm="恢复查看"
        busy={sending}
      />
    )
  }
  return (
    <ReasonDialog
      open
      title="停止查看"
      text={`“${reader.companyName}”将立即不能查看保密资料，并会看到您写的原因。其已接受的保密义务继续有效。`}
      label="停止原因"
      confirm="停止查看"
      busy={sending}
      failure={failure}
      onCancel={store.dismiss}
      onConfirm={(reason) => send('已停止查看，供应商会收到通知', reason)}
    />
  )
}
