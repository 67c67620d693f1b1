import { countClass, countText } from '../chip/chip-class.ts'

type Props = { count: number; label?: string | undefined; className?: string | undefined }

/** Number of unread items; 0 renders nothing. `label` says what is counted, such as `条未读消息`. */
export const Count = ({ count, label, className = '' }: Props) =>
  count > 0 ? (
    <span className={`${countClass} ${className}`}>
      {countText(count)}
      {label && <span className="sr-only">{label}</span>}
    </span>
  ) : null
