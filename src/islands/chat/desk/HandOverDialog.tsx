import { useStore } from '@nanostores/react'
import { longestNote } from '../../../domain/chat/desk.ts'
import { moving, refusal } from '../../../stores/chat/desk.ts'
import * as store from '../../../stores/chat/desk-hand-over.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Textarea } from '../../../ui/Textarea.tsx'
import { toast } from '../../../ui/toast.ts'

/** To whom a visitor goes, with a note that the agents alone see. What was typed stays when the sending fails. */
export function HandOverDialog() {
  const now = useStore(store.handing)
  const list = useStore(store.agents)
  const busy = useStore(moving)
  const refused = useStore(refusal)
  const others = list.at === 'ready' ? list.content : []
  const options = [
    { value: store.toNobody, label: '退回待接待' },
    ...others.map(({ userId, name, present, open }) => ({
      ...{ value: userId, label: name, note: `${present ? '在线' : '离线'}，接待中 ${open}` },
    })),
  ]
  const send = () => void store.sendHandOver().then((done) => done && toast.good('已转接'))
  return (
    <Dialog
      open={now !== null}
      onClose={store.dismissHandOver}
      title="转接访客"
      width="md"
      actions={
        <>
          <Button onClick={store.dismissHandOver}>取消</Button>
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
            onChange={(to) => store.change({ to })}
          />
          <Textarea
            label="备注"
            hint="只有客服可见；访客只会看到已转接"
            rows={3}
            maxLength={longestNote}
            typed={now.note.length}
            value={now.note}
            onChange={(event) => store.change({ note: event.target.value })}
          />
        </div>
      )}
    </Dialog>
  )
}
