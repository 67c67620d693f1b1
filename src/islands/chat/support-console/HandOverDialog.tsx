import { useStore } from '@nanostores/react'
import { maxNoteLength } from '../../../domain/chat/support.ts'
import { isCaseActionPending, caseFailure } from '../../../stores/chat/support-console/support-console.ts'
import * as store from '../../../stores/chat/support-console/hand-over.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { toast } from '../../../ui/overlay/toast.ts'

/** Hands a case over with a note visible to agents only. The input stays on failure. */
export function HandOverDialog() {
  const now = useStore(store.handOverDialog)
  const list = useStore(store.agents)
  const busy = useStore(isCaseActionPending)
  const refused = useStore(caseFailure)
  const others = list.at === 'ready' ? list.content : []
  const options = [
    { value: store.unassigned, label: '退回待接待' },
    ...others.map(({ userId, name, present, open }) => ({
      value: userId,
      label: name,
      note: `${present ? '在线' : '离线'}，接待中 ${open}`,
    })),
  ]
  const send = () => void store.submitHandOver().then((done) => done && toast.success('已转接'))
  return (
    <Dialog
      open={now !== null}
      onClose={store.closeHandOver}
      title="转接访客"
      width="md"
      actions={
        <>
          <Button onClick={store.closeHandOver}>取消</Button>
          <Button kind="main" busy={busy} onClick={send}>
            转接
          </Button>
        </>
      }
    >
      {now && (
        <div className="space-y-4">
          {refused !== null && <Notice tone="bad" title={refused.message} />}
          {list.at === 'failed' && (
            <Notice tone="bad" title="客服名单没有读到">
              <Button size="sm" onClick={() => void store.loadAgents()}>
                重试
              </Button>
            </Notice>
          )}
          <Select
            label="转接给"
            required
            options={options}
            value={now.to}
            error={now.fault === '' ? undefined : now.fault}
            onChange={(to) => store.setHandOver({ to })}
          />
          <Textarea
            label="备注"
            hint="只有客服可见；访客只会看到已转接"
            rows={3}
            maxLength={maxNoteLength}
            typed={now.note.length}
            value={now.note}
            onChange={(event) => store.setHandOver({ note: event.target.value })}
          />
        </div>
      )}
    </Dialog>
  )
}
