import { useStore } from '@nanostores/react'
import * as store from '../../../stores/accounts/sub-accounts/sub-accounts.ts'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { toast } from '../../../ui/overlay/toast.ts'

const words: Record<store.AccountAction, { title: string; text: string; confirm: string; done: string }> = {
  lock: {
    title: '停用账号',
    text: '停用后立即退出全部登录，不能再登录；可以随时恢复。',
    confirm: '停用',
    done: '账号已停用',
  },
  unlock: { title: '恢复账号', text: '恢复后可以用原来的密码登录，角色不变。', confirm: '恢复', done: '账号已恢复' },
  delete: {
    title: '删除账号',
    text: '删除后立即退出全部登录，登录名与手机号可重新使用，不能恢复。其经手的需求、报价与订单仍属贵企业。',
    confirm: '删除',
    done: '账号已删除',
  },
}

/** Confirmation before an account is locked, unlocked or deleted. */
export const SubAccountConfirm = ({ onDone }: { onDone: (step: store.AccountAction) => void }) => {
  const now = useStore(store.accountConfirmation)
  if (now.at === 'none') return null
  const { title, text, confirm, done } = words[now.step]
  const send = () =>
    void store.confirmAccountAction().then((step) => {
      if (step === undefined) return
      toast.success(done)
      onDone(step)
    })
  return (
    <Confirm
      open
      title={`${title}：${now.account.realName || now.account.loginName}`}
      text={now.failure === null ? text : `操作失败：${now.failure.message}`}
      confirm={confirm}
      danger={now.step !== 'unlock'}
      busy={now.at === 'sending'}
      onConfirm={send}
      onCancel={store.closeAccountConfirmation}
    />
  )
}
