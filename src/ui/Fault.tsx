import { TriangleAlert } from 'lucide-react'
import { errorClass } from './control-class.ts'

type Props = {
  /** What the control names with `aria-describedby`. */
  id?: string | undefined
  /** What is wrong, in plain words; nothing is drawn without. */
  message: string | undefined
  /** Read out as it comes, where no field leads to it. */
  alert?: boolean | undefined
}

/** What is wrong with what stands above it. */
export const Fault = ({ id, message, alert }: Props) =>
  message ? (
    <p id={id} className={errorClass} role={alert ? 'alert' : undefined}>
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      {message}
    </p>
  ) : null
