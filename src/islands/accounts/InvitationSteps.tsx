import { useStore } from '@nanostores/react'
import type { InvitationStatus } from '../../domain/accounts/invitations.ts'
import { monthMinute } from '../../domain/time.ts'
import * as store from '../../stores/accounts/invitations.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { toast } from '../../ui/toast.ts'

type Row = { invitationId: number; realName: string; status: InvitationStatus }

/** Sends the SMS of a sub-account's invitation again, while that makes sense. */
export const ResendButton = ({ row, onDone }: { row: Row; onDone: () => void }) => {
  const resending = useStore(store.resending)
  if (row.status !== 'open' && row.status !== 'expired') return null
  const send = () =>
    void store.resend(row.invitationId).then((answer) => {
      if (answer === undefined) return
      if (answer.ok) {
        toast.good(`邀请已重新发送，有效至 ${monthMinute(answer.content.expiresAt)}`)
        onDone()
      } else toast.bad(answer.failure.message)
    })
  return (
    <Button size="sm" busy={resending === row.invitationId} aria-label={`重新发送给 ${row.realName}`} onClick={send}>
      重新发送
    </Button>
  )
}

/** Asks before an invitation is withdrawn. */
export const InvitationQuestion = ({ onDone }: { onDone: () => void }) => {
  const now = useStore(store.revoking)
  if (now.at === 'none') return null
  const send = () =>
    void store.revoke().then((worked) => {
      if (!worked) return
      toast.good('邀请已撤回')
      onDone()
    })
  return (
    <Confirm
      open
      title="撤回邀请"
      text={now.failure === null ? '撤回后链接立即失效，已加入的人不受影响。' : `没有成功：${now.failure.message}`}
      confirm="撤回"
      danger
      busy={now.at === 'sending'}
      onCancel={store.dropRevoke}
      onConfirm={send}
    />
  )
}
