import { useStore } from '@nanostores/react'
import { cancelling } from '../../stores/live/hosted.ts'
import { toast } from '../../ui/toast.ts'
import { ReasonDialog } from '../ReasonDialog.tsx'

/** Why a class is cancelled; those who booked it read it. */
export const CancelClassDialog = () => {
  const now = useStore(cancelling.state)
  if (now === null) return null
  const { title, bookedCount } = now.subject
  return (
    <ReasonDialog
      open
      title="取消课程"
      text={`“${title}”有 ${bookedCount} 人预约，取消后会通知他们。`}
      label="取消说明"
      hint="已预约的人会看到"
      maxLength={100}
      confirm="取消课程"
      busy={now.sending}
      failure={now.failure}
      onCancel={cancelling.close}
      onConfirm={(reason) => void cancelling.decide(reason).then((done) => done && toast.good('课程已取消'))}
    />
  )
}
