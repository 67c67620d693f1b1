import { useStore } from '@nanostores/react'
import { ending } from '../../stores/content/digital-joins.ts'
import { toast } from '../../ui/toast.ts'
import { ReasonDialog } from '../ReasonDialog.tsx'

const says = {
  accept: { title: '同意入驻', confirm: '同意入驻', label: '结果与后续安排', done: '已同意入驻' },
  decline: { title: '谢绝入驻', confirm: '谢绝入驻', label: '原因', done: '已谢绝' },
} as const

/** What came of an application: who ends it says so. */
export const JoinDialog = () => {
  const now = useStore(ending.state)
  if (now === null) return null
  const { join, event } = now.subject
  const { done, ...words } = says[event]
  return (
    <ReasonDialog
      open
      {...words}
      text={`${join.company}：${join.appName}`}
      hint="登录后提交申请的厂商会在消息中心看到"
      maxLength={500}
      calm={event === 'accept'}
      busy={now.sending}
      failure={now.failure}
      onCancel={ending.close}
      onConfirm={(note) => void ending.decide(note).then((taken) => taken && toast.good(done))}
    />
  )
}
