import { useStore } from '@nanostores/react'
import { isInvitationOpen, isInvitationExpired, type InvitationStatus } from '../../../domain/accounts/invitations.ts'
import { monthMinute } from '../../../domain/time.ts'
import * as store from '../../../stores/accounts/sub-accounts/invitations.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { toast } from '../../../ui/overlay/toast.ts'

type Row = { invitationId: number; realName: string; status: InvitationStatus }

/** Resends the SMS of a sub-account invitation while it can be accepted. */
export const ResendButton = ({ row, onDone }: { row: Row; onDone: () => void }) => {
  const resending = useStore(store.resendingId)
  if (!isInvitationOpen(row.status) && !isInvitationExpired(row.status)) return null
  const send = () =>
    void store.resendInvitation(row.invitationId).then((answer) => {
      if (answer === undefined) return
      if (answer.ok) {
        toast.success(`邀请已重新发送，有效至 ${monthMinute(answer.content.expiresAt)}`)
        onDone()
      } else toast.error(answer.failure.message)
    })
  return (
    <Button size="sm" busy={resending === row.invitationId} aria-label={`重新发送给 ${row.realName}`} onClick={send}>
      重新发送
    </Button>
  )
}

/** Confirmation before an invitation is withdrawn. */
export const InvitationConfirm = ({ onDone }: { onDone: () => void }) => {
  const now = useStore(store.invitationRevocation)
  if (now.at === 'none') return null
  const send = () =>
    void store.revokeInvitation().then((worked) => {
      if (!worked) return
      toast.success('邀请已撤回')
      onDone()
    })
  return (
    <Confirm
      open
      title="撤回邀请"
      text={now.failure === null ? '撤回后链接立即失效，已加入的人不受影响。' : `操作失败：${now.failure.message}`}
      confirm="撤回"
      danger
      busy={now.at === 'sending'}
      onCancel={store.closeRevocation}
      onConfirm={send}
    />
  )
}
