import { useStore } from '@nanostores/react'
import { visitParts } from '../../domain/projects/booking-states.ts'
import { answering, dismiss, send, setNote } from '../../stores/projects/bookings.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/toast.ts'

const says = {
  confirm: { title: '确认看场预约', button: '确认预约', label: '给预约人的说明', done: '已确认，预约人会收到通知' },
  decline: { title: '谢绝看场预约', button: '谢绝预约', label: '原因或建议的时间', done: '已答复，预约人会收到通知' },
} as const

/** The platform's answer to a visit. What was typed stays when the sending fails. */
export const BookingDialog = () => {
  const now = useStore(answering)
  const event = now?.event ?? 'confirm'
  const word = says[event]
  return (
    <Dialog
      open={now !== null}
      onClose={dismiss}
      title={word.title}
      width="md"
      actions={
        <>
          <Button onClick={dismiss}>取消</Button>
          <Button
            kind={event === 'decline' ? 'danger' : 'main'}
            busy={now?.sending === true}
            onClick={() => void send().then((done) => done && toast.good(word.done))}
          >
            {word.button}
          </Button>
        </>
      }
    >
      {now && (
        <div className="space-y-4">
          {now.failure && <Notice tone="bad" title={now.failure.message} />}
          <p className="text-ink-2 tabular-nums">
            {now.booking.parkName}，{now.booking.visitOn} {visitParts[now.booking.visitPart]}，{now.booking.people} 人，
            {now.booking.contact} {now.booking.mobile}
          </p>
          <Textarea
            label={word.label}
            required={event === 'decline'}
            rows={3}
            maxLength={300}
            typed={now.note.length}
            value={now.note}
            hint={event === 'confirm' ? '如接待人、集合地点与登记要求，可不填。' : undefined}
            error={now.fault === '' ? undefined : now.fault}
            onChange={({ target }) => setNote(target.value)}
            autoFocus
          />
        </div>
      )}
    </Dialog>
  )
}
