import { useStore } from '@nanostores/react'
import { asking, dismiss, setNote, settle } from '../../stores/demands/needs.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/toast.ts'

const says = {
  finish: { title: '完成这条留言', confirm: '完成', label: '联系的结果', done: '已完成' },
  drop: { title: '关闭这条留言', confirm: '关闭留言', label: '关闭的原因', done: '已关闭' },
} as const

/** What came of a wish: who ends it says so. What was typed stays when the sending fails. */
export const NeedDialog = () => {
  const now = useStore(asking)
  const word = says[now?.event ?? 'finish']
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
          <Button kind={now?.event === 'drop' ? 'danger' : 'main'} busy={now?.sending === true} onClick={send}>
            {word.confirm}
          </Button>
        </>
      }
    >
      {now && (
        <div className="space-y-4">
          {now.failure && <Notice tone="bad" title={now.failure.message} />}
          <p className="text-ink-2 wrap-anywhere">{now.need.text}</p>
          <Textarea
            label={word.label}
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
