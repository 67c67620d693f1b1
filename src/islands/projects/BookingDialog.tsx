import { useStore } from '@nanostores/react'
import { visitParts } from '../../domain/projects/booking-states.ts'
import { answering } from '../../stores/projects/bookings.ts'
import { toast } from '../../ui/toast.ts'
import { ReasonDialog } from '../ReasonDialog.tsx'

const says = {
  confirm: {
    ...{ title: '确认看场预约', confirm: '确认预约', label: '给预约人的说明' },
    ...{ hint: '如接待人、集合地点与登记要求，可不填。', done: '已确认，预约人会收到通知' },
  },
  decline: {
    ...{ title: '谢绝看场预约', confirm: '谢绝预约', label: '原因或建议的时间' },
    ...{ hint: undefined, done: '已答复，预约人会收到通知' },
  },
} as const

/** The platform's answer to a visit. */
export const BookingDialog = () => {
  const now = useStore(answering.state)
  if (now === null) return null
  const { booking, event } = now.subject
  const { done, ...words } = says[event]
  const { parkName, visitOn, visitPart, people, contact, mobile } = booking
  return (
    <ReasonDialog
      open
      {...words}
      text={`${parkName}，${visitOn} ${visitParts[visitPart]}，${people} 人，${contact} ${mobile}`}
      required={event === 'decline'}
      maxLength={300}
      calm={event === 'confirm'}
      busy={now.sending}
      failure={now.failure}
      onCancel={answering.close}
      onConfirm={(note) => void answering.decide(note).then((taken) => taken && toast.good(done))}
    />
  )
}
