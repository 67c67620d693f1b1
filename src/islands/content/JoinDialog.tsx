import { useStore } from '@nanostores/react'
import { asking, dismiss, setNote, settle } from '../../stores/content/digital-joins.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/toast.ts'

const says = {
  accept: { title: '同意入驻', confirm: '同意入驻', label: '结果与后续安排', done: '已同意入驻' },
  decline: { title: '谢绝入驻', confirm: '谢绝入驻', label: '原因', done: '已谢绝' },
} as const

/** What came of an application: who ends it says so. What was typed stays when the sending fails. */
export const JoinDialog = () => {
  const now = useStore(asking)
  const word = says[now?.event ?? 'accept']
  const send = () => void settle().then((done) => done && toast.good(word.done))
  return (
    <Dialog
      open={now !== null}
      onClose={dismiss}
      title={word.title}
      width="md"
      actions={
        <>
          <Button onClick={dismiss}>取消</Button>
          <Button kind={now?.event === 'decline' ? 'danger' : 'main'} busy={now?.sending === true} onClick={send}>
            {word.confirm}
          </Button>
        </>
      }
    >
      {now && (
        <div className="space-y-4">
          {now.failure && <Notice tone="bad" title={now.failure.message} />}
          <p className="text-ink-2 wrap-anywhere">
            {now.join.company}：{now.join.appName}
          </p>
          <Textarea
            label={word.label}
            hint="登录后提交申请的厂商会在消息中心看到"
            required
            rows={3}
            maxLength={500}
            typed={now.note.length}
            value={now.note}
            error={now.fault === '' ? undefined : now.fault}
            onChange={(event) => setNote(event.target.value)}
            autoFocus
          />
        </div>
      )}
    </Dialog>
  )
}
