import { useState } from 'react'
import type { Failure } from '../../contract/envelope.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { toast } from '../../ui/overlay/toast.ts'

/** Offers an outdated draft found in this browser. `onDecide(true)` restores it. */
export const LocalDraftNotice = ({ onDecide }: { onDecide: (kept: boolean) => void }) => (
  <Notice tone="act" title="本浏览器留有上次未保存的内容，但此后服务器上的内容已更新">
    <span className="mt-2 flex flex-wrap gap-3">
      <Button size="sm" onClick={() => onDecide(true)}>
        用本浏览器的内容
      </Button>
      <Button size="sm" onClick={() => onDecide(false)}>
        用服务器上的内容
      </Button>
    </span>
  </Notice>
)

type Props = {
  /** Noun for texts: 需求. */
  what: string
  onReload: () => void
  /** Saves the input as a new draft; returns its URL. */
  onCopy: () => Promise<{ ok: true; href: string } | { ok: false; failure: Failure }>
}

/** Conflict notice: another user or tab saved in between. */
export const ConflictNotice = ({ what, onReload, onCopy }: Props) => {
  const [busy, setBusy] = useState(false)
  const copy = () => {
    setBusy(true)
    void onCopy().then((answer) => {
      setBusy(false)
      if (answer.ok) location.assign(answer.href)
      else toast.error(answer.failure.message)
    })
  }
  return (
    <Notice tone="bad" title={`${what}在另一个窗口或由同事修改过`}>
      您填写的还在下面，但未保存到服务器，请选择如何继续。
      <span className="mt-2 flex flex-wrap gap-3">
        <Button size="sm" disabled={busy} onClick={onReload}>
          载入最新内容
        </Button>
        <Button size="sm" busy={busy} onClick={copy}>
          把我填写的另存为新草稿
        </Button>
      </span>
    </Notice>
  )
}
