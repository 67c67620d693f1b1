import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { DeskCase } from '../../../contract/chat/desk.ts'
import { session } from '../../../stores/accounts/session.ts'
import { askHandOver } from '../../../stores/chat/desk-hand-over.ts'
import * as store from '../../../stores/chat/desk.ts'
import { Button } from '../../../ui/Button.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { toast } from '../../../ui/toast.ts'

/** What can be done with a visit: take it, hand it over, end it. */
export function VisitActions({ visit }: { visit: DeskCase }) {
  const me = useStore(session)
  const moving = useStore(store.moving)
  const [ending, setEnding] = useState(false)
  const own = me.at === 'in' && visit.agentId === me.user.userId
  if (visit.closedAt !== null) return null
  const take = () => void store.take(visit).then((done) => done && toast.good('已由您接待'))
  const end = () =>
    void store.close(visit).then((done) => {
      setEnding(false)
      if (done) toast.good('已结束接待')
    })
  return (
    <div className="flex flex-wrap gap-2">
      {!own && (
        <Button kind="main" size="sm" className="max-md:h-11" busy={moving} onClick={take}>
          {visit.agentId === null ? '接待' : '由我接手'}
        </Button>
      )}
      {(own || visit.agentId === null) && (
        <>
          <Button size="sm" className="max-md:h-11" disabled={moving} onClick={() => askHandOver(visit)}>
            转接
          </Button>
          <Button size="sm" className="max-md:h-11" disabled={moving} onClick={() => setEnding(true)}>
            结束接待
          </Button>
        </>
      )}
      <Confirm
        open={ending}
        onCancel={() => setEnding(false)}
        onConfirm={end}
        busy={moving}
        title="结束这次接待吗？"
        text="访客会收到评价邀请；访客再次来信时会重新排队。"
        confirm="结束接待"
      />
    </div>
  )
}
