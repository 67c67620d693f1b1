import { useState } from 'react'
import type { Failure } from '../contract/envelope.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toast.ts'

/** What this browser kept of an older state of what is being written. `onDecide(true)` takes it. */
export const FoundNotice = ({ onDecide }: { onDecide: (kept: boolean) => void }) => (
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
  /** What it is: 需求. */
  what: string
  onReload: () => void
  /** Keeps what is written as a new draft; answers where that is. */
  onCopy: () => Promise<{ ok: true; href: string } | { ok: false; failure: Failure }>
}

/** Somebody else, or another tab, saved in between. */
export const ConflictNotice = ({ what, onReload, onCopy }: Props) => {
  const [busy, setBusy] = useState(false)
  const copy = () => {
    setBusy(true)
    void onCopy().then((answer) => {
      setBusy(false)
      if (answer.ok) location.assign(answer.href)
      else toast.bad(answer.failure.message)
    })
  }
  return (
    <Notice tone="bad" title={`${what}在另一个窗口或由同事修改过`}>
      您填写的还在下面，但没有保存到服务器，请选择如何继续。
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
