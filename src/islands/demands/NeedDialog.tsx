import { useStore } from '@nanostores/react'
import { ending } from '../../stores/demands/needs.ts'
import { toast } from '../../ui/toast.ts'
import { ReasonDialog } from '../ReasonDialog.tsx'

const says = {
  finish: { title: '完成这条留言', confirm: '完成', label: '联系的结果', done: '已完成' },
  drop: { title: '关闭这条留言', confirm: '关闭留言', label: '关闭的原因', done: '已关闭' },
} as const

/** What came of a wish: who ends it says so. */
export const NeedDialog = () => {
  const now = useStore(ending.state)
  if (now === null) return null
  const { need, event } = now.subject
  const { done, ...words } = says[event]
  return (
    <ReasonDialog
      open
      {...words}
      text={need.text}
      maxLength={500}
      calm={event === 'finish'}
      busy={now.sending}
      failure={now.failure}
      onCancel={ending.close}
      onConfirm={(note) => void ending.decide(note).then((taken) => taken && toast.good(done))}
    />
  )
}
