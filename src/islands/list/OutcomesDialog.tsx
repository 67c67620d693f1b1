import type { Outcomes } from '../../contract/daily-list.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'

type Props = {
  /** Null = closed. */
  outcomes: Outcomes | null
  /** What was done: 已关闭. */
  done: string
  onClose: () => void
}

/** Which of several rows an action refused, and why. */
export const OutcomesDialog = ({ outcomes, done, onClose }: Props) => (
  <Dialog
    open={outcomes !== null}
    width="md"
    onClose={onClose}
    title={`${outcomes?.done ?? 0} 项${done}，${outcomes?.failed.length ?? 0} 项未成功`}
    actions={
      <Button kind="main" onClick={onClose}>
        知道了
      </Button>
    }
  >
    <ul className="divide-y divide-line">
      {outcomes?.failed.map(({ id, title, message }) => (
        <li key={id} className="py-3">
          <span className="block font-medium wrap-anywhere">{title || `编号 ${id}`}</span>
          <span className="block text-sm text-bad">{message}</span>
        </li>
      ))}
    </ul>
  </Dialog>
)
