import { TriangleAlert } from 'lucide-react'
import { errorClass } from './control-class.ts'

type Props = {
  /** Id referenced by the control's `aria-describedby`. */
  id?: string | undefined
  /** Error text; renders nothing without one. */
  message: string | undefined
  /** Announced at once, where no field refers to it. */
  alert?: boolean | undefined
}

/** Error text below a control or group. */
export const Fault = ({ id, message, alert }: Props) =>
  message ? (
    <p id={id} className={errorClass} role={alert ? 'alert' : undefined}>
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      {message}
    </p>
  ) : null
