import { useStore } from '@nanostores/react'
import { useState } from 'react'
import * as store from '../../stores/live/hosted.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/toast.ts'

/** Why a class is cancelled; those who booked it read it. */
export const CancelClassDialog = () => {
  const now = useStore(store.cancelling)
  const [tried, setTried] = useState(false)
  if (now === null) return null
  const { row, reason, sending, failure } = now
  const send = () => {
    setTried(true)
    void store.cancel().then((worked) => {
      if (!worked) return
      setTried(false)
      toast.good('课程已取消')
    })
  }
  return (
    <Dialog
      open
      width="md"
      onClose={store.dismiss}
      title="取消课程"
      text={`“${row.title}”有 ${row.bookedCount} 人预约，取消后会通知他们。`}
      actions={
        <>
          <Button onClick={store.dismiss}>返回</Button>
          <Button kind="danger" busy={sending} onClick={send}>
            取消课程
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {failure && <Notice tone="bad" title={failure.message} />}
        <Textarea
          label="取消说明"
          required
          rows={3}
          maxLength={100}
          typed={reason.length}
          hint="已预约的人会看到"
          value={reason}
          error={tried && reason.trim() === '' ? '请写明原因' : undefined}
          onChange={(event) => store.setReason(event.target.value)}
        />
      </div>
    </Dialog>
  )
}
