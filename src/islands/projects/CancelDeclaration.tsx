import { useStore } from '@nanostores/react'
import * as store from '../../stores/projects/declarations.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/toast.ts'

/** Asks before a declaration is withdrawn. */
export const CancelDeclaration = ({ onDone }: { onDone: () => void }) => {
  const now = useStore(store.cancelling)
  const confirm = () =>
    void store.confirmCancel().then((done) => {
      if (!done) return
      toast.good('已撤回申报')
      onDone()
    })
  return (
    <Dialog
      open={now !== null}
      onClose={store.dropCancel}
      title="撤回申报"
      width="md"
      actions={
        <>
          <Button onClick={store.dropCancel}>取消</Button>
          <Button kind="danger" busy={now?.sending === true} onClick={confirm}>
            撤回申报
          </Button>
        </>
      }
    >
      {now && (
        <div className="space-y-4">
          {now.failure && <Notice tone="bad" title={now.failure.message} />}
          <p className="text-ink-2">
            撤回 {now.row.declarationNo} 后不能恢复，平台停止办理；申报截止前可以重新申报同一项目。
          </p>
          <Textarea
            label="撤回原因（可不填）"
            rows={3}
            maxLength={200}
            typed={now.reason.length}
            value={now.reason}
            onChange={(event) => store.setReason(event.target.value)}
          />
        </div>
      )}
    </Dialog>
  )
}
